import { DurableObject } from 'cloudflare:workers';

import { AutopilotRunner } from '#app/autopilot/autopilot-runner.server.ts';
import type { AutopilotGoal, AutopilotState } from '#app/autopilot/autopilot-state.ts';
import type { AutopilotCalls } from '#app/autopilot/autopilot-stub.server.ts';
import type { ChangeSetDecision } from '#app/builder/change-set/change-set.ts';
import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';
import { ChatAttachments } from '#app/chat/attachments/chat-attachments.server.ts';
import { ChangeSets } from '#app/chat/changes/change-sets.server.ts';
import { decideOnChanges, type DecidedDraft } from '#app/chat/changes/decide-changes.server.ts';
import { toOutline } from '#app/chat/chat-lines.ts';
import { chatBytesOf } from '#app/chat/chat-size.ts';
import type { ChatFailure } from '#app/chat/chat-state.ts';
import { ChatStore } from '#app/chat/chat-store.server.ts';
import type { ChatCalls, ChatOutline, Decided, ListedPoints } from '#app/chat/chat-stub.server.ts';
import { adoptChat, copyChat } from '#app/chat/copy-chat.server.ts';
import type { CopiedChat, ForkedChat } from '#app/chat/fork-state.ts';
import { MessageStore } from '#app/chat/message-store.server.ts';
import { findPoint, restoreDraft, type RestoreFailure } from '#app/chat/restore-draft.server.ts';
import { admitTurn, type TurnCaller } from '#app/chat/turns/admit-turn.server.ts';
import type { HeldDraft } from '#app/chat/turns/draft-ports.server.ts';
import { isPaidByUs } from '#app/chat/turns/is-paid-by-us.ts';
import { toListener } from '#app/chat/turns/log/to-listener.server.ts';
import { openWorkspace } from '#app/chat/turns/open-workspace.server.ts';
import { toLineStream } from '#app/chat/turns/text-stream.ts';
import { budgetOfTurn } from '#app/chat/turns/turn-budget.ts';
import { TurnCredit } from '#app/chat/turns/turn-credit.server.ts';
import type { Ask, AskFailure } from '#app/chat/turns/ask.ts';
import { TurnRunner } from '#app/chat/turns/turn-runner.server.ts';
import type { TurnTools } from '#app/chat/turns/turn-tools.ts';
import type { DraftAccess } from '#app/drafts/draft-access.server.ts';
import { DraftKeeper } from '#app/drafts/draft-keeper.server.ts';
import type { DraftContent, DraftEvent, DraftFailure, DraftHead } from '#app/drafts/draft-state.ts';
import { toContent, toPointView, toOrigin } from '#app/drafts/restore-points.ts';
import type { DraftCalls } from '#app/drafts/store.server.ts';
import { limitBindings } from '#app/platform/stores/limit-database.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { cutCredentials } from '#app/platform/credentials/cut-credentials.ts';
import { createLog } from '#app/platform/log.ts';
import { createObjectContext } from '#app/platform/object-context.server.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { judgeRound } from './judge-round.ts';

type Absent = { reason: 'unknown' | 'expired' };

/**
 * One draft and its chat: it stores what the state modules decide, lets turns run and expires.
 */
