import { DurableObject } from 'cloudflare:workers';

import { AutopilotRunner } from '#app/autopilot/autopilot-runner.server.ts';
import type { AutopilotGoal, AutopilotState } from '#app/autopilot/autopilot-state.ts';
import type { AutopilotCalls } from '#app/autopilot/autopilot-stub.server.ts';
import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';
import { answerReport, type ReportAnswer } from '#app/builder/tools/run-checks.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import { chatBytesOf } from '#app/chat/chat-size.ts';
import type { ChatFailure, ChatState } from '#app/chat/chat-state.ts';
import { ChatStore } from '#app/chat/chat-store.server.ts';
import type { ChatCalls } from '#app/chat/chat-stub.server.ts';
import { forkChatState, type ForkedChat } from '#app/chat/fork-state.ts';
import { MessageStore } from '#app/chat/message-store.server.ts';
import { admitTurn, type TurnCaller } from '#app/chat/turns/admit-turn.server.ts';
import { createDraftPorts } from '#app/chat/turns/draft-ports.server.ts';
import { isPaidByUs } from '#app/chat/turns/is-paid-by-us.ts';
import { toLineStream } from '#app/chat/turns/text-stream.ts';
import { TurnCredit } from '#app/chat/turns/turn-credit.server.ts';
import { TurnRunner } from '#app/chat/turns/turn-runner.server.ts';
import type { Ask, AskFailure, EndedTurn, TurnTools } from '#app/chat/turns/turn-runner.server.ts';
import { DraftKeeper } from '#app/drafts/draft-keeper.server.ts';
import type { DraftContent, DraftEvent, DraftFailure, DraftHead } from '#app/drafts/draft-state.ts';
import { toContent, toPointView, type PointView } from '#app/drafts/restore-points.ts';
import { loadBlueprint, type DraftCalls } from '#app/drafts/store.server.ts';
import { reportDraft } from '#app/hosting/report-draft.server.ts';
import { limitBindings } from '#app/platform/limit-database.server.ts';
import { createObjectContext } from '#app/platform/object-context.server.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

type Absent = { reason: 'unknown' | 'expired' };

/**
 * One draft and its chat. A shell: it stores what `draft-state.ts` and `chat-state.ts` decide, lets
 * turns run, and wakes up when the draft expires.
 */
