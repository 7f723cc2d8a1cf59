import type { DraftKeeper } from '#app/drafts/draft-keeper.server.ts';
import type { DraftFailure } from '#app/drafts/draft-state.ts';
import { toContent, type RestorePoint } from '#app/drafts/restore-points.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { ChatStore } from './chat-store.server.ts';

/** Why a draft was not made what it was at a point. */
export type RestoreFailure = DraftFailure | { reason: 'noSuchPoint' };

/** Makes a draft what it was at a point; gives the number of the new point, which says so. */
export async function restoreDraft(
  keeper: DraftKeeper,
  store: ChatStore,
  number: number,
  changed: string[],
): Promise<Result<number, RestoreFailure>> {
  const head = keeper.read();
  if (!head.ok) return head;
  const point = findPoint(store, number);
  if (!point) return fail({ reason: 'noSuchPoint' });
  const { revision } = head.value;
  const change = { kind: 'change' as const, revision, content: toContent(point) };
  const applied = await keeper.apply(change, { by: 'restore', message: null, changed });
  return applied.ok ? succeed(store.load().points.at(-1)?.number ?? number) : applied;
}

/** A restore point by its number. */
export function findPoint(store: ChatStore, number: number): RestorePoint | undefined {
  return store.load().points.find((each) => each.number === number);
}
