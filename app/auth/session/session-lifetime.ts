const MINUTE_MS = 60 * 1_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A session that nobody uses ends after so long. */
export const IDLE_MS = 7 * DAY_MS;

/** A session ends so long after it was made, and a sign-in so long after it happened. */
export const ABSOLUTE_MS = 30 * DAY_MS;

/** An ID token lives an hour; a browser that showed no newer one by then has to show one. */
export const STALE_MS = 65 * MINUTE_MS;

/** That a session is in use is written at most so often. */
export const SEEN_EVERY_MS = 60 * MINUTE_MS;

/** Whether a sign-in lies so far back that its tokens are refused. */
export function isSignInTooOld(authTimeSeconds: number, now: number): boolean {
  return now - authTimeSeconds * 1_000 > ABSOLUTE_MS;
}

/** When a session that is made now ends at the latest. */
export function toExpiry(authTimeSeconds: number, now: number): number {
  return Math.min(now, authTimeSeconds * 1_000) + ABSOLUTE_MS;
}
