import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { Result } from '#app/platform/result.ts';

import type { OwnSubscription } from './own-subscription.ts';

/** How long it may take until a plan that was paid for is active. */
export const PATIENCE_MS = 30_000;

/** Pauses between two questions; the last one is repeated. */
const PAUSES_MS = [1_000, 1_500, 2_500, 4_000, 5_000];

/** The outcome of waiting for a plan. */
export interface WaitedPlan {
  /** The last answer; null: there never was one. */
  own: OwnSubscription | null;
  /** Why the last question was not answered. */
  failure: RequestFailure | null;
}

/** For the last question of a page that slept beyond the end: browsers stretch the pauses of a tab nobody looks at. */
const LATE_QUESTION_MS = 5_000;

interface Means {
  /** Asks Stripe through our server, no longer than the signal allows. */
  sync: (signal: AbortSignal) => Promise<Result<OwnSubscription, RequestFailure>>;
  pause: (milliseconds: number) => Promise<void>;
  now: () => number;
  /** Ends the wait early. */
  signal: AbortSignal;
}

/** Asks with growing pauses until a plan is active, {@link PATIENCE_MS} at most, questions included. */
export async function waitForPlan({ sync, pause, now, signal }: Means): Promise<WaitedPlan> {
  const end = now() + PATIENCE_MS;
  let waited: WaitedPlan = { own: null, failure: null };
  for (let turn = 0; ; turn += 1) {
    const left = end - now();
    const limit = AbortSignal.timeout(left > 0 ? left : LATE_QUESTION_MS);
    const asked = await sync(AbortSignal.any([signal, limit]));
    waited = asked.ok ? { own: asked.value, failure: null } : { own: waited.own, failure: asked };
    const next = PAUSES_MS[Math.min(turn, PAUSES_MS.length - 1)] ?? PATIENCE_MS;
    if (waited.own?.isActive || signal.aborted || isFinal(waited.failure)) return waited;
    if (now() + next >= end) return waited;
    await pause(next);
  }
}

/** Whether asking again gives the same answer: it is not the caller's to ask, or nothing is sold here. */
function isFinal(failure: RequestFailure | null): boolean {
  const status = failure?.reason === 'problem' ? failure.problem.status : 0;
  return status === 401 || status === 403 || status === 501;
}
