import { DurableObject } from 'cloudflare:workers';

import { reportDraft } from '#app/hosting/report-draft.server.ts';
import { createTrace, type AppContext } from '#app/platform/app-context.ts';
import { readConfig } from '#app/platform/config.ts';
import { createLog } from '#app/platform/log.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { ChatRoom, type Ask, type TurnTools } from './chat/chat-room.server.ts';
import type { ChatFailure } from './chat/chat-state.ts';
import { createDraftPorts } from './chat/draft-ports.server.ts';
import type { TurnBudget } from './chat/turn-budget.ts';
import { indexDraft } from './draft-index.server.ts';
import {
  nextAlarm,
  readHead,
  reduceDraft,
  type DraftEvent,
  type DraftFailure,
  type DraftHead,
  type DraftState,
} from './draft-state.ts';
import { LoopRunner } from './loop/loop-runner.server.ts';
import type { LoopGoal, LoopState } from './loop/loop-state.ts';
import { builtInModel } from './model/built-in-model.ts';
import { loadBlueprint } from './store.server.ts';
import { answerReport, type ReportAnswer } from './tools/run-checks.ts';
import { Workspace } from './tools/workspace.ts';

/** A database that hangs must not make the draft hang. */
const INDEX_TIMEOUT_MS = 2_000;
/** While a turn runs the object asks to be woken, so that one that it lost is found. */
const TURN_ALARM_MS = 30_000;
/** How long until a row that D1 did not take is written again. */
const INDEX_RETRY_MS = 60_000;

/** Who asks for a turn: under which address the product is reached, and what it may use. */
interface Asking {
  origin: string;
  budget: TurnBudget;
}

/**
 * One draft. A shell: it stores what `draft-state.ts` decides, keeps D1's row in step and wakes up
 * when the draft expires.
 */
