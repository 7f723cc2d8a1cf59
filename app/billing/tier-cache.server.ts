import * as z from 'zod/mini';

import type { AppContext } from '#app/platform/app-context.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { SubscriptionStatus } from './subscription-status.ts';

/** So long an answer is taken without asking again. */
const FRESH_MS = 60_000;

/** So long it still counts while nobody can be asked. */
const LAST_KNOWN_GOOD_MS = 24 * 60 * 60 * 1_000;

const KV_READ_MS = 250;
const KV_DELETE_MS = 500;

const Entry = z.object({ status: SubscriptionStatus, storedAt: z.number() });

export interface KnownStatus {
  status: SubscriptionStatus;
  /** Whether it may be answered without asking. */
  isFresh: boolean;
}

/**
 * Reads the cached status of a user's subscription, at most 24 hours old. Otherwise null: a cache
 * that is slow, broken or holds something unexpected fails no request.
 */
export async function readKnownStatus(
  app: Pick<AppContext, 'env' | 'log'>,
  uid: string,
  now: number,
): Promise<KnownStatus | null> {
  try {
    const key = await toKey(uid);
    const stored = await withTimeout(app.env.CACHE.get(key, 'json'), KV_READ_MS);
    const entry = Entry.safeParse(stored);
    if (!entry.success) return null;
    // Clocks of two machines differ, so an entry may come from a moment ahead.
    const age = Math.abs(now - entry.data.storedAt);
    if (age >= LAST_KNOWN_GOOD_MS) return null;
    return { status: entry.data.status, isFresh: age < FRESH_MS };
  } catch (error) {
    app.log.warn('tier.cacheRead', { error });
    return null;
  }
}

/** Stores an answer; a failure is logged and changes nothing. */
export async function keepStatus(
  app: Pick<AppContext, 'env' | 'log'>,
  uid: string,
  status: SubscriptionStatus,
  now: number,
): Promise<void> {
  try {
    const entry: z.infer<typeof Entry> = { status, storedAt: now };
    const expirationTtl = LAST_KNOWN_GOOD_MS / 1_000;
    await app.env.CACHE.put(await toKey(uid), JSON.stringify(entry), { expirationTtl });
  } catch (error) {
    app.log.error('tier.cacheWrite', { error });
  }
}

/** Deletes the cached status of a deleted user; if that fails, it expires after 24 hours. */
export async function forgetStatus({ CACHE }: Pick<Env, 'CACHE'>, uid: string): Promise<void> {
  try {
    await withTimeout(CACHE.delete(await toKey(uid)), KV_DELETE_MS);
  } catch {
    // Nothing depends on it.
  }
}

/** `tier:v1:` and the hash of the user's id, so that the cache names nobody. */
async function toKey(uid: string): Promise<string> {
  return `tier:v1:${await sha256(uid)}`;
}
