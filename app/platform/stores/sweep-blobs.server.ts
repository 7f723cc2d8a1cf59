import { chunk } from '#app/platform/chunk.ts';
import { createLog } from '#app/platform/log.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

/** A blob is stored before the row that refers to it, and a row may be written late. */
const GRACE_MS = 24 * 60 * 60 * 1_000;
/** D1 takes 100 parameters a query. */
const BATCH = 90;
/** Pages of 1,000 blobs looked at in one run; the next run goes on where this one stopped. */
const MAX_PAGES_PER_RUN = 5;
/** Milliseconds until the cache counts as away. */
const CACHE_MS = 5_000;

/** Which of these names (at most 90) something still refers to. */
type ListReferenced = (names: string[]) => Promise<ReadonlySet<string>>;

/**
 * Removes old blobs that nothing refers to any more, and returns how many.
 * @param prefix `<kind>/`, which the name of each blob follows: `<kind>/<name>.json`, `<kind>/<name>/<part>.json`
 */
export async function sweepBlobs(
  env: Pick<Env, 'BLOBS' | 'CACHE'>,
  prefix: string,
  listReferenced: ListReferenced,
  now: number,
): Promise<number> {
  const bookmark = `sweep:v2:${prefix}`;
  let startAfter = await readBookmark(env.CACHE, bookmark);
  let removed = 0;
  for (let page = 0; page < MAX_PAGES_PER_RUN; page += 1) {
    const listing = { prefix, ...(startAfter ? { startAfter } : {}) };
    const listed = await env.BLOBS.list(listing);
    const old = listed.objects.filter(({ uploaded }) => now - uploaded.getTime() > GRACE_MS);
    const unused = await findUnreferenced(listReferenced, old);
    removed += await removeUnchanged(env.BLOBS, listing, unused);
    startAfter = listed.truncated ? listed.objects.at(-1)?.key : undefined;
    if (startAfter === undefined) break;
  }
  await keepBookmark(env.CACHE, bookmark, startAfter);
  return removed;
}

/** Where the last run stopped; without it, this one begins at the beginning. */
async function readBookmark(cache: KVNamespace, name: string): Promise<string | undefined> {
  try {
    return (await withTimeout(cache.get(name), CACHE_MS)) ?? undefined;
  } catch (error) {
    createLog({}).warn('sweep.bookmark.unread', { error });
    return undefined;
  }
}

async function keepBookmark(
  cache: KVNamespace,
  name: string,
  startAfter: string | undefined,
): Promise<void> {
  try {
    const kept = startAfter === undefined ? cache.delete(name) : cache.put(name, startAfter);
    await withTimeout(kept, CACHE_MS);
  } catch (error) {
    createLog({}).warn('sweep.bookmark.unkept', { error });
  }
}

async function findUnreferenced(
  listReferenced: ListReferenced,
  blobs: R2Object[],
): Promise<R2Object[]> {
  const unused: R2Object[] = [];
  for (const some of chunk(blobs, BATCH)) {
    const names = [...new Set(some.map(({ key }) => toName(key)))];
    const referenced = await listReferenced(names);
    unused.push(...some.filter(({ key }) => !referenced.has(toName(key))));
  }
  return unused;
}

/**
 * Removes blobs, but none that was stored again since it was listed: what is being made right now
 * holds the same content, and its row is yet to be written.
 */
async function removeUnchanged(
  bucket: R2Bucket,
  listing: R2ListOptions,
  blobs: R2Object[],
): Promise<number> {
  if (blobs.length === 0) return 0;
  const { objects } = await bucket.list(listing);
  const uploads = new Map(objects.map(({ key, uploaded }) => [key, uploaded.getTime()]));
  const unchanged = blobs.filter(({ key, uploaded }) => uploads.get(key) === uploaded.getTime());
  if (unchanged.length > 0) await bucket.delete(unchanged.map(({ key }) => key));
  return unchanged.length;
}

/** The part of a key that comes after its prefix, without its ending. */
function toName(key: string): string {
  return (key.split('/')[1] ?? '').replace(/\.json$/, '');
}