export class DraftObject extends DurableObject<Env> {
  readonly #chat: ChatRoom;
  readonly #loop: LoopRunner;
  #indexAt: number | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#chat = new ChatRoom(ctx.storage);
    this.#loop = new LoopRunner(ctx.storage);
    void ctx.blockConcurrencyWhile(async () => {
      await this.#chat.wake(Date.now());
      this.#loop.wake(Date.now());
    });
  }

  /** The head of the draft. Reading an unknown id stores nothing. */
  read(): Result<DraftHead, { reason: 'unknown' | 'expired' }> {
    return readHead(this.#load(), Date.now());
  }

  /** Makes the draft, or changes it when the named revision is still the current one. */
  async apply(event: DraftEvent): Promise<Result<DraftHead, DraftFailure>> {
    const next = reduceDraft(this.#load(), event, Date.now());
    if (!next.ok) return next;
    await this.#save(next.value);
    if (next.value.kind !== 'live') return fail({ reason: 'unknown' });
    await this.#index(next.value.head);
    return succeed(next.value.head);
  }

  /** Ends the draft of this owner for good; nobody else's, and a second time changes nothing. */
  async remove(owner: string): Promise<void> {
    const next = reduceDraft(this.#load(), { kind: 'remove', owner }, Date.now());
    if (!next.ok) return;
    await this.#save(next.value);
    await this.#forget();
  }

  /** What was said ends with the draft. */
  async #forget(): Promise<void> {
    this.#loop.forget();
    await this.#chat.forget();
  }

  /** The conversation of the draft as JSON (a `ChatView`): messages hold values of any shape. */
  readChat(): string {
    return JSON.stringify(this.#chat.read());
  }

  /** Begins a turn; its stream has every line from the first. */
  async ask(
    ask: Ask,
    who: Asking,
  ): Promise<Result<ReadableStream<Uint8Array>, ChatFailure | { reason: 'unknown' | 'expired' }>> {
    const head = this.read();
    if (!head.ok) return head;
    const begun = this.#chat.begin(ask, () => this.#prepare(who), Date.now());
    if (begun.ok) await this.#setAlarm(this.#load());
    return begun;
  }

  /** What the running turn still has to say after a line; null where none runs. */
  listen(after: number): ReadableStream<Uint8Array> | null {
    return this.#chat.listen(after);
  }

  /** Stops the running turn; tells whether there was one. */
  stop(): Promise<boolean> {
    return this.#chat.stop();
  }

  /** Begins to work towards a goal, turn after turn; refused while that is going on. */
  beginLoop(goal: LoopGoal, who: Asking): Result<LoopState, { reason: 'busy' }> {
    return this.#loop.begin(goal, Date.now(), {
      ask: (ask) => this.ask(ask, who),
      read: () => this.#chat.read(),
      report: () => this.#report(who.origin),
    });
  }

  /** The loop that runs, or ran last; null where there was none. */
  readLoop(): LoopState | null {
    return this.#loop.read();
  }

  /** Ends the loop, and the turn that it waits for. */
  async stopLoop(): Promise<void> {
    this.#loop.end('stopped', Date.now());
    await this.#chat.stop();
  }

  async #report(origin: string): Promise<ReportAnswer> {
    const report = await reportDraft(this.#createContext(origin), this.#requireHead());
    return answerReport(report);
  }

  async #prepare({ origin, budget }: Asking): Promise<TurnTools> {
    const app = this.#createContext(origin);
    const ports = createDraftPorts(app, {
      head: () => this.#requireHead(),
      change: (content) =>
        this.apply({ kind: 'change', revision: this.#requireHead().revision, content }),
    });
    const workspace = new Workspace(await loadBlueprint(this.env, this.#requireHead()), ports);
    return { model: builtInModel, workspace, budget };
  }

  #requireHead(): DraftHead {
    const head = this.read();
    if (!head.ok) throw new Error('The draft of a turn is gone.');
    return head.value;
  }

  #createContext(origin: string): AppContext {
    const config = readConfig(this.env);
    if (!config.ok) throw new Error(config.message);
    const waitUntil = (work: Promise<unknown>) => this.ctx.waitUntil(work);
    return { ...createTrace(), env: this.env, config: config.value, origin, waitUntil };
  }

  override async alarm(): Promise<void> {
    this.#indexAt = null;
    const next = reduceDraft(this.#load(), { kind: 'alarm' }, Date.now());
    if (!next.ok) return;
    if (next.value.kind === 'empty') {
      await this.ctx.storage.deleteAll();
      return;
    }
    await this.#save(next.value);
    if (next.value.kind === 'expired') await this.#forget();
    // Whichever instance the row failed in, this one writes it.
    if (next.value.kind === 'live') await this.#index(next.value.head);
  }

  #load(): DraftState {
    return this.ctx.storage.kv.get<DraftState>('state') ?? { kind: 'empty' };
  }

  async #save(state: DraftState): Promise<void> {
    this.ctx.storage.kv.put('state', state);
    await this.#setAlarm(state);
  }

  /** Wakes for what comes first: the draft's end, a row to write again, a turn to look after. */
  async #setAlarm(state: DraftState): Promise<void> {
    const turnAt = this.#chat.isRunning ? Date.now() + TURN_ALARM_MS : null;
    const times = [nextAlarm(state), this.#indexAt, turnAt].filter((time) => time !== null);
    if (times.length === 0) await this.ctx.storage.deleteAlarm();
    else await this.ctx.storage.setAlarm(Math.min(...times));
  }

  /** The object is the truth, so a D1 that fails only delays the row: the alarm writes it later. */
  async #index(head: DraftHead): Promise<void> {
    try {
      await withTimeout(indexDraft(this.env.DB, head), INDEX_TIMEOUT_MS);
      this.#indexAt = null;
    } catch (error) {
      createLog({ draft: head.id }).warn('draft.index.failed', { error });
      this.#indexAt = Date.now() + INDEX_RETRY_MS;
      await this.#setAlarm(this.#load());
    }
  }
}
