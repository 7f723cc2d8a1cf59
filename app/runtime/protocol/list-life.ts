/** How long clients of 2026-07-28 may cache a list: a new version is seen after a minute. */
const LIST_TTL_MS = 60_000;

/** Cache fields of a list. */
export const LIST_LIFE = { ttlMs: LIST_TTL_MS, cacheScope: 'private' as const };
