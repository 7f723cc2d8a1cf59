import { systemClock, type Clock } from '#app/platform/clock.ts';

/** Firebase's SDK refreshes in the last 30 s only, and only when somebody asks for the token. */
const AHEAD_MS = 5 * 60_000;

/** At least so long after the last attempt, failed or not: a device's clock may be an hour off. */
const GAP_MS = 30_000;

/** Sets a timer; returns a function that clears it. */
export type SetTimer = (run: () => void, milliseconds: number) => () => void;

/** Refreshes the token in time. */
export interface RefreshTimer {
  /** A token that lives until then (milliseconds since 1970) came; null: there is none any more. */
  watch: (expiresAt: number | null) => void;
  /** Catches up when the page becomes visible again: timers may have slept. */
  check: () => void;
}

interface Parts {
  refresh: () => Promise<unknown>;
  now?: Clock;
  setTimer?: SetTimer;
}

/**
 * Refreshes the token 5 minutes before it expires. A refresh that fails is tried again after 30 s,
 * for as long as there is a token to refresh; a new token comes back by `watch`.
 */
export function createRefreshTimer({
  refresh,
  now = systemClock,
  setTimer = setBrowserTimer,
}: Parts): RefreshTimer {
  let dueAt: number | null = null;
  let isRefreshing = false;
  let earliest = 0;
  let cancel = () => {};

  function plan() {
    cancel();
    cancel = () => {};
    if (dueAt === null || isRefreshing) return;
    cancel = setTimer(() => void run(), Math.max(0, dueAt - now(), earliest - now()));
  }

  async function run() {
    isRefreshing = true;
    try {
      await refresh();
    } catch {
      // No network, or Google is away: the token still lives for minutes, and the next try may do.
    }
    isRefreshing = false;
    earliest = now() + GAP_MS;
    plan();
  }

  return {
    watch(expiresAt) {
      dueAt = expiresAt === null ? null : expiresAt - AHEAD_MS;
      plan();
    },
    check() {
      plan();
    },
  };
}

function setBrowserTimer(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
