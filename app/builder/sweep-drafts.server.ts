import { ARTIFACT_PREFIX } from '#app/sandbox/artifact-store.server.ts';
import { removeSecrets } from '#app/secrets/store.server.ts';

import { BLUEPRINT_PREFIX, WARNINGS_PREFIX } from './document-store.server.ts';
import { forgetDrafts, listExpired, listReferenced } from './draft-index.server.ts';
import { toSecretOwner } from './draft-secrets.server.ts';
import type { DraftContent } from './draft-state.ts';

/** A blob is stored before the row that refers to it, and a row may be written late. */
const GRACE_MS = 24 * 60 * 60 * 1_000;
/** D1 takes 100 parameters a query. */
const BATCH = 90;
const MAX_DRAFTS_PER_RUN = 900;
/** Pages of 1,000 blobs looked at in one run; the next run goes on where this one stopped. */
const MAX_PAGES_PER_RUN = 5;

/** Under which prefix each part of a draft's content lies. */
const PREFIXES: [part: keyof DraftContent, prefix: string][] = [
  ['blueprint', BLUEPRINT_PREFIX],
  ['warnings', WARNINGS_PREFIX],
  ['artifact', ARTIFACT_PREFIX],
];

type SweepBindings = Pick<Env, 'DB' | 'BLOBS' | 'CACHE'>;

export interface Swept {
  drafts: number;
  blobs: number;
}

/** Removes expired drafts' rows and secrets, and blobs that no draft refers to any more. */
export async function sweepDrafts(env: SweepBindings, now: number): Promise<Swept> {
  const drafts = await removeExpired(env.DB, now);
  let blobs = 0;
  for (const [part, prefix] of PREFIXES) blobs += await sweepBlobs(env, part, prefix, now);
  return { drafts, blobs };
}

async function removeExpired(database: D1Database, now: number): Promise<number> {
  const expired = await listExpired(database, now, MAX_DRAFTS_PER_RUN);
  for (const ids of chunk(expired)) {
    // Secrets first: while the row stands, the next run finds the draft again.
    for (const id of ids) await removeSecrets(database, toSecretOwner(id));
    await forgetDrafts(database, ids);
  }
  return expired.length;
}

async function sweepBlobs(
  env: SweepBindings,
  part: keyof DraftContent,
  prefix: string,
  now: number,
): Promise<number> {
  const bookmark = `sweep:v1:${part}`;
  let startAfter = (await env.CACHE.get(bookmark)) ?? undefined;
  let removed = 0;
  for (let page = 0; page < MAX_PAGES_PER_RUN; page += 1) {
    const listed = await env.BLOBS.list({ prefix, ...(startAfter ? { startAfter } : {}) });
    const old = listed.objects.filter(({ uploaded }) => now - uploaded.getTime() > GRACE_MS);
    for (const keys of chunk(old.map(({ key }) => key))) {
      removed += await removeUnreferenced(env, part, keys);
    }
    startAfter = listed.truncated ? listed.objects.at(-1)?.key : undefined;
    if (startAfter === undefined) break;
  }
  if (startAfter === undefined) await env.CACHE.delete(bookmark);
  else await env.CACHE.put(bookmark, startAfter);
  return removed;
}

async function removeUnreferenced(
  env: SweepBindings,
  part: keyof DraftContent,
  keys: string[],
): Promise<number> {
  const referenced = await listReferenced(env.DB, part, [...new Set(keys.map(toHash))]);
  const unused = keys.filter((key) => !referenced.has(toHash(key)));
  if (unused.length > 0) await env.BLOBS.delete(unused);
  return unused.length;
}

/** `blueprints/<hash>.json` and `artifacts/<hash>/<part>.json` alike. */
function toHash(key: string): string {
  return (key.split('/')[1] ?? '').replace(/\.json$/, '');
}

function chunk(items: string[]): string[][] {
  const chunks: string[][] = [];
  for (let from = 0; from < items.length; from += BATCH)
    chunks.push(items.slice(from, from + BATCH));
  return chunks;
}
