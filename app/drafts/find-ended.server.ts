import { createLog } from '#app/platform/log.ts';

import { postponeEnd } from './draft-index.server.ts';
import { endOf, type DraftHead } from './draft-state.ts';
import { toDraftStub, type DraftBindings } from './store.server.ts';

/** As many at the same time as objects answer well. */
const AT_ONCE = 20;

/**
 * Which of these drafts are over, asked of their objects: the row of one that was extended, claimed or taken back
 * may be late, and is put right. A draft whose object does not answer is not over yet.
 */
export async function findEnded(
  env: DraftBindings & Pick<Env, 'DB'>,
  ids: string[],
  now: number,
): Promise<string[]> {
  const ended: string[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const asked = await Promise.all(some.map((id) => isOver(env, id, now)));
    ended.push(...some.filter((_, index) => asked[index]));
  }
  return ended;
}

async function isOver(
  env: DraftBindings & Pick<Env, 'DB'>,
  id: string,
  now: number,
): Promise<boolean> {
  try {
    const head = await readHead(env, id);
    const end = head && endOf(head);
    if (head === null || (end !== null && end <= now)) return true;
    await postponeEnd(env.DB, id, end, now);
    return false;
  } catch (error) {
    createLog({ draft: id }).warn('sweep.draft.unread', { error });
    return false;
  }
}

/** The head of a draft, also of one that was deleted and may be taken back; null where there is none. */
async function readHead(env: DraftBindings, id: string): Promise<DraftHead | null> {
  const stub = toDraftStub(env, id);
  const head = await stub.read();
  if (head.ok) return head.value;
  return head.reason === 'unknown' ? stub.readDeleted() : null;
}
