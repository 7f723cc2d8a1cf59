import { createLog } from '#app/platform/log.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';
import { ARTIFACT_PREFIX } from '#app/sandbox/artifact-store.server.ts';
import { removeSecrets } from '#app/secrets/store.server.ts';

import { ATTACHMENT_PREFIX } from './documents/attachment-blobs.server.ts';
import { BLUEPRINT_PREFIX, WARNINGS_PREFIX } from './documents/document-store.server.ts';
import { forgetDrafts, hasDrafts, listExpired, listReferenced } from './draft-index.server.ts';
import type { RowPart } from './draft-index.server.ts';
import { findEnded } from './find-ended.server.ts';
import { toSecretOwner } from './secrets/draft-secrets.server.ts';
import { removeOrphans } from './remove-drafts.server.ts';
import { REPORT_PREFIX, removeReports } from './report-store.server.ts';

/** A blob is stored before the row that refers to it, and a row may be written late. */
const GRACE_MS = 24 * 60 * 60 * 1_000;
/** D1 takes 100 parameters a query. */
const BATCH = 90;
/** Each asks one object or two; a run of a Worker may ask 1,000 times. */
const MAX_DRAFTS_PER_RUN = 400;
/** Pages of 1,000 blobs looked at in one run; the next run goes on where this one stopped. */
const MAX_PAGES_PER_RUN = 5;

/** Milliseconds until the cache counts as away. */
const CACHE_MS = 5_000;

/** Under which prefix a blob bears the name that a draft's row has as its id, or a part of its content. */
const PREFIXES: [part: RowPart, prefix: string][] = [
  ['blueprint', BLUEPRINT_PREFIX],
  ['warnings', WARNINGS_PREFIX],
  ['artifact', ARTIFACT_PREFIX],
  ['attachment', ATTACHMENT_PREFIX],
  // It went with its draft, unless it was still being made then.
  ['id', REPORT_PREFIX],
];

type SweepBindings = Pick<Env, 'DB' | 'BLOBS' | 'CACHE' | 'DRAFTS'>;

export interface Swept {
  drafts: number;
  blobs: number;
}

/** Removes expired drafts' rows, secrets and reports, drafts whose account is gone, and blobs that no draft refers to any more. */
export async function sweepDrafts(env: SweepBindings, now: number): Promise<Swept> {
  // A database without a single draft is one that was lost, or is another one: it says nothing about blobs.
  if (!(await hasDrafts(env.DB))) return { drafts: 0, blobs: 0 };
  const drafts = (await removeExpired(env, now)) + (await removeOrphans(env));
  let blobs = 0;
  for (const [part, prefix] of PREFIXES) blobs += await sweepBlobs(env, part, prefix, now);
  return { drafts, blobs };
}

async function removeExpired(env: SweepBindings, now: number): Promise<number> {
  const { DB, BLOBS } = env;
  const expired = await listExpired(DB, now, MAX_DRAFTS_PER_RUN);
  const ended = await findEnded(env, expired, now);
  for (const ids of chunk(ended)) {
    // Rows last: while they stand, the next run finds the drafts again.
    await removeSecrets(DB, ids.map(toSecretOwner));
    await removeReports(BLOBS, ids);
    await forgetDrafts(DB, ids);
  }
  return ended.length;
}

async function sweepBlobs(
  env: SweepBindings,
  part: RowPart,
  prefix: string,
  now: number,
): Promise<number> {
  const bookmark = `sweep:v2:${prefix}`;
  let startAfter = await readBookmark(env.CACHE, bookmark);
  let removed = 0;
  for (let page = 0; page < MAX_PAGES_PER_RUN; page += 1) {
    const listing = { prefix, ...(startAfter ? { startAfter } : {}) };
    const listed = await env.BLOBS.list(listing);
    const old = listed.objects.filter(({ uploaded }) => now - uploaded.getTime() > GRACE_MS);
    const unused = await findUnreferenced(env.DB, part, old);
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
  database: D1Database,
  part: RowPart,
  blobs: R2Object[],
): Promise<R2Object[]> {
  const unused: R2Object[] = [];
  for (const some of chunk(blobs)) {
    const names = [...new Set(some.map(({ key }) => toName(key)))];
    const referenced = await listReferenced(database, part, names);
    unused.push(...some.filter(({ key }) => !referenced.has(toName(key))));
  }
  return unused;
}

/**
 * Removes blobs, but none that was stored again since it was listed: a draft that is being made
 * right now holds the same content, and its row is yet to be written.
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

/** `blueprints/<hash>.json`, `artifacts/<hash>/<part>.json`, `attachments/<hash>` and `reports/<id>.json`. */
function toName(key: string): string {
  return (key.split('/')[1] ?? '').replace(/\.json$/, '');
}

function chunk<Item>(items: Item[]): Item[][] {
  const chunks: Item[][] = [];
  for (let from = 0; from < items.length; from += BATCH)
    chunks.push(items.slice(from, from + BATCH));
  return chunks;
}
