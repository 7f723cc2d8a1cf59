import { DurableObject } from 'cloudflare:workers';

import { AutopilotRunner } from '#app/autopilot/autopilot-runner.server.ts';
import type { AutopilotGoal, AutopilotState } from '#app/autopilot/autopilot-state.ts';
import type { AutopilotCalls } from '#app/autopilot/autopilot-stub.server.ts';
import type { ChangeDecision, ChangeSetView } from '#app/builder/change-set/change-set.ts';
import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';
import { answerReport, type ReportAnswer } from '#app/builder/tools/run-checks.ts';
import { approveChanges } from '#app/chat/changes/approve-changes.server.ts';
import { ChangeSetStore } from '#app/chat/changes/change-set-store.server.ts';
import { ChangeSets } from '#app/chat/changes/change-sets.server.ts';
import { chatBytesOf } from '#app/chat/chat-size.ts';
import type { ChatFailure, ChatState } from '#app/chat/chat-state.ts';
import { ChatStore } from '#app/chat/chat-store.server.ts';
import type { ChatCalls, DecisionFailure } from '#app/chat/chat-stub.server.ts';
import { forkChatState, type ForkedChat } from '#app/chat/fork-state.ts';
import { MessageStore } from '#app/chat/message-store.server.ts';
import { admitTurn, type TurnCaller } from '#app/chat/turns/admit-turn.server.ts';
import { createDraftPorts, type HeldDraft } from '#app/chat/turns/draft-ports.server.ts';
import { isPaidByUs } from '#app/chat/turns/is-paid-by-us.ts';
import { openWorkspace } from '#app/chat/turns/open-workspace.server.ts';
import { toLineStream } from '#app/chat/turns/text-stream.ts';
import { TurnCredit } from '#app/chat/turns/turn-credit.server.ts';
import { TurnRunner } from '#app/chat/turns/turn-runner.server.ts';
import type { Ask, AskFailure, EndedTurn } from '#app/chat/turns/turn-runner.server.ts';
import type { TurnTools } from '#app/chat/turns/turn-tools.ts';
import { DraftKeeper } from '#app/drafts/draft-keeper.server.ts';
import type { DraftContent, DraftEvent, DraftFailure, DraftHead } from '#app/drafts/draft-state.ts';
import { toContent, toPointView, type PointView } from '#app/drafts/restore-points.ts';
import { loadBlueprint, type DraftCalls } from '#app/drafts/store.server.ts';
import { reportDraft } from '#app/hosting/report-draft.server.ts';
import { limitBindings } from '#app/platform/limit-database.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { createLog } from '#app/platform/log.ts';
import { createObjectContext } from '#app/platform/object-context.server.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

type Absent = { reason: 'unknown' | 'expired' };

/**
 * One draft and its chat. A shell: it stores what `draft-state.ts` and `chat-state.ts` decide, lets
 * turns run, and wakes up when the draft expires. Its calls are described by the interfaces.
 */
