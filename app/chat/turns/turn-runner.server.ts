import type { UIMessage, UIMessageChunk } from 'ai';

import type { ChatAttachments } from '#app/chat/attachments/chat-attachments.server.ts';
import type { ChangeSets } from '#app/chat/changes/change-sets.server.ts';
import { findTooMuch, type TooMuch } from '#app/chat/chat-size.ts';
import { reduceChat } from '#app/chat/chat-state.ts';
import type { ChatFailure, ChatState, RunningTurn, TurnStatus } from '#app/chat/chat-state.ts';
import type { ChatStore } from '#app/chat/chat-store.server.ts';
import type { ChatStores } from '#app/chat/copy-chat.server.ts';
import { toChatLines } from '#app/chat/chat-lines.ts';
import { ChatView } from '#app/chat/chat-view.ts';
import type { MessageStore } from '#app/chat/message-store.server.ts';
import { branchOf, findMessage } from '#app/chat/message-tree.ts';
import { toTitleChunk } from '#app/chat/title-news.ts';
import { cutAsk } from '#app/chat/secrets/cut-message.ts';
import { createLog } from '#app/platform/log.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { requireShape } from '#app/platform/shape.ts';
import { isStorageFull } from '#app/platform/stores/is-storage-full.ts';

import { toEvent, type Ask, type AskFailure } from './ask.ts';
import { changesByHand, lastAnswerAt } from './changes-by-hand.ts';
import { giveDocuments } from './give-documents.ts';
import { joinChunks } from './log/join-chunks.ts';
import { KEPT_CHUNK, loseUnkept } from './log/lose-unkept.ts';
import { tellTitle } from './tell-title.ts';
import { titleAfter } from './title-of-chat.ts';
import type { TurnHooks } from './turn-hooks.ts';
import type { ClosedTurn, TurnTools } from './turn-tools.ts';
import { RunLog, type Listener } from './log/run-log.ts';
import { runTurn, type TurnEnding } from './run-turn.server.ts';

const FULL =
  'The storage of this chat is full. The conversation so far is kept: start a new chat, or fork this one at an earlier message.';
const BROKE = 'The turn failed. Everything done until then is kept.';

interface Running {
  turn: string;
  log: RunLog;
  abort: AbortController;
  ended: Promise<void>;
}

/** The conversation of a draft inside its object: the running turn, and its listeners. */
export class TurnRunner {
  readonly #chat: ChatStore;
  readonly #messages: MessageStore;
  readonly #attachments: ChatAttachments;
  readonly #changes: ChangeSets;
  readonly #hooks: TurnHooks;
  #running: Running | null = null;

