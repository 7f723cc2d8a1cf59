import type { ModelFault } from './model-fault.ts';

/** Requests to one model before the next is asked: the first, and two more (security.md, 9). */
export const MAX_TRIES = 3;
/** A model that wants a longer rest is left. */
export const MAX_WAIT_MS = 20_000;

const FIRST_WAIT_MS = 1_000;
const LONGEST_OWN_WAIT_MS = 8_000;
/** Spread of requests that were told the same time. */
const SPREAD_MS = 500;

export interface Attempt {
  /** Requests so far, this one counted. */
  tries: number;
  /** Milliseconds that the turn has left. */
  remainingMs: number;
  /** It runs on the person's own key. */
  isOwn: boolean;
  /** From 0 to 1. */
  random: number;
}

export type Decision =
  | { act: 'retry'; waitMs: number }
  /** Ask the next model, where there is one. */
  | { act: 'next' }
  /** Another try, or another model, would not help. */
  | { act: 'stop' };

/** What to do about a model that failed before its first token. */
export function decide(fault: ModelFault, attempt: Attempt): Decision {
  switch (fault.kind) {
    case 'status':
      return decideStatus(fault, attempt);
    case 'network':
    case 'broken':
      return retry(toOwnWait(attempt), attempt);
    case 'slow':
    case 'silent':
    case 'cut':
      return { act: 'next' };
    case 'refused':
      return attempt.isOwn ? { act: 'stop' } : { act: 'next' };
  }
}

function decideStatus(
  { status, retryAfterMs }: Extract<ModelFault, { kind: 'status' }>,
  attempt: Attempt,
): Decision {
  if (status === 408 || status === 429 || status >= 500) {
    const told = retryAfterMs === null ? null : retryAfterMs + attempt.random * SPREAD_MS;
    return retry(told ?? toOwnWait(attempt), attempt);
  }
  // A key or a name that is wrong: its owner has to mend their own, and not be served by another.
  const isRefusal = status === 401 || status === 403 || status === 404;
  return isRefusal && !attempt.isOwn ? { act: 'next' } : { act: 'stop' };
}

/** Full jitter: anything up to a bound that doubles. */
function toOwnWait({ tries, random }: Attempt): number {
  return random * Math.min(LONGEST_OWN_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
}

function retry(waitMs: number, { tries, remainingMs }: Attempt): Decision {
  const isTooLate = waitMs > MAX_WAIT_MS || waitMs >= remainingMs;
  return tries >= MAX_TRIES || isTooLate ? { act: 'next' } : { act: 'retry', waitMs };
}
