import type { AppContext } from '#app/platform/app-context.ts';
import { removeSecrets } from '#app/secrets/store.server.ts';

import { forgetDrafts, listDraftsOf, listOrphans } from './draft-index.server.ts';
import { toSecretOwner } from './secrets/draft-secrets.server.ts';
import { removeReports } from './report-store.server.ts';
import { removeDraft, type DraftBindings } from './store.server.ts';

/** As many at the same time as objects answer well; D1 takes 100 parameters a query. */
const AT_ONCE = 20;
const MAX_ORPHANS = 300;

/**
 * Ends all drafts of an owner, with their secrets and reports. Each batch is whole: an interrupted
 * run continues where it stopped when it is called again.
 */
export async function removeDraftsOf(
  env: DraftBindings & Pick<Env, 'DB'>,
  owner: string,
): Promise<void> {
  for (;;) {
    const ids = await listDraftsOf(env.DB, owner, AT_ONCE);
    if (ids.length === 0) return;
    await removeBatch(
      env,
      ids.map((id) => ({ id, owner })),
    );
  }
}

/**
 * Ends drafts that were made or claimed while their account was being deleted, and returns how
 * many: the rest of a very large number is left for the next time.
 */
export async function removeOrphans(env: DraftBindings & Pick<Env, 'DB'>): Promise<number> {
  let removed = 0;
  while (removed < MAX_ORPHANS) {
    const orphans = await listOrphans(env.DB, AT_ONCE);
    if (orphans.length === 0) break;
    await removeBatch(env, orphans);
    removed += orphans.length;
  }
  return removed;
}

/**
 * Takes back a draft that was made only in part, so that who tries again has one and not two. Fails silently: then
 * it is there, and can be deleted by its owner.
 */
export async function discardDraft(
  { env, log }: Pick<AppContext, 'env' | 'log'>,
  id: string,
  owner: string,
): Promise<void> {
  try {
    await removeBatch(env, [{ id, owner }]);
  } catch (error) {
    log.warn('draft.undiscarded', { draft: id, error });
  }
}

async function removeBatch(
  env: DraftBindings & Pick<Env, 'DB'>,
  drafts: { id: string; owner: string }[],
): Promise<void> {
  const ids = drafts.map(({ id }) => id);
  await Promise.all(drafts.map(({ id, owner }) => removeDraft(env, id, owner)));
  await removeSecrets(env.DB, ids.map(toSecretOwner));
  await removeReports(env.BLOBS, ids);
  // Rows last: while they stand, the drafts are found again.
  await forgetDrafts(env.DB, ids);
}
