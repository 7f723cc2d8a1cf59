import { LEASE_MS } from '#app/projects/endpoint/lease-cache.server.ts';

import type { VerifiedKey } from './verify-key.server.ts';

/** So that an isolate that serves many callers does not grow for ever. */
const MAX_KEPT = 1_000;

/** Keys by their tokens, in memory only and for a lease at most: a hash of each call's token costs as much as a small tool. */
const verified = new Map<string, { key: VerifiedKey; until: number }>();

/** A key that this isolate has verified within the last {@link LEASE_MS}; null where it has not. */
export function findVerifiedKey(token: string, now: number): VerifiedKey | null {
  const known = verified.get(token);
  if (known !== undefined && now < known.until) return known.key;
  verified.delete(token);
  return null;
}

/** Remembers a verified key: one that is revoked in another isolate is refused after that time at the latest. */
export function keepVerifiedKey(token: string, key: VerifiedKey, now: number): void {
  if (verified.size >= MAX_KEPT) verified.clear();
  verified.set(token, { key, until: Math.min(now + LEASE_MS, key.expiresAt ?? Infinity) });
}

/** Forgets what this isolate remembers of a key. */
export function dropVerifiedKey(id: string): void {
  for (const [token, { key }] of verified) if (key.id === id) verified.delete(token);
}