export class DraftObject
  extends DurableObject<Env>
  implements DraftCalls, ChatCalls, AutopilotCalls
{
  readonly #store: ChatStore;
  readonly #messages: MessageStore;
  readonly #keeper: DraftKeeper;
  readonly #changes: ChangeSets;
  readonly #chat: TurnRunner;
  readonly #autopilot: AutopilotRunner;
  readonly #credit: TurnCredit;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new ChatStore(ctx.storage);
    const { DB } = limitBindings(env);
    this.#keeper = new DraftKeeper(ctx.storage, DB, this.#store);
    this.#messages = new MessageStore(ctx.storage);
    this.#changes = new ChangeSets(new ChangeSetStore(ctx.storage), this.#messages);
    this.#chat = new TurnRunner(this.#store, this.#messages, this.#changes, (end) =>
      this.#endTurn(end),
    );
    this.#keeper.isAtWork = () => this.#chat.isRunning;
    this.#autopilot = new AutopilotRunner(ctx.storage);
    this.#credit = new TurnCredit(ctx.storage, DB);
    void ctx.blockConcurrencyWhile(async () => {
      const unread = (error: unknown) => createLog({}).error('draft.wake.failed', { error });
      // A chat that cannot be read must not keep the draft from being served and removed.
      await this.#wake().catch(unread);
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

  read(): Result<DraftHead, Absent> {
    return this.#keeper.read();
  }

  readToServe(): Result<{ head: DraftHead; isAtWork: boolean }, Absent> {
    const head = this.read();
    const isAtWork = this.#chat.isRunning || this.readAutopilot()?.end === null;
    return head.ok ? succeed({ head: head.value, isAtWork }) : head;
  }

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

  async remove(owner: string): Promise<void> {
    if (await this.#keeper.remove(owner)) await this.#forget();
  }

  /** Deletes the conversation, and the autopilot run, with the draft. */
  async #forget(): Promise<void> {
    this.#autopilot.forget();
    await this.#chat.forget();
  }

  readChat(): ReadableStream<Uint8Array> {
    return toLineStream(this.#chat.readLines());
  }

  async ask(
    ask: Ask,
    who: TurnCaller,
  ): Promise<Result<ReadableStream<Uint8Array>, AskFailure | Absent>> {
    const head = this.read();
    if (!head.ok) return head;
    await this.#wake();
    const { model = this.#store.load().model } = who;
    const nonce = this.#store.requireNonce();
    const admitted = await admitTurn(this.#openApp(who.origin), ask, who, model, nonce);
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

  listen(after: number): ReadableStream<Uint8Array> | null {
    return this.#chat.listen(after);
  }

  stop(): Promise<boolean> {
    return this.#chat.stop();
  }

  show(leaf: string): Result<void, ChatFailure> {
    const shown = this.#store.apply({ kind: 'show', leaf }, Date.now());
    return shown.ok ? succeed(undefined) : shown;
  }

  async rename(title: string): Promise<void> {
    this.#store.apply({ kind: 'title', title }, Date.now());
    await this.#keeper.index();
  }

  readDeleted(): DraftHead | null {
    return this.#keeper.readDeleted();
  }

  fork(message: string | null, isOwn: boolean): ForkedChat | null {
    const head = this.read();
    const forked = forkChatState(this.#store.load(), message, isOwn);
    if (!head.ok || forked === null) return null;
    const { chat, point } = forked;
    const bytes = this.#messages.bytes(chat.messages.map(({ id }) => id));
    return { chat, content: toContent(point ?? head.value), bytes };
  }

  exportTexts(ids: string[]): ReadableStream<Uint8Array> {
    return this.#messages.exportTexts(ids);
  }

  async adopt(chat: ChatState, texts: ReadableStream<Uint8Array>): Promise<void> {
    await this.#messages.adopt(texts);
    this.#store.save({ ...chat, points: this.#store.load().points });
    await this.#keeper.index();
  }

  listPoints(): PointView[] {
    return this.#store.load().points.map(toPointView);
  }

  readPoint(number: number): DraftContent | null {
    const point = this.#store.load().points.find((each) => each.number === number);
    return point ? toContent(point) : null;
  }

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
    if (!applied.ok) return applied;
    this.#changes.outdateAll();
    return succeed(this.#store.load().points.at(-1)?.number ?? number);
  }

  async decide(
    set: string,
    decision: ChangeDecision,
    origin: string,
  ): Promise<Result<ChangeSetView, DecisionFailure>> {
    const head = this.read();
    if (!head.ok) return head;
    if (this.#chat.isRunning) return fail({ reason: 'atWork' });
    const app = this.#openApp(origin);
    const { revision } = head.value;
    return this.#changes.decide(set, decision, async (items, { message }) => {
      const origin = {
        by: 'approval' as const,
        message,
        changed: items.flatMap(({ risks }) => risks),
      };
      const draft = this.#hold(async (content) => {
        // A turn that began meanwhile works on the server as it was.
        if (this.#chat.isRunning) return fail({ reason: 'atWork' });
        return this.#keeper.apply({ kind: 'change', revision, content }, origin);
      });
      const before = await loadBlueprint(this.env, head.value);
      return approveChanges(before, items, createDraftPorts(app, draft));
    });
  }

  beginAutopilot(goal: AutopilotGoal, who: TurnCaller): Result<AutopilotState, { reason: 'busy' }> {
    return this.#autopilot.begin(goal, Date.now(), {
      ask: (ask) => this.ask(ask, who),
      readAnswer: (id) => this.#chat.readAnswer(id),
      report: () => this.#report(who.origin),
      stop: () => this.#chat.stop(),
    });
  }

  readAutopilot(): AutopilotState | null {
    return this.#autopilot.read();
  }

  async stopAutopilot(): Promise<void> {
    this.#autopilot.end('stopped', Date.now());
    await this.#chat.stop();
  }

  async #report(origin: string): Promise<ReportAnswer> {
    return answerReport(await reportDraft(this.#openApp(origin), this.#requireHead()));
  }

  async #prepare({ origin, budget }: TurnCaller, model: TurnModel): Promise<TurnTools> {
    const app = this.#openApp(origin);
    const draft = this.#hold((content) => {
      const { revision } = this.#requireHead();
      return this.#keeper.apply({ kind: 'change', revision, content });
    });
    return { model, budget, ...(await openWorkspace(app, draft)) };
  }

  #hold(change: HeldDraft['change']): HeldDraft {
    return { head: () => this.#requireHead(), change, points: () => this.#store.load().points };
  }

  #openApp(origin: string): AppContext {
    return createObjectContext(this.env, this.ctx, origin);
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