  constructor(
    { store, messages, attachments, changes }: ChatStores & { changes: ChangeSets },
    hooks: TurnHooks = {},
  ) {
    this.#chat = store;
    this.#messages = messages;
    this.#attachments = attachments;
    this.#changes = changes;
    this.#hooks = hooks;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** A turn that nobody runs any more, because the object started anew, is over; its answer is kept. */
  async wake(now: number): Promise<RunningTurn | null> {
    const { turn } = this.#chat.load();
    if (turn === null || this.#running !== null) return null;
    await this.#keepPartial(turn.id, turn.answer, true);
    this.#chat.apply({ kind: 'wake' }, now);
    return turn;
  }

  read(): ChatView {
    return requireShape(ChatView, JSON.parse(this.readLines().join('')), 'The chat');
  }

  /** The same as JSON, in lines. */
  readLines(): string[] {
    return toChatLines(this.#chat.load(), (id) => this.#messages.readText(id));
  }

  /** One answer, and how its turn stands; null where it is not stored. */
  readAnswer(id: string): { message: UIMessage; status: TurnStatus | undefined } | null {
    const [message] = this.#messages.read([id]);
    if (!message) return null;
    return { message, status: findMessage(this.#chat.load(), id)?.status };
  }

  /** Whether an answer holds nothing that somebody could use. */
  isEmpty(answer: string): boolean {
    const [message] = this.#messages.read([answer]);
    const isUseful = ({ type }: UIMessage['parts'][number]) =>
      !type.startsWith('data-') && type !== 'step-start';
    return !message?.parts.some(isUseful);
  }

  /** Why a turn would be refused now, in a chat of so many bytes at most; null where it would not. */
  findRefusal(
    ask: Ask,
    now: number,
    limit: number,
  ): ({ ok: false } & (ChatFailure | TooMuch)) | null {
    const next = this.#next(ask, now);
    if (!next.ok) return next;
    const message = ask.kind === 'send' ? ask.message : null;
    const tooMuch = findTooMuch(message, this.#messages.bytes(), limit);
    return tooMuch && fail(tooMuch);
  }

  /** Begins a turn and gives its stream; the turn goes on when nobody listens. */
  begin(
    asked: Ask,
    prepare: () => Promise<TurnTools>,
    now: number,
  ): Result<ReadableStream<Uint8Array>, AskFailure> {
    const { ask, news } = cutAsk(asked);
    const next = this.#next(ask, now);
    if (!next.ok) return next;
    const { turn } = next.value;
    if (turn === null) throw new Error('A turn began.');
    const before = this.#chat.load();
    let lastLine = 0;
    try {
      this.#messages.create();
      lastLine = this.#messages.lastLine();
      if (ask.kind === 'send') this.#messages.write(ask.message);
      this.#messages.forgetLines(turn.id);
      const title = titleAfter(before, ask, (ids) => this.#messages.read(ids));
      this.#chat.save({ ...next.value, title });
    } catch (error) {
      if (isStorageFull(error)) return fail({ reason: 'storageFull' });
      throw error;
    }
    const abort = new AbortController();
    const lines = this.#messages.linesOf(turn.id);
    const log = new RunLog(lines, lastLine, (error) => abort.abort(error));
    for (const chunk of news) log.append(chunk);
    const ended = this.#run(turn, next.value, prepare, log, abort.signal);
    this.#running = { turn: turn.id, log, abort, ended };
    return succeed(log.listen(0));
  }

  /**
   * The state of the chat after the request. A turn that is stored as over, but is still sending
   * its end, counts as running.
   */
  #next(ask: Ask, now: number): Result<ChatState, ChatFailure> {
    const next = reduceChat(this.#chat.load(), toEvent(ask), now);
    if (!next.ok || this.#running === null) return next;
    return fail({ reason: 'busy', turn: this.#running.turn });
  }

  /** The rest of the running turn's stream after a line; null where none runs. */
  listen(after: number, listener?: Listener): ReadableStream<Uint8Array> | null {
    return this.#running?.log.listen(after, listener) ?? null;
  }

  /** Tells the listeners of the running turn what the chat is called now. */
  tellTitle(title: string): void {
    this.#running?.log.append(toTitleChunk(title));
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
    this.#attachments.forget();
    this.#changes.forget();
    this.#chat.forget();
  }

  async #run(
    turn: RunningTurn,
    state: ChatState,
    prepare: () => Promise<TurnTools>,
    log: RunLog,
    signal: AbortSignal,
  ): Promise<void> {
    let ending: TurnEnding = { status: 'failed', isFree: false };
    try {
      const isTitled = state.title !== this.#chat.load().title;
      if (isTitled) await this.#hooks.onTitle?.();
      const tools = await prepare();
      const stored = this.#storedOf(turn, state);
      const messages = await giveDocuments(stored, tools, this.#attachments);
      const outcome = await runTurn({
        ...tools,
        messages,
        changedByHand: changesByHand(state.points, lastAnswerAt(turn, state), messages),
        answer: turn.answer,
        signal,
        onChunk: tellTitle(log, () => (isTitled ? this.#chat.load().title : null)),
        onEnd: () => this.#close(turn, tools),
        onError: (error) => createLog({ turn: turn.id }).warn('turn.failed', { error }),
      });
      ending = outcome;
      if (isStorageFull(signal.reason)) log.append({ type: 'error', errorText: FULL });
      if (outcome.message) this.#messages.write(outcome.message);
      else await this.#keepPartial(turn.id, turn.answer);
    } catch (error) {
      ending = { ...ending, status: 'failed' };
      createLog({ turn: turn.id }).error('turn.broke', { error });
      log.append({ type: 'error', errorText: isStorageFull(error) ? FULL : BROKE });
      await this.#keepPartial(turn.id, turn.answer);
    }
    if (isStorageFull(signal.reason)) ending = { ...ending, status: 'failed' };
    await this.#end(turn, ending, log);
  }

  /** Ends the turn for all listeners, even if the storage accepts no more writes. */
  async #end(turn: RunningTurn, { status, isFree }: TurnEnding, log: RunLog): Promise<void> {
    try {
      this.#chat.apply({ kind: 'end', turn: turn.id, status }, Date.now());
      const isInVain = isFree || (status === 'failed' && this.isEmpty(turn.answer));
      await this.#hooks.onTurnEnd?.({ turn: turn.id, isInVain });
    } catch (error) {
      // The next look finds a turn that nobody runs, and ends it.
      createLog({ turn: turn.id }).error('turn.unkept', { error });
    }
    log.append({ type: 'message-metadata', messageMetadata: { status } });
    if (this.#running?.log === log) this.#running = null;
    log.end();
  }

  /** The branch up to the question, and with the answer where that goes on. */
  #storedOf({ question, answer }: RunningTurn, state: ChatState): UIMessage[] {
    const ids = branchOf(state, question).map(({ id }) => id);
    return this.#messages.read([...ids, answer]);
  }

  /** Stores what a turn has changed, and reports it in the stream. */
  async #close({ answer }: RunningTurn, tools: TurnTools): Promise<UIMessageChunk[]> {
    const left = await tools.close?.().finally(() => tools.workspace.end());
    if (!left) return [];
    const { made, held, answers } = left;
    const views = [
      ...(answers.length > 0 ? [this.#changes.offer(answer, answers)] : []),
      ...(held.length > 0 ? [await this.#changes.propose(answer, held)] : []),
    ];
    return [
      KEPT_CHUNK,
      ...this.#keepPoint(answer, made),
      ...views.map((view) => ({ type: 'data-changes' as const, id: view.id, data: view })),
    ];
  }

  #keepPoint(answer: string, made: ClosedTurn['made']): UIMessageChunk[] {
    if (made === null) return [];
    const { content, changed, inAll } = made;
    const point = { by: 'turn' as const, message: answer, content, changed };
    const kept = this.#chat.apply({ kind: 'point', point }, Date.now());
    const number = kept.ok ? kept.value.points.at(-1)?.number : undefined;
    return [{ type: 'data-point', id: 'point', data: { number, changed: inAll } }];
  }

  /** Puts together what an unfinished turn had sent, behind what its answer held before. */
  async #keepPartial(turn: string, answer: string, isLost = false): Promise<void> {
    try {
      const [before] = this.#messages.read([answer]);
      const lines = this.#messages.linesOf(turn).after(0, Infinity);
      const joined = await joinChunks(answer, before, lines);
      this.#messages.write(isLost ? loseUnkept(joined, lines) : joined);
    } catch (error) {
      createLog({ turn }).error('turn.partial.unkept', { error });
    }
  }
}
