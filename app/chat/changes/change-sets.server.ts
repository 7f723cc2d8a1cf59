import type { UIMessage } from 'ai';

import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import type { AnsweredCall } from '#app/builder/calls/answered-call.ts';
import type { KeptCall } from '#app/builder/calls/keep-answer.ts';
import type { RealAnswer } from '#app/builder/calls/real-call.ts';
import { hashItems } from '#app/builder/change-set/apply-changes.ts';
import {
  ChangeSetView,
  type ChangeDecision,
  type ChangeItem,
  type ChangeSet,
  type HeldItem,
} from '#app/builder/change-set/change-set.ts';
import { toShownItems } from '#app/builder/change-set/to-shown-items.ts';
import type { MessageStore } from '#app/chat/message-store.server.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { AnswerStore } from './answer-store.server.ts';
import { ChangeSetStore } from './change-set-store.server.ts';
import type { MadeCall } from './make-real-call.server.ts';

/** Change sets of a chat that are open at most; the oldest are outdated first. */
const MAX_OPEN = 20;

/** Why a decision on a change set is not taken. */
export type ChangeSetFailure =
  /** Somebody has decided on it, or the server was set back since. */
  | { reason: 'changesClosed' }
  /** It holds something else than what the person was shown. */
  | { reason: 'changesDiffer' };

/** How a decision is carried out. */
export interface Execution<Failure extends { reason: string }> {
  /** Makes items part of the server, and resolves with what still waits; where that fails, nothing was done. */
  apply: (items: HeldItem[], set: ChangeSet) => Promise<Result<HeldItem[], Failure>>;
  /** Makes a call with the real API; it never fails, and is never made again. */
  call: MakeCall;
}

type MakeCall = (item: HeldItem) => Promise<MadeCall>;

/** The change sets of a chat: proposed by its turns, decided on by its owner. */
export class ChangeSets {
  readonly #sets: ChangeSetStore;
  readonly #answers: AnswerStore;
  readonly #messages: MessageStore;
  /** Ids of those that a decision is being carried out on. */
  readonly #deciding = new Set<string>();

  constructor(
    storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>,
    messages: MessageStore,
  ) {
    this.#sets = new ChangeSetStore(storage);
    this.#answers = new AnswerStore(storage);
    this.#messages = messages;
  }

  /** Stores changes until the person decides, and gives what the answer shows of them. */
  async propose(message: string, items: readonly HeldItem[]): Promise<ChangeSetView> {
    const id = randomId();
    // Numbered, because the names of parts may be long.
    const numbered = items.map((item, index) => ({ ...item, id: String(index + 1) }));
    const hash = await hashItems(id, numbered);
    const open = this.#sets.list();
    const number = (open.at(-1)?.number ?? 0) + 1;
    const set: ChangeSet = { id, message, items: numbered, hash, number };
    for (const old of open.slice(0, Math.max(0, open.length + 1 - MAX_OPEN))) this.#outdate(old);
    this.#sets.put(set);
    return toView(set, 'open', []);
  }

  /** Stores answers of the real API until the person keeps them, and gives what the conversation shows of them. */
  offer(message: string, answered: readonly AnsweredCall[]): ChangeSetView {
    const id = randomId();
    const calls: Record<string, KeptCall> = {};
    const items = answered.map(({ told, realCall, kept }, index) => {
      const item = String(index + 1);
      const isKept = this.#answers.put(id, { message, calls: { ...calls, [item]: kept } });
      if (isKept) calls[item] = kept;
      const shown = { id: item, risks: [told], parts: [], more: 0, realCall };
      return isKept ? shown : withKeeping(shown, 'impossible');
    });
    const approved = items.map((item) => item.id);
    return { id, hash: '', items, state: 'approved', approved, isOffer: true };
  }

