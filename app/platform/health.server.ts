import { version } from 'virtual:build';
import * as z from 'zod/mini';

import type { AppContext } from './app-context.ts';
import { withTimeout } from './with-timeout.ts';

const BindingState = z.enum(['ok', 'failed']);
export type BindingState = z.infer<typeof BindingState>;

/** The answer of `GET /api/health`. */
export const Health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  bindings: z.record(z.enum(['DB', 'CACHE', 'BLOBS', 'DRAFTS', 'LOADER']), BindingState),
});
export type Health = z.infer<typeof Health>;

/** Milliseconds until a binding counts as down; the database of a request has its own limit. */
const KV_READ_MS = 250;
const R2_MS = 2_000;

/** A key that nothing else uses. */
const PROBE_KEY = 'health';

/** Strangers may ask as often as they like; a bucket that took a write is believed for so long. */
const WRITTEN_MS = 10_000;
const writtenAt = new WeakMap<R2Bucket, number>();

/** Touches each binding once, all at the same time. */
export async function checkHealth(app: Pick<AppContext, 'env' | 'log'>): Promise<Health> {
  const { env } = app;
  const [DB, CACHE, BLOBS] = await Promise.all([
    probe(app, 'DB', () => env.DB.prepare('SELECT 1').first()),
    probe(app, 'CACHE', () => withTimeout(env.CACHE.get(PROBE_KEY), KV_READ_MS)),
    probe(app, 'BLOBS', () => withTimeout(touchBucket(env.BLOBS), R2_MS)),
  ]);
  const bindings: Health['bindings'] = {
    DB,
    CACHE,
    BLOBS,
    // Asking a Durable Object or the loader would start one: that they are bound has to do.
    DRAFTS: toState(typeof env.DRAFTS?.get === 'function'),
    LOADER: toState(typeof env.LOADER?.get === 'function'),
  };
  const isWhole = Object.values(bindings).every((state) => state === 'ok');
  return { status: isWhole ? 'ok' : 'degraded', version, bindings };
}

/** Without the database nothing works; without anything else something still does. */
export function toHealthStatus(health: Health): 200 | 503 {
  return health.bindings.DB === 'ok' ? 200 : 503;
}

/** Reads, and writes: a bucket that is full, locked or read-only still answers a question. */
async function touchBucket(bucket: R2Bucket): Promise<void> {
  await bucket.head(PROBE_KEY);
  if (Date.now() < (writtenAt.get(bucket) ?? 0) + WRITTEN_MS) return;
  await bucket.put(PROBE_KEY, '');
  writtenAt.set(bucket, Date.now());
}

async function probe(
  app: Pick<AppContext, 'log'>,
  binding: string,
  touch: () => Promise<unknown>,
): Promise<BindingState> {
  try {
    await touch();
    return 'ok';
  } catch (error) {
    app.log.error('health.failed', { binding, error });
    return 'failed';
  }
}

function toState(isThere: boolean): BindingState {
  return isThere ? 'ok' : 'failed';
}
