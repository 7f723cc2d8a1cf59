/** How long clients of 2026-07-28 may keep a list: a new version is seen after a minute. */
const LIST_TTL_MS = 60_000;

/** What a list says of its own life. */
export const LIST_LIFE = { ttlMs: LIST_TTL_MS, cacheScope: 'private' as const };
