import type { ModelFault } from './model-fault.ts';

/** Maximum number of requests to one model before the next is tried (security.md, 9). */
export const MAX_TRIES = 3;
/** A model that asks for a longer wait is skipped. In milliseconds. */
export const MAX_WAIT_MS = 20_000;

const FIRST_WAIT_MS = 1_000;
const LONGEST_OWN_WAIT_MS = 8_000;
/** Random spread of requests that were given the same time, in milliseconds. */
const SPREAD_MS = 500;

export interface Attempt {
  /** Requests so far, including this one. */
  tries: number;
  /** Milliseconds left in the turn. */
  remainingMs: number;
  /** It uses the user's own key. */
  isOwn: boolean;
  /** From 0 to 1. */
  random: number;
}

export type Decision =
  | { act: 'retry'; waitMs: number }
  /** Use the next model, if there is one. */
  | { act: 'next' }
  /** Another attempt or another model would not help. */
  | { act: 'stop' };

/**
 * Decides how to continue after a model failed before its first token. Nothing stands in for a person's own
 * model: another one would read what was meant for theirs, and work in another way.
 */
export function decide(fault: ModelFault, attempt: Attempt): Decision {
  const decision = decideFor(fault, attempt);
  return decision.act === 'next' && attempt.isOwn ? { act: 'stop' } : decision;
}

function decideFor(fault: ModelFault, attempt: Attempt): Decision {
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
      return { act: 'next' };
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
  const isRefusal = status === 401 || status === 403 || status === 404;
  return isRefusal ? { act: 'next' } : { act: 'stop' };
}

/** Full jitter: a random delay up to a bound that doubles. */
function toOwnWait({ tries, random }: Attempt): number {
  return random * Math.min(LONGEST_OWN_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
}

function retry(waitMs: number, { tries, remainingMs }: Attempt): Decision {
  const isTooLate = waitMs > MAX_WAIT_MS || waitMs >= remainingMs;
  return tries >= MAX_TRIES || isTooLate ? { act: 'next' } : { act: 'retry', waitMs };
}
