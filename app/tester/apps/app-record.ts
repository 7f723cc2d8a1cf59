import type { JsonObject } from '#app/runtime/definition.ts';

/** Something that an app did or asked for. */
export interface AppEvent {
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  text: string;
  /** The message itself, to look at. */
  content: JsonObject | null;
}

/** A question about what an app wants to do. */
export type AppQuestion =
  | { kind: 'tool'; name: string; arguments: JsonObject }
  | { kind: 'link'; url: string };

/** A question on the screen, and how to answer it. */
export interface PendingConsent {
  id: number;
  question: AppQuestion;
  answer: (isAllowed: boolean) => void;
}

/** The person's side of an app that runs: the questions that are open, and everything that it did. */
export interface AppRecord {
  events: readonly AppEvent[];
  questions: readonly PendingConsent[];
}

/** As much as people look through. */
const KEPT_EVENTS = 200;
/** Questions at the same time; more are refused unasked. */
const MAX_QUESTIONS = 10;

/** Keeps the record of one run of an app, and calls back with every change. */
export class AppRecorder {
  #record: AppRecord = { events: [], questions: [] };
  #lastId = 0;
  readonly #allowed = new Set<string>();
  readonly #onChange: (record: AppRecord) => void;

  constructor(onChange: (record: AppRecord) => void) {
    this.#onChange = onChange;
  }

  note(text: string, content: JsonObject | null = null): void {
    const event = { id: ++this.#lastId, at: Date.now(), text, content };
    this.#set({ events: [...this.#record.events, event].slice(-KEPT_EVENTS) });
  }

  /** Asks whether the app may; a tool that was allowed for as long as it runs is not asked about again. */
  ask(question: AppQuestion): Promise<boolean> {
    if (question.kind === 'tool' && this.#allowed.has(question.name)) return Promise.resolve(true);
    if (this.#record.questions.length >= MAX_QUESTIONS) return Promise.resolve(false);
    return new Promise((resolve) => {
      const id = ++this.#lastId;
      const answer = (isAllowed: boolean) => {
        const questions = this.#record.questions.filter((each) => each.id !== id);
        this.#set({ questions });
        resolve(isAllowed);
      };
      const open = { id, question, answer };
      this.#set({ questions: [...this.#record.questions, open] });
    });
  }

  /** Allows a tool for as long as this app runs. */
  allowAlways(name: string): void {
    this.#allowed.add(name);
    for (const { question, answer } of this.#record.questions) {
      if (question.kind === 'tool' && question.name === name) answer(true);
    }
  }

  /** Refuses everything that is still open. */
  close(): void {
    for (const { answer } of this.#record.questions) answer(false);
  }

  #set(part: Partial<AppRecord>): void {
    this.#record = { ...this.#record, ...part };
    this.#onChange(this.#record);
  }
}
