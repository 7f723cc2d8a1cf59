import { listDraftsOf } from './draft-index.server.ts';
import { applyToDraft, type DraftBindings } from './store.server.ts';

/** Drafts claimed at the same time, and in one go; the rest is found the next time. */
const AT_ONCE = 10;
const MAX_DRAFTS = 300;

/**
 * Hands all drafts of a guest over to an account, and says how many there were. Doing it twice, or
 * twice at the same time, comes to the same; throws where a draft could not be reached.
 */
export async function claimDrafts(
  env: DraftBindings & Pick<Env, 'DB'>,
  guest: string,
  account: string,
): Promise<number> {
  const ids = await listDraftsOf(env.DB, guest, MAX_DRAFTS);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await Promise.all(ids.slice(from, from + AT_ONCE).map((id) => claim(env, id, guest, account)));
  }
  return ids.length;
}

async function claim(
  env: DraftBindings,
  id: string,
  guest: string,
  account: string,
): Promise<void> {
  await applyToDraft(env, id, { kind: 'claim', guest, account });
}
