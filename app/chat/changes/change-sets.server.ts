import type { UIMessage } from 'ai';

import { hashItems } from '#app/builder/change-set/apply-changes.ts';
import type {
  ChangeDecision,
  ChangeSet,
  ChangeSetView,
  HeldItem,
} from '#app/builder/change-set/change-set.ts';
import type { MessageStore } from '#app/chat/message-store.server.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { ChangeSetStore } from './change-set-store.server.ts';

/** Change sets of a chat that are open at most; the oldest are outdated first. */
const MAX_OPEN = 20;

/** Why a decision on a change set is not taken. */
export type ChangeSetFailure =
  /** Somebody has decided on it, or the server was set back since. */
  | { reason: 'changesClosed' }
  /** It holds something else than what the person was shown. */
  | { reason: 'changesDiffer' };

/** The change sets of a chat: proposed by its turns, decided on by its owner. */
export class ChangeSets {
  readonly #sets: ChangeSetStore;
  readonly #messages: MessageStore;

  constructor(sets: ChangeSetStore, messages: MessageStore) {
    this.#sets = sets;
    this.#messages = messages;
  }

  /** Stores changes until the person decides, and gives what the answer shows of them. */
  async propose(message: string, items: readonly HeldItem[]): Promise<ChangeSetView> {
    const id = randomId();
    // Numbered, because the names of parts may be long.
    const numbered = items.map((item, index) => ({ ...item, id: String(index + 1) }));
    const set: ChangeSet = { id, message, items: numbered, hash: await hashItems(id, numbered) };
    const open = this.#sets.list();
    for (const old of open.slice(0, Math.max(0, open.length + 1 - MAX_OPEN))) this.#outdate(old);
    this.#sets.put(set);
    return toView(set, 'open', []);
  }

  /**
   * Carries out a decision on a change set, and shows it in the conversation. It is bound to the hash
   * of what was shown, and holds once; where `apply` fails, the change set stays open.
   */
  async decide<Failure extends { reason: string }>(
    id: string,
    { hash, approve }: ChangeDecision,
    apply: (items: HeldItem[], set: ChangeSet) => Promise<Result<void, Failure>>,
  ): Promise<Result<ChangeSetView, Failure | ChangeSetFailure>> {
    const set = this.#sets.read(id);
    if (set === null) return fail({ reason: 'changesClosed' });
    if (set.hash !== hash) return fail({ reason: 'changesDiffer' });
    const items = set.items.filter((item) => approve.includes(item.id));
    // Taken before anything is awaited: nobody decides on it twice.
    this.#sets.remove(id);
    let isDone = items.length === 0;
    try {
      const applied = isDone ? succeed(undefined) : await apply(items, set);
      if (!applied.ok) return applied;
      isDone = true;
    } finally {
      if (!isDone) this.#sets.put(set);
    }
    const approved = items.map((item) => item.id);
    return succeed(
      this.#show(toView(set, approved.length > 0 ? 'approved' : 'refused', approved), set),
    );
  }

  /** The server was set back: what was proposed for a later state no longer fits. */
  outdateAll(): void {
    for (const set of this.#sets.list()) this.#outdate(set);
  }

  forget(): void {
    this.#sets.drop();
  }

  #outdate(set: ChangeSet): void {
    this.#sets.remove(set.id);
    this.#show(toView(set, 'outdated', []), set);
  }

  #show(view: ChangeSetView, { message }: ChangeSet): ChangeSetView {
    const [shown] = this.#messages.read([message]);
    if (shown) this.#messages.write({ ...shown, parts: shown.parts.map(toPart(view)) });
    return view;
  }
}

function toPart(view: ChangeSetView) {
  return (part: UIMessage['parts'][number]): UIMessage['parts'][number] =>
    part.type === 'data-changes' && 'id' in part && part.id === view.id
      ? { ...part, data: view }
      : part;
}

function toView(
  { id, hash, items }: ChangeSet,
  state: ChangeSetView['state'],
  approved: readonly string[],
): ChangeSetView {
  const shown = items.map(({ id: item, risks, parts, more }) => ({ id: item, risks, parts, more }));
  return { id, hash, items: shown, state, approved: [...approved] };
}
