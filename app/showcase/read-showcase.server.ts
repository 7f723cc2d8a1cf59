import type { AppContext } from '#app/platform/app-context.ts';
import { readJson } from '#app/platform/shape.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { ShowcasePage } from './showcase-page.ts';
import { toShowcaseSearch, type ShowcaseQuery } from './showcase-query.ts';
import { listShowcase, readShowcaseChanges } from './showcase-store.server.ts';

const CACHE = 'showcase';
/** A page of the showcase in the cache; guests' chats end by themselves. */
const LIFETIME_SECONDS = 300;
/** Milliseconds until the cache counts as away. */
const CACHE_MS = 1_000;

/**
 * Reads a page of the showcase: as it is cached at the edge, or from the database. The number of changes, one row by
 * its key, is a part of what it is cached under, so that nothing is shown that was taken back, hidden or renamed.
 */
export async function readShowcase(
  app: Pick<AppContext, 'env' | 'log' | 'waitUntil'>,
  query: ShowcaseQuery,
): Promise<ShowcasePage> {
  const changes = await readShowcaseChanges(app.env.DB);
  const key = await toKey(changes, query);
  const known = await attempt(app, async () => {
    const cached = await (await caches.open(CACHE)).match(key);
    return cached ? readJson(ShowcasePage, await cached.text()) : null;
  });
  if (known) return known;
  const page = await listShowcase(app.env.DB, query, Date.now());
  const headers = { 'cache-control': `public, max-age=${LIFETIME_SECONDS}` };
  const kept = new Response(JSON.stringify(page), { headers });
  app.waitUntil(attempt(app, async () => (await caches.open(CACHE)).put(key, kept)));
  return page;
}

/** No address of the site: the cache is asked for it by our own code only. */
async function toKey(changes: number, query: ShowcaseQuery): Promise<string> {
  return `https://showcase.invalid/v1/${changes}/${await sha256(toShowcaseSearch(query))}`;
}

/** Without the cache the database answers. */
async function attempt<Value>(
  { log }: Pick<AppContext, 'log'>,
  ask: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await withTimeout(ask(), CACHE_MS);
  } catch (error) {
    log.warn('showcase.cache.away', { error });
    return undefined;
  }
}
