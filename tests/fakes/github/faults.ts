import { GithubRefusal, refusal } from './github-refusal.ts';
import type { Fault, FaultKind, World } from './world.ts';

/** The fault that strikes a request, which is then one fewer. */
export function takeFault(world: World, request: string): Fault | null {
  const fault = world.faults.find(({ match, times }) => times > 0 && request.includes(match));
  if (fault === undefined) return null;
  if (fault.skip > 0) {
    fault.skip -= 1;
    return null;
  }
  fault.times -= 1;
  world.faults = world.faults.filter(({ times }) => times > 0);
  return fault;
}

/** Faults that strike before anything is done. */
export function toRefusal({ kind, seconds }: Fault): GithubRefusal | null {
  const make = FAILURES[kind];
  return make ? make(seconds) : null;
}

const NO_SERVER = 'No server is currently available to service your request.';
const LIMITS = 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api';

const FAILURES: Partial<Record<FaultKind, (seconds: number) => GithubRefusal>> = {
  error: () => refusal(500, 'Server Error'),
  unavailable: () => refusal(503, NO_SERVER),
  overloaded: (seconds) =>
    new GithubRefusal(503, refusal(503, NO_SERVER).body, { 'retry-after': String(seconds) }),
  timeout: () => refusal(504, "We couldn't respond to your request in time."),
  revoked: () => refusal(401, 'Bad credentials'),
  forbidden: () => refusal(403, 'Resource not accessible by integration'),
  missing: () => refusal(404, 'Not Found'),
  primary_limit: (seconds) =>
    new GithubRefusal(
      403,
      {
        message: 'API rate limit exceeded for user ID 1.',
        documentation_url: LIMITS,
        status: '403',
      },
      {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + seconds),
      },
    ),
  secondary_limit: (seconds) =>
    new GithubRefusal(
      429,
      {
        message:
          'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
        documentation_url: `${LIMITS}#about-secondary-rate-limits`,
        status: '429',
      },
      { 'retry-after': String(seconds) },
    ),
};