export class DraftObject
  extends DurableObject<Env>
  implements DraftCalls, ChatCalls, AutopilotCalls
{
  readonly #store: ChatStore;
  readonly #messages: MessageStore;
  readonly #keeper: DraftKeeper;
  readonly #chat: TurnRunner;
  readonly #autopilot: AutopilotRunner;
  readonly #credit: TurnCredit;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new ChatStore(ctx.storage);
    const { DB } = limitBindings(env);
    this.#keeper = new DraftKeeper(ctx.storage, DB, this.#store);
    this.#messages = new MessageStore(ctx.storage);
    this.#chat = new TurnRunner(this.#store, this.#messages, (end) => this.#endTurn(end));
    this.#keeper.isAtWork = () => this.#chat.isRunning;
    this.#autopilot = new AutopilotRunner(ctx.storage);
    this.#credit = new TurnCredit(ctx.storage, DB);
    void ctx.blockConcurrencyWhile(async () => {
      await this.#wake();
      this.#autopilot.wake(Date.now());
    });
  }

  /** A turn that nobody runs any more is over; its changes become a restore point. */
  async #wake(): Promise<void> {
    const lost = await this.#chat.wake(Date.now());
    if (!lost) return;
    this.#keeper.keepPoint({ by: 'turn', message: lost.answer, changed: [] });
    await this.#credit.settle(lost.id, this.#chat.isEmpty(lost.answer));
  }

  async #endTurn({ turn, isInVain }: EndedTurn): Promise<void> {
    await this.#credit.settle(turn, isInVain);
    await this.#keeper.index();
  }

  /** The head of the draft. Reading an unknown id stores nothing. */
  read(): Result<DraftHead, Absent> {
    return this.#keeper.read();
  }

  /** The head for a call of the draft's endpoint, and whether somebody is changing it now. */
  readToServe(): Result<{ head: DraftHead; isAtWork: boolean }, Absent> {
    const head = this.read();
    const isAtWork = this.#chat.isRunning || this.readAutopilot()?.end === null;
    return head.ok ? succeed({ head: head.value, isAtWork }) : head;
  }

  /** Makes the draft, or changes it when the named revision is still the current one. */
  async apply(event: DraftEvent): Promise<Result<DraftHead, DraftFailure>> {
    if (event.kind === 'create') {
      return this.#keeper.apply(event, { by: 'beginning', message: null, changed: [] });
    }
    if (event.kind !== 'change' || !event.content) return this.#keeper.apply(event);
    // Otherwise the writes of the running turn and the person's edit would overwrite each other.
    if (this.#chat.isRunning) return fail({ reason: 'atWork' });
    const { changed = [] } = event;
    return this.#keeper.apply(event, { by: 'screen', message: null, changed });
  }

  /** Ends the draft of this owner for good; nobody else's, and a second time changes nothing. */
  async remove(owner: string): Promise<void> {
    await this.#keeper.apply({ kind: 'remove', owner });
    if (this.#keeper.hasEnded) await this.#forget();
  }

  /** Deletes the conversation, and the autopilot run, with the draft. */
  async #forget(): Promise<void> {
    this.#autopilot.forget();
    await this.#chat.forget();
  }

  /** The conversation of the draft as JSON (a `ChatView`): in bytes, as no call returns so long a text. */
  readChat(): ReadableStream<Uint8Array> {
    return toLineStream(this.#chat.readLines());
  }

  /** Begins a turn; its stream has every line from the first. */
  async ask(
    ask: Ask,
    who: TurnCaller,
  ): Promise<Result<ReadableStream<Uint8Array>, AskFailure | Absent>> {
    const head = this.read();
    if (!head.ok) return head;
    await this.#wake();
    const { model = this.#store.load().model } = who;
    const admitted = await admitTurn(
      createObjectContext(this.env, this.ctx, who.origin),
      ask,
      who,
      model,
    );
    if (!admitted.ok) return admitted;
    const chosen = admitted.value;
    const limit = chatBytesOf({ isKept: head.value.expiresAt === null });
    const refused = this.#chat.findRefusal(ask, Date.now(), limit);
    if (refused) return refused;
    if (isPaidByUs(chosen)) {
      const taken = await this.#credit.take(ask.turn, who.counts, Date.now());
      if (!taken.ok) return taken;
    }
    const watched = this.#credit.watch(ask.turn, chosen);
    const begun = this.#chat.begin(ask, () => this.#prepare(who, watched), Date.now());
    if (!begun.ok) {
      await this.#credit.settle(ask.turn, true);
      return begun;
    }
    if (model !== undefined) this.#store.apply({ kind: 'model', model }, Date.now());
    await this.#keeper.setAlarm();
    return begun;
  }

  /** The lines of the running turn after the given one; null if no turn is running. */
  listen(after: number): ReadableStream<Uint8Array> | null {
    return this.#chat.listen(after);
  }

  /** Stops the running turn; returns whether there was one. */
  stop(): Promise<boolean> {
    return this.#chat.stop();
  }

  /** Shows another branch of the conversation: the one that goes through this message. */
  show(leaf: string): Result<void, ChatFailure> {
    const shown = this.#store.apply({ kind: 'show', leaf }, Date.now());
    return shown.ok ? succeed(undefined) : shown;
  }

  /** Calls the chat something else. */
  async rename(title: string): Promise<void> {
    this.#store.apply({ kind: 'title', title }, Date.now());
    await this.#keeper.index();
  }

  /** The head of a draft that was deleted and may be taken back; null for every other. */
  readDeleted(): DraftHead | null {
    return this.#keeper.readDeleted();
  }

  /**
   * The start of a fork: the chat up to a message, its size, and the draft as it was at that point.
   */
  fork(message: string | null, isOwn: boolean): ForkedChat | null {
    const head = this.read();
    const forked = forkChatState(this.#store.load(), message, isOwn);
    if (!head.ok || forked === null) return null;
    const { chat, point } = forked;
    const bytes = this.#messages.bytes(chat.messages.map(({ id }) => id));
    return { chat, content: toContent(point ?? head.value), bytes };
  }

  /** The messages of these ids as JSON, a line each. */
  exportTexts(ids: string[]): ReadableStream<Uint8Array> {
    return this.#messages.exportTexts(ids);
  }

  /** Begins the conversation of a new draft with that of another one. */
  async adopt(chat: ChatState, texts: ReadableStream<Uint8Array>): Promise<void> {
    await this.#messages.adopt(texts);
    this.#store.save({ ...chat, points: this.#store.load().points });
    await this.#keeper.index();
  }

  /** The restore points, oldest first. */
  listPoints(): PointView[] {
    return this.#store.load().points.map(toPointView);
  }

  /** The content of the draft at a restore point; null if there is no point of that number. */
  readPoint(number: number): DraftContent | null {
    const point = this.#store.load().points.find((each) => each.number === number);
    return point ? toContent(point) : null;
  }

  /** Makes the draft what it was at a point; a new point says so. Refused while a turn runs. */
  async restore(
    number: number,
    changed: string[],
  ): Promise<Result<number, DraftFailure | { reason: 'noSuchPoint' }>> {
    const head = this.read();
    if (!head.ok) return head;
    if (this.#chat.isRunning) return fail({ reason: 'atWork' });
    const content = this.readPoint(number);
    if (content === null) return fail({ reason: 'noSuchPoint' });
    const origin = { by: 'restore' as const, message: null, changed };
    const { revision } = head.value;
    const applied = await this.#keeper.apply({ kind: 'change', revision, content }, origin);
    return applied.ok ? succeed(this.#store.load().points.at(-1)?.number ?? number) : applied;
  }

  /** Begins to work towards a goal, turn after turn; refused while that is going on. */
  beginAutopilot(goal: AutopilotGoal, who: TurnCaller): Result<AutopilotState, { reason: 'busy' }> {
    return this.#autopilot.begin(goal, Date.now(), {
      ask: (ask) => this.ask(ask, who),
      read: () => this.#chat.read(),
      report: () => this.#report(who.origin),
      stop: () => this.#chat.stop(),
    });
  }

  /** The current or the last autopilot run; null if there was none. */
  readAutopilot(): AutopilotState | null {
    return this.#autopilot.read();
  }

  /** Ends the autopilot run, and the turn that it waits for. */
  async stopAutopilot(): Promise<void> {
    this.#autopilot.end('stopped', Date.now());
    await this.#chat.stop();
  }

  async #report(origin: string): Promise<ReportAnswer> {
    const report = await reportDraft(
      createObjectContext(this.env, this.ctx, origin),
      this.#requireHead(),
    );
    return answerReport(report);
  }

  async #prepare({ origin, budget }: TurnCaller, model: TurnModel): Promise<TurnTools> {
    const app = createObjectContext(this.env, this.ctx, origin);
    const ports = createDraftPorts(app, {
      head: () => this.#requireHead(),
      change: async (content) => {
        if (workspace.hasEnded) return fail({ reason: 'atWork' });
        const { revision } = this.#requireHead();
        return this.#keeper.apply({ kind: 'change', revision, content });
      },
      points: () => this.#store.load().points,
      rename: (title) => this.rename(title),
    });
    const head = this.#requireHead();
    const before = await loadBlueprint(this.env, head);
    const workspace: Workspace = new Workspace(before, ports);
    const close = async () => {
      await workspace.settle();
      const content = toContent(this.#requireHead());
      if (content.blueprint === head.blueprint && content.artifact === head.artifact) return null;
      return { content, changed: describeDiff(diffBlueprints(before, workspace.settled)) };
    };
    return { model, workspace, budget, close };
  }

  #requireHead(): DraftHead {
    const head = this.read();
    if (!head.ok) throw new Error('The draft of a turn is gone.');
    return head.value;
  }

  override async alarm(): Promise<void> {
    const kind = await this.#keeper.alarm();
    if (kind === 'empty') await this.ctx.storage.deleteAll();
    if (kind === 'expired') await this.#forget();
  }
}