export class DraftObject
  extends DurableObject<Env>
  implements DraftCalls, ChatCalls, AutopilotCalls
{
  readonly #store: ChatStore;
  readonly #messages: MessageStore;
  readonly #keeper: DraftKeeper;
  readonly #attachments: ChatAttachments;
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
    this.#attachments = new ChatAttachments(ctx.storage, this.#keeper);
    this.#keeper.files = this.#attachments;
    this.#changes = new ChangeSets(ctx.storage, this.#messages);
    const parts = { ...this.#stores, changes: this.#changes };
    this.#chat = new TurnRunner(parts, {
      onTitle: () => this.#keeper.index(),
      onTurnEnd: async ({ turn, isInVain }) => {
        await this.#credit.settle(turn, isInVain);
        await this.#keeper.index();
      },
    });
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

  get #stores() {
    return { store: this.#store, messages: this.#messages, attachments: this.#attachments };
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
    const origin = toOrigin(event);
    // Otherwise the writes of the running turn and the person's edit would overwrite each other.
    if (origin?.by === 'screen' && this.#chat.isRunning) return fail({ reason: 'atWork' });
    return this.#keeper.apply(event, origin);
  }

  async remove(owner: string): Promise<void> {
    if (await this.#keeper.remove(owner)) await this.#forget();
  }

  async #forget(): Promise<void> {
    this.#autopilot.forget();
    await this.#chat.forget();
  }

  readChat(): ReadableStream<Uint8Array> {
    return toLineStream(this.#chat.readLines());
  }

  openAttachments(): ChatAttachments {
    return this.#attachments;
  }

  readOutline(): ChatOutline {
    return toOutline(this.#store.load(), (id) => this.#messages.bytes([id]) > 0);
  }

  async ask(
    asked: Ask,
    who: TurnCaller,
  ): Promise<Result<ReadableStream<Uint8Array>, AskFailure | Absent>> {
    const head = this.read();
    if (!head.ok) return head;
    await this.#wake();
    const resolved = this.#attachments.resolve(asked);
    if (!resolved.ok) return resolved;
    const ask = resolved.value;
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
    const begun = this.#chat.begin(ask, () => this.#prepare(ask.answer, who, watched), Date.now());
    if (!begun.ok) {
      await this.#credit.settle(ask.turn, true);
      return begun;
    }
    if (model !== undefined) this.#store.apply({ kind: 'model', model }, Date.now());
    await this.#keeper.setAlarm();
    return begun;
  }

  listen(after: number, access: DraftAccess): ReadableStream<Uint8Array> | null {
    const listener = toListener(access, () => this.read());
    return this.#chat.listen(after, listener);
  }

  stop(): Promise<boolean> {
    return this.#chat.stop();
  }

  show(leaf: string): Result<void, ChatFailure> {
    const shown = this.#store.apply({ kind: 'show', leaf }, Date.now());
    return shown.ok ? succeed(undefined) : shown;
  }

  async rename(given: string): Promise<void> {
    const title = cutCredentials(given).text;
    this.#store.apply({ kind: 'title', title }, Date.now());
    await this.#keeper.index();
    this.#chat.tellTitle(title);
  }

  readDeleted(): DraftHead | null {
    return this.#keeper.readDeleted();
  }

  fork(message: string | null, isOwn: boolean): ForkedChat | null {
    const head = this.read();
    return head.ok ? copyChat(this.#stores, head.value, message, isOwn) : null;
  }

  exportTexts(ids: string[], isOwn: boolean): ReadableStream<Uint8Array> {
    return this.#messages.exportTexts(ids, isOwn);
  }

  async adopt(copied: CopiedChat, texts: ReadableStream<Uint8Array>): Promise<void> {
    await adoptChat(this.#stores, copied, texts);
    this.#changes.closeForeign(copied.chat.messages.map(({ id }) => id));
    await this.#keeper.index();
  }

  listPoints(): ListedPoints {
    const points = this.#store.load().points.map(toPointView);
    return { points, stored: this.#keeper.measure() };
  }

  readPoint(number: number): DraftContent | null {
    const point = findPoint(this.#store, number);
    return point ? toContent(point) : null;
  }

  async restore(number: number, changed: string[]): Promise<Result<number, RestoreFailure>> {
    if (this.#chat.isRunning) return fail({ reason: 'atWork' });
    const restored = await restoreDraft(this.#keeper, this.#store, number, changed);
    if (restored.ok) this.#changes.outdateAll();
    return restored;
  }

  async decide(set: string, decision: ChangeSetDecision, origin: string): Promise<Decided> {
    const head = this.read();
    if (!head.ok) return head;
    if (this.#chat.isRunning) return fail({ reason: 'atWork' });
    const { revision } = head.value;
    const draft: DecidedDraft = this.#hold(async (content) => {
      // A turn that began meanwhile works on the server as it was.
      if (this.#chat.isRunning) return fail({ reason: 'atWork' });
      return this.#keeper.apply({ kind: 'change', revision, content }, draft.origin);
    });
    return decideOnChanges(this.#openApp(origin), this.#changes, draft, { set, decision });
  }

  beginAutopilot(goal: AutopilotGoal, who: TurnCaller): Result<AutopilotState, { reason: 'busy' }> {
    const app = this.#openApp(who.origin);
    return this.#autopilot.begin(goal, Date.now(), {
      ask: (ask) => this.ask(ask, { ...who, isUnattended: true }),
      readAnswer: (id) => this.#chat.readAnswer(id),
      judge: (answer) => judgeRound(app, this.#requireHead(), this.#store.readPoints(), answer),
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

  async #prepare(answer: string, who: TurnCaller, model: TurnModel): Promise<TurnTools> {
    const app = this.#openApp(who.origin);
    const draft = this.#hold((content) => {
      const { revision } = this.#requireHead();
      return this.#keeper.apply({ kind: 'change', revision, content });
    });
    const { isUnattended } = who;
    const tools = await openWorkspace(app, draft, { answer, isUnattended });
    return { model, budget: budgetOfTurn(who.budget, model.isOwnKey), ...tools };
  }

  #hold(change: HeldDraft['change']): HeldDraft {
    return {
      head: () => this.#requireHead(),
      change,
      points: () => this.#store.load().points,
      rename: (title) => this.rename(title),
    };
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
