import { inArray, lt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { ARTIFACT_PREFIX } from '#app/sandbox/artifact-store.server.ts';
import { removeSecrets } from '#app/secrets/store.server.ts';

import { BLUEPRINT_PREFIX, WARNINGS_PREFIX } from './document-store.server.ts';
import { toSecretOwner } from './draft-secrets.server.ts';
import { drafts } from './draft-table.server.ts';

/** A blob is stored before the row that refers to it, and a row may be written late. */
const GRACE_MS = 24 * 60 * 60 * 1_000;
/** D1 takes 100 parameters a query. */
const BATCH = 90;
const MAX_DRAFTS_PER_RUN = 900;
/** Pages of 1,000 blobs looked at in one run; the next run goes on where this one stopped. */
const MAX_PAGES_PER_RUN = 5;

/** Which column refers to the blobs under a prefix. */
const REFERENCES = [
  { prefix: BLUEPRINT_PREFIX, column: drafts.blueprint },
  { prefix: WARNINGS_PREFIX, column: drafts.warnings },
  { prefix: ARTIFACT_PREFIX, column: drafts.artifact },
];

export interface Swept {
  drafts: number;
  blobs: number;
}

/** Removes expired drafts' rows and secrets, and blobs that no draft refers to any more. */
export async function sweepDrafts(
  env: Pick<Env, 'DB' | 'BLOBS' | 'CACHE'>,
  now: number,
): Promise<Swept> {
  const removed = await removeExpired(env.DB, now);
  let blobs = 0;
  for (const { prefix, column } of REFERENCES) blobs += await sweepBlobs(env, prefix, column, now);
  return { drafts: removed, blobs };
}

async function removeExpired(database: D1Database, now: number): Promise<number> {
  const db = drizzle(database);
  const expired = await db
    .select({ id: drafts.id })
    .from(drafts)
    .where(lt(drafts.expiresAt, now))
    .limit(MAX_DRAFTS_PER_RUN);
  for (const ids of chunk(expired.map(({ id }) => id))) {
    // Secrets first: while the row stands, the next run finds the draft again.
    for (const id of ids) await removeSecrets(database, toSecretOwner(id));
    await db.delete(drafts).where(inArray(drafts.id, ids));
  }
  return expired.length;
}

async function sweepBlobs(
  env: Pick<Env, 'DB' | 'BLOBS' | 'CACHE'>,
  prefix: string,
  column: (typeof REFERENCES)[number]['column'],
  now: number,
): Promise<number> {
  const bookmark = `sweep:v1:${prefix}`;
  let startAfter = (await env.CACHE.get(bookmark)) ?? undefined;
  let removed = 0;
  for (let page = 0; page < MAX_PAGES_PER_RUN; page += 1) {
    const listed = await env.BLOBS.list({ prefix, ...(startAfter ? { startAfter } : {}) });
    const old = listed.objects.filter(({ uploaded }) => now - uploaded.getTime() > GRACE_MS);
    for (const keys of chunk(old.map(({ key }) => key))) {
      const unused = await findUnused(env.DB, column, keys);
      if (unused.length > 0) await env.BLOBS.delete(unused);
      removed += unused.length;
    }
    startAfter = listed.truncated ? listed.objects.at(-1)?.key : undefined;
    if (startAfter === undefined) break;
  }
  if (startAfter === undefined) await env.CACHE.delete(bookmark);
  else await env.CACHE.put(bookmark, startAfter);
  return removed;
}

async function findUnused(
  database: D1Database,
  column: (typeof REFERENCES)[number]['column'],
  keys: string[],
): Promise<string[]> {
  const hashes = [...new Set(keys.map(toHash))];
  const rows = await drizzle(database)
    .selectDistinct({ hash: column })
    .from(drafts)
    .where(inArray(column, hashes));
  const used = new Set(rows.map(({ hash }) => hash));
  return keys.filter((key) => !used.has(toHash(key)));
}

/** `blueprints/<hash>.json` and `artifacts/<hash>/<part>.json` alike. */
function toHash(key: string): string {
  return (key.split('/')[1] ?? '').replace(/\.json$/, '');
}

function chunk(items: string[]): string[][] {
  const chunks: string[][] = [];
  for (let from = 0; from < items.length; from += BATCH) chunks.push(items.slice(from, from + BATCH));
  return chunks;
}
