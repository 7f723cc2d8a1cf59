import { problem, type ProblemParts } from '#app/platform/problem.ts';

import { describeLimit } from './describe-limit.ts';
import { findLifting, type ReachedLimit } from './find-lifting.ts';

/** Our own type of problem, of everything that a limit of a plan refuses. */
const LIMIT_REACHED_TYPE = 'urn:mcp-builder:limit-reached';

/**
 * The problem document of a refusal by a limit: which one, how much of it is used, when it starts again, the
 * lowest plan that lifts it, and all of that in a sentence. What starts again by itself is 429 with
 * `Retry-After`, everything else 403.
 */
export function toLimitParts(reached: ReachedLimit, now: number): ProblemParts {
  const { limit, used, max, resetsAt = null } = reached;
  const liftedBy = findLifting(reached);
  return {
    status: resetsAt === null ? 403 : 429,
    type: LIMIT_REACHED_TYPE,
    title: 'limit_reached',
    detail: describeLimit(reached, now),
    reached: { limit, used, max, resetsAt, liftedBy },
    ...(resetsAt === null ? {} : { headers: { 'retry-after': String(toSeconds(resetsAt - now)) } }),
  };
}

/** As {@link toLimitParts}, as the answer to a request. */
export function answerLimitReached(app: { requestId: string }, reached: ReachedLimit): Response {
  return problem(app, toLimitParts(reached, Date.now()));
}

function toSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1_000));
}
