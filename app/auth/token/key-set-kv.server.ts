import type { AppContext } from '#app/platform/app-context.ts';
import type { Clock } from '#app/platform/clock.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { KeyRecord, STALE_KEYS_MS } from './key-set.server.ts';

type App = Pick<AppContext, 'env' | 'log' | 'waitUntil'>;

/** A {@link KeyRecord} as JSON: the keys that the last isolate got from Google. */
const KEY = 'firebase-keys:v1';

/** A read that takes longer gains nothing over asking Google. */
const READ_TIMEOUT_MS = 250;

/** The shortest lifetime that KV accepts. */
const MIN_TTL_SECONDS = 60;

/** Longest that any record may be believed, whatever it says of itself. */
const MAX_FRESH_MS = 24 * 60 * 60 * 1_000;

/** Between the machine that wrote and the one that reads. */
const MAX_CLOCK_GAP_MS = 60_000;

/** The keys that another isolate left here, if they may still serve. KV never fails a token. */
export async function readKeptKeys(app: App, now: Clock): Promise<KeyRecord | null> {
  try {
    const value: unknown = await withTimeout(app.env.CACHE.get(KEY, 'json'), READ_TIMEOUT_MS);
    if (value === null) return null;
    const record = KeyRecord.parse(value);
    const isPlausible =
      record.fetchedAt <= now() + MAX_CLOCK_GAP_MS && record.freshForMs <= MAX_FRESH_MS;
    return isPlausible && now() < expiryOf(record) ? record : null;
  } catch (error) {
    app.log.warn('auth.keys.kvReadFailed', { error });
    return null;
  }
}

/** Leaves keys for other isolates, after the answer; a failure is only logged. */
export function keepKeys(app: App, record: KeyRecord, now: Clock): void {
  const seconds = Math.ceil((expiryOf(record) - now()) / 1_000);
  const expirationTtl = Math.max(seconds, MIN_TTL_SECONDS);
  const write = app.env.CACHE.put(KEY, JSON.stringify(record), { expirationTtl });
  app.waitUntil(
    write.catch((error: unknown) => app.log.warn('auth.keys.kvWriteFailed', { error })),
  );
}

function expiryOf({ fetchedAt, freshForMs }: KeyRecord): number {
  return fetchedAt + freshForMs + STALE_KEYS_MS;
}
