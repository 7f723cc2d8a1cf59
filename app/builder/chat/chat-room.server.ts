import type { LanguageModel, UIMessage, UIMessageChunk } from 'ai';
import { readUIMessageStream } from 'ai';

import { createLog } from '#app/platform/log.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';

import {
  branchOf,
  EMPTY_CHAT,
  reduceChat,
  siblingsOf,
  type ChatEvent,
  type ChatFailure,
  type ChatState,
} from './chat-state.ts';
import { MessageStore } from './message-store.server.ts';
import { RunLog } from './run-log.ts';
import { runTurn } from './run-turn.server.ts';
import type { TurnBudget } from './turn-budget.ts';

/** Characters of a title. */
const MAX_TITLE = 80;

/** What is asked of a chat: a new message, or an old one once more. */
export type Ask =
  | { kind: 'send'; turn: string; answer: string; message: UIMessage; parent?: string | null }
  | { kind: 'retry'; turn: string; answer: string; question: string };

/** What a turn runs with. */
export interface TurnTools {
  model: LanguageModel;
  workspace: Workspace;
  budget: TurnBudget;
}

/** A chat as its page gets it. */
export interface ChatView {
  title: string | null;
  messages: UIMessage[];
  /** Ids of the messages that stand at the same place, where there are several. */
  branches: Record<string, string[]>;
  isRunning: boolean;
}

interface Running {
  turn: string;
  log: RunLog;
  abort: AbortController;
  ended: Promise<void>;
}

/** The conversation of a draft inside its object: what is stored, the turn that runs, who listens. */
export class ChatRoom {
  readonly #storage: DurableObjectStorage;
  readonly #messages: MessageStore;
  #running: Running | null = null;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#messages = new MessageStore(storage.sql);
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** After a new start of the object: a turn that nobody runs any more is over, its answer kept. */
  async wake(now: number): Promise<void> {
    const { turn } = this.#load();
    if (turn === null || this.#running !== null) return;
    await this.#keepPartial(turn.id, turn.answer);
    this.#apply({ kind: 'wake' }, now);
  }

  read(): ChatView {
    const state = this.#load();
    const branch = branchOf(state);
    const branches = branch.flatMap(({ id }) => {
      const ids = siblingsOf(state, id).map((each) => each.id);
      return ids.length > 1 ? [[id, ids] as const] : [];
    });
    const stored = this.#messages.read(branch.map(({ id }) => id));
    const status = new Map(branch.map((node) => [node.id, node.status]));
    return {
      title: state.title,
      messages: stored.map((message) => ({
        ...message,
        metadata: { status: status.get(message.id) },
      })),
      branches: Object.fromEntries(branches),
      isRunning: state.turn !== null,
    };
  }

  /** Begins a turn and gives its stream; the turn goes on when nobody listens. */
  begin(
    ask: Ask,
    prepare: () => Promise<TurnTools>,
    now: number,
  ): Result<ReadableStream<Uint8Array>, ChatFailure> {
    const event: ChatEvent =
      ask.kind === 'send' ? { ...ask, question: ask.message.id } : { ...ask };
    const next = reduceChat(this.#load(), event, now);
    if (!next.ok) return next;
    this.#messages.create();
    if (ask.kind === 'send') this.#messages.write(ask.message);
    const title = ask.kind === 'send' ? toTitle(ask.message) : null;
    this.#save({ ...next.value, title: next.value.title ?? title });
    this.#messages.forgetLines(ask.turn);
    const log = new RunLog(this.#messages.linesOf(ask.turn));
    const abort = new AbortController();
    const ended = this.#run(ask, next.value, prepare, log, abort.signal);
    this.#running = { turn: ask.turn, log, abort, ended };
    return succeed(log.listen(0));
  }

  /** The rest of the running turn's stream after a line; null where none runs. */
  listen(after: number): ReadableStream<Uint8Array> | null {
    return this.#running?.log.listen(after) ?? null;
  }

  /** Stops the running turn, and waits until what it made is stored. */
  async stop(): Promise<boolean> {
    const running = this.#running;
    if (running === null) return false;
    running.abort.abort(new DOMException('The person stopped the turn.', 'AbortError'));
    await running.ended;
    return true;
  }

  /** Ends the conversation for good: nothing of what was said stays. */
  async forget(): Promise<void> {
    await this.stop();
    this.#messages.drop();
    this.#storage.kv.delete('chat');
  }

  async #run(
    ask: Ask,
    state: ChatState,
    prepare: () => Promise<TurnTools>,
    log: RunLog,
    signal: AbortSignal,
  ): Promise<void> {
    const question = ask.kind === 'send' ? ask.message.id : ask.question;
    let status: 'done' | 'stopped' | 'failed' = 'failed';
    try {
      const tools = await prepare();
      const messages = this.#messages.read(branchOf(state, question).map(({ id }) => id));
      const outcome = await runTurn({
        ...tools,
        messages,
        answer: ask.answer,
        signal,
        onChunk: (chunk) => log.append(chunk),
        onError: (error) => createLog({ turn: ask.turn }).warn('turn.failed', { error }),
      });
      ({ status } = outcome);
      if (outcome.message) this.#messages.write(outcome.message);
      else await this.#keepPartial(ask.turn, ask.answer);
    } catch (error) {
      createLog({ turn: ask.turn }).error('turn.broke', { error });
      log.append({ type: 'error', errorText: 'The turn broke. What was done until then is kept.' });
      await this.#keepPartial(ask.turn, ask.answer);
    }
    this.#apply({ kind: 'end', turn: ask.turn, status }, Date.now());
    this.#running = null;
    log.end();
  }

  /** Puts together what an unfinished turn had sent. */
  async #keepPartial(turn: string, answer: string): Promise<void> {
    const lines = this.#messages.linesOf(turn).after(0);
    const chunks = new ReadableStream<UIMessageChunk>({
      start(controller) {
        for (const { text } of lines) controller.enqueue(JSON.parse(text) as UIMessageChunk);
        controller.close();
      },
    });
    let last: UIMessage = { id: answer, role: 'assistant', parts: [] };
    for await (const message of readUIMessageStream({ stream: chunks, onError: () => {} })) {
      last = { ...message, id: answer };
    }
    this.#messages.write(last);
  }

  #apply(event: ChatEvent, now: number): void {
    const next = reduceChat(this.#load(), event, now);
    if (next.ok) this.#save(next.value);
  }

  #load(): ChatState {
    return this.#storage.kv.get<ChatState>('chat') ?? EMPTY_CHAT;
  }

  #save(state: ChatState): void {
    this.#storage.kv.put('chat', state);
  }
}

/** A chat is called by what was said first. */
function toTitle({ parts }: UIMessage): string | null {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return null;
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1)}…` : line;
}
