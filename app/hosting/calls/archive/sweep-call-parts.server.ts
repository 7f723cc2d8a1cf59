import { refersToContent } from '#app/drafts/draft-index.server.ts';
import { createLog } from '#app/platform/log.ts';
import { sweepBlobs } from '#app/platform/stores/sweep-blobs.server.ts';
import { listKnownProjects } from '#app/projects/project-index.server.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { CALL_PARTS_PREFIX } from './call-part.ts';

/** Pages of parts looked at in one run; the next run goes on where this one stopped. */
const MAX_PAGES_PER_RUN = 20;
const BOOKMARK = 'sweep:v1:expired-calls';
const CACHE_MS = 5_000;

export interface SweptCallParts {
  /** Parts whose time was over. */
  expired: number;
  /** Parts of projects that are gone. */
  orphans: number;
}

/** Removes archived calls that their account's plan keeps no longer, and those of projects that are gone. */
export async function sweepCallParts(
  env: Pick<Env, 'BLOBS' | 'CACHE' | 'DB'>,
  now: number,
): Promise<SweptCallParts> {
  const expired = await removeExpired(env, now);
  // A database that refers to nothing is one that was lost, or is another one: it says nothing about projects.
  if (!(await refersToContent(env.DB))) return { expired, orphans: 0 };
  const known = (names: string[]) => listKnownProjects(env.DB, names);
  return { expired, orphans: await sweepBlobs(env, CALL_PARTS_PREFIX, known, now) };
}

async function removeExpired(env: Pick<Env, 'BLOBS' | 'CACHE'>, now: number): Promise<number> {
  let removed = 0;
  let startAfter = await readBookmark(env.CACHE);
  for (let page = 0; page < MAX_PAGES_PER_RUN; page += 1) {
    const listed = await env.BLOBS.list({
      prefix: CALL_PARTS_PREFIX,
      include: ['customMetadata'],
      ...(startAfter ? { startAfter } : {}),
    });
    const over = listed.objects.filter(
      ({ customMetadata }) => Number(customMetadata?.['until'] ?? Infinity) <= now,
    );
    if (over.length > 0) await env.BLOBS.delete(over.map(({ key }) => key));
    removed += over.length;
    startAfter = listed.truncated ? listed.objects.at(-1)?.key : undefined;
    if (startAfter === undefined) break;
  }
  await keepBookmark(env.CACHE, startAfter);
  return removed;
}

/** Where the last run stopped; without it, this one begins at the beginning. */
async function readBookmark(cache: KVNamespace): Promise<string | undefined> {
  try {
    return (await withTimeout(cache.get(BOOKMARK), CACHE_MS)) ?? undefined;
  } catch (error) {
    createLog({}).warn('sweep.bookmark.unread', { error });
    return undefined;
  }
}

async function keepBookmark(cache: KVNamespace, startAfter: string | undefined): Promise<void> {
  try {
    const kept =
      startAfter === undefined ? cache.delete(BOOKMARK) : cache.put(BOOKMARK, startAfter);
    await withTimeout(kept, CACHE_MS);
  } catch (error) {
    createLog({}).warn('sweep.bookmark.unkept', { error });
  }
}