  /**
   * Carries out a decision on a change set, and shows it in the conversation. It is bound to the hash
   * of what was shown, and holds once; where `apply` fails, the change set stays open. What it leaves
   * becomes a change set of its own.
   */
  async decide<Failure extends { reason: string }>(
    id: string,
    { hash, approve }: ChangeDecision,
    { apply, call }: Execution<Failure>,
  ): Promise<Result<ChangeSetView, Failure | ChangeSetFailure>> {
    const set = this.#sets.read(id);
    if (set === null || this.#deciding.has(id)) return fail({ reason: 'changesClosed' });
    const items = set.items.filter((item) => approve.includes(item.id));
    const isKnown = approve.every((each) => items.some((item) => item.id === each));
    if (set.hash !== hash || !isKnown) return fail({ reason: 'changesDiffer' });
    let left: HeldItem[] = [];
    // Stored until it is carried out: an object that starts anew meanwhile can be asked again.
    this.#deciding.add(id);
    try {
      const applied = items.length === 0 ? succeed([]) : await apply(items, set);
      if (!applied.ok) return applied;
      left = applied.value;
    } finally {
      this.#deciding.delete(id);
    }
    // The server was set back before anybody could be told.
    if (this.#sets.read(id) === null) return fail({ reason: 'changesClosed' });
    this.#sets.remove(id);
    const approved = items.map((item) => item.id);
    const view = toView(set, approved.length > 0 ? 'approved' : 'refused', approved);
    // Shown before a call is made: whatever becomes of it, nobody is asked for it again.
    this.#show(view, set.message);
    if (left.length > 0) this.#add(await this.propose(set.message, left), set.message);
    return succeed(await this.#makeCalls(view, set, items, call));
  }

  async #makeCalls(
    view: ChangeSetView,
    { id, message }: ChangeSet,
    items: readonly HeldItem[],
    call: MakeCall,
  ): Promise<ChangeSetView> {
    const calls: Record<string, KeptCall> = {};
    let shown = view;
    for (const item of items) {
      if (item.realCall === undefined) continue;
      const { answer, kept } = await call(item);
      const isKept =
        kept !== null && this.#answers.put(id, { message, calls: { ...calls, [item.id]: kept } });
      if (isKept) calls[item.id] = kept;
      const keeping = isKept ? answer.keeping : 'impossible';
      shown = this.#show(withAnswer(shown, item.id, { ...answer, keeping }), message);
    }
    return shown;
  }

  /**
   * Keeps the answer to a call that was made: `keep` makes it part of the server, and the conversation
   * shows it.
   */
  async keepAnswer<Failure extends { reason: string }>(
    id: string,
    item: string,
    keep: (call: KeptCall, message: string) => Promise<Result<void, Failure>>,
  ): Promise<Result<ChangeSetView, Failure | ChangeSetFailure>> {
    const stored = this.#answers.read(id);
    const call = stored?.calls[item];
    const view = stored && this.#find(id, stored.message);
    const answer = view?.items.find((each) => each.id === item)?.realCall?.answer;
    if (!stored || !call || !answer) return fail({ reason: 'changesClosed' });
    const kept = await keep(call, stored.message);
    if (!kept.ok) return kept;
    const now = this.#find(id, stored.message) ?? view;
    return succeed(
      this.#show(withAnswer(now, item, { ...answer, keeping: 'done' }), stored.message),
    );
  }

  /** The conversation of another chat was taken over: what waits there cannot be decided on here. */
  closeForeign(messages: readonly string[]): void {
    for (const message of this.#messages.read(messages)) {
      const parts = message.parts.map((part) => {
        const view = part.type === 'data-changes' && 'data' in part ? part.data : null;
        const read = ChangeSetView.safeParse(view);
        if (!read.success) return part;
        return { ...part, data: toForeign(read.data) };
      });
      if (!isSameJson(parts, message.parts)) this.#messages.write({ ...message, parts });
    }
  }

  /** The server was set back: what was proposed for a later state no longer fits. */
  outdateAll(): void {
    for (const set of this.#sets.list()) this.#outdate(set);
  }

  forget(): void {
    this.#sets.drop();
    this.#answers.drop();
  }

  #outdate(set: ChangeSet): void {
    this.#sets.remove(set.id);
    this.#show(toView(set, 'outdated', []), set.message);
  }

  /** Shows one more at the end of its answer. */
  #add(view: ChangeSetView, message: string): void {
    const [shown] = this.#messages.read([message]);
    const part = { type: 'data-changes' as const, id: view.id, data: view };
    if (shown) this.#messages.write({ ...shown, parts: [...shown.parts, part] });
  }

  /** A change set as the conversation shows it; null where it does not any more. */
  #find(id: string, message: string): ChangeSetView | null {
    const [shown] = this.#messages.read([message]);
    const part = shown?.parts.find((each) => isOf(each, id));
    const view = ChangeSetView.safeParse(part && 'data' in part ? part.data : null);
    return view.success ? view.data : null;
  }

  #show(view: ChangeSetView, message: string): ChangeSetView {
    const [shown] = this.#messages.read([message]);
    if (shown) {
      const parts = shown.parts.map((part) =>
        isOf(part, view.id) ? { ...part, data: view } : part,
      );
      this.#messages.write({ ...shown, parts });
    }
    return view;
  }
}

function isOf(part: UIMessage['parts'][number], id: string): part is typeof part & { id: string } {
  return part.type === 'data-changes' && 'id' in part && part.id === id;
}

function withAnswer(view: ChangeSetView, id: string, answer: RealAnswer): ChangeSetView {
  const items = view.items.map((item) =>
    item.id === id && item.realCall ? { ...item, realCall: { ...item.realCall, answer } } : item,
  );
  return { ...view, items };
}

/** The item with another way to keep its answer, where it has one. */
function withKeeping(item: ChangeItem, keeping: RealAnswer['keeping']): ChangeItem {
  const { realCall } = item;
  if (realCall?.answer === undefined) return item;
  return { ...item, realCall: { ...realCall, answer: { ...realCall.answer, keeping } } };
}

/** A change set of another chat: what it holds is stored there. */
function toForeign(view: ChangeSetView): ChangeSetView {
  const items = view.items.map((item) =>
    item.realCall?.answer?.keeping === 'possible' ? withKeeping(item, 'impossible') : item,
  );
  return { ...view, items, state: view.state === 'open' ? 'outdated' : view.state };
}

function toView(
  { id, hash, items }: ChangeSet,
  state: ChangeSetView['state'],
  approved: readonly string[],
): ChangeSetView {
  return { id, hash, items: toShownItems(items), state, approved: [...approved] };
}
