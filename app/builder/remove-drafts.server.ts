import { removeSecrets } from '#app/secrets/store.server.ts';

import { forgetDrafts, listDraftsOf } from './draft-index.server.ts';
import { toSecretOwner } from './draft-secrets.server.ts';
import { dropLease } from './lease.server.ts';
import { removeDraft, type DraftBindings } from './store.server.ts';

/** As many at the same time as objects answer well; D1 takes 100 parameters a query. */
const AT_ONCE = 20;

/**
 * Ends all drafts of an owner, with their secrets. Each batch is whole: what stops in between goes on
 * where it stopped when it is called again.
 */
export async function removeDraftsOf(
  env: DraftBindings & Pick<Env, 'DB'>,
  owner: string,
): Promise<void> {
  for (;;) {
    const ids = await listDraftsOf(env.DB, owner, AT_ONCE);
    if (ids.length === 0) return;
    await Promise.all(ids.map((id) => removeDraft(env, id, owner)));
    ids.forEach(dropLease);
    await removeSecrets(env.DB, ids.map(toSecretOwner));
    // Rows last: while they stand, the drafts are found again.
    await forgetDrafts(env.DB, ids);
  }
}
