import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';
import type { ClientLink, ElicitAnswer, JsonObject, LogLevel } from '#app/runtime/definition.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';

/** Messages of one run that are told, and characters of each. */
const MAX_TOLD = 20;
const MAX_CHARACTERS = 500;
const MAX_QUESTION = 2_000;

const Elicited = z.strictObject({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: JsonObjectSchema.optional(),
});

/** Answers to the questions of a tool, in the order in which it asks; null: the client cannot. */
export const ToolAnswers = z
  .array(
    z.union([
      z.strictObject({ elicit: Elicited.nullable() }),
      z.strictObject({ sample: z.string().max(20_000).nullable() }),
    ]),
  )
  .max(20);
export type ToolAnswers = z.infer<typeof ToolAnswers>;

/** A question of a tool that nobody has answered. */
export interface OpenQuestion {
  asks: 'elicit' | 'sample';
  message: string;
  schema?: JsonObject;
  /** Why the answer that was given is none. */
  problem?: string;
}

/** Messages of a tool to its client while it ran. */
export interface ToldByTool {
  progress: { progress: number; total?: number; message?: string }[];
  logs: { level: LogLevel; message: string; fields?: JsonObject }[];
  /** Number of messages beyond those. */
  leftOut: number;
}

/** The client of a tool that runs in the builder: it answers as it was told to, and hears everything. */
export class ToolClient {
  readonly #answers: ToolAnswers;
  readonly #stopped = new AbortController();
  readonly told: ToldByTool = { progress: [], logs: [], leftOut: 0 };
  #next = 0;
  #open: OpenQuestion | null = null;

  constructor(answers: ToolAnswers = []) {
    this.#answers = answers;
  }

  /** The question at which the run had to end. */
  get openQuestion(): OpenQuestion | null {
    return this.#open;
  }

  /** The link to it, for one run that ends with `signal` as well. */
  link(signal: AbortSignal): ClientLink {
    return {
      ...QUIET_CLIENT,
      signal: AbortSignal.any([signal, this.#stopped.signal]),
      progress: async (progress, total, message) => {
        this.#hear(this.told.progress, {
          progress,
          ...(total === undefined ? {} : { total }),
          ...(message === undefined ? {} : { message: cut(message) }),
        });
      },
      log: async (level, message, fields) => {
        const isShort = fields !== undefined && JSON.stringify(fields).length <= MAX_CHARACTERS;
        this.#hear(this.told.logs, {
          level,
          message: cut(message),
          ...(isShort ? { fields } : {}),
        });
      },
      elicit: (message, schema, name) => this.#elicit(message, schema, name),
      sample: (prompt) => this.#sample(prompt),
    };
  }

  async #elicit(message: string, schema: JsonObject, name = ''): Promise<ElicitAnswer | null> {
    // As with a client that cannot ask; a run that is given answers has to answer this as well.
    if (name.startsWith('confirm-') && this.#answers.length === 0) return null;
    const answer = this.#answers[this.#next];
    if (answer === undefined || !('elicit' in answer)) {
      return this.#stop({ asks: 'elicit', message: cut(message, MAX_QUESTION), schema });
    }
    this.#next += 1;
    if (answer.elicit === null) return null;
    const { action, content } = answer.elicit;
    return { action, ...(content === undefined ? {} : { content }) };
  }

  async #sample(prompt: string): Promise<string | null> {
    const answer = this.#answers[this.#next];
    if (answer === undefined || !('sample' in answer)) {
      return this.#stop({ asks: 'sample', message: cut(prompt, MAX_QUESTION) });
    }
    this.#next += 1;
    return answer.sample;
  }

  /** Ends the run at a question: its tool waits for nothing any more. */
  #stop(question: OpenQuestion): Promise<never> {
    const given = this.#answers[this.#next];
    const problem = given && `Answer ${this.#next + 1} is not one to this question.`;
    this.#open ??= { ...question, ...(problem === undefined ? {} : { problem }) };
    this.#stopped.abort();
    return new Promise<never>(() => {});
  }

  #hear<Message>(list: Message[], message: Message): void {
    if (list.length < MAX_TOLD) list.push(message);
    else this.told.leftOut += 1;
  }
}

/** How the next run gets past a question. */
export function explainAnswers({ asks }: OpenQuestion, given: number): string {
  const answer =
    asks === 'elicit'
      ? '{"elicit": {"action": "accept", "content": {…as the schema says}}} (or "decline", "cancel"; {"elicit": null}: a client that cannot ask)'
      : '{"sample": "what the model of the client says"} (or null: a client without a model)';
  const before = given === 0 ? '' : ` after the ${given} that you gave`;
  return `Nobody has answered this, so the run ended here. Call run_tool again with "answers": a list with ${answer}${before}; code then runs again from its start.`;
}

function cut(text: string, limit = MAX_CHARACTERS): string {
  return text.length <= limit ? text : `${text.slice(0, limit).toWellFormed()}…`;
}
