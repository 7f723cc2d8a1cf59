import type { AppContext } from '#app/platform/app-context.ts';
import { problem, type ProblemParts } from '#app/platform/problem.ts';

import type { ConnectionFailure } from './connection/require-connection.server.ts';
import { GITHUB_PROBLEM_TYPES } from './github-problem-types.ts';

const RETRY_AFTER_SECONDS = 5;
/** GitHub's own words are shown, but no page of them. */
const MAX_QUOTED = 300;

/** The answer to a request that GitHub, or the state of the connection, does not allow. */
export function answerGithubFailure(
  app: Pick<AppContext, 'requestId' | 'log'>,
  failure: ConnectionFailure,
): Response {
  app.log.info('github.refused', { ...failure });
  return problem(app, toParts(failure));
}

/** The words for such a failure, where the rest can be answered. */
export function describeGithubFailure(failure: ConnectionFailure): string {
  return toParts(failure).detail;
}

function toParts(failure: ConnectionFailure): ProblemParts {
  switch (failure.reason) {
    case 'githubOff':
      return {
        status: 501,
        type: GITHUB_PROBLEM_TYPES.off,
        title: 'github_off',
        detail: `GitHub is not set up here. The operator has to set ${failure.missing.join(' and ')}: see "GitHub" in docs/operations.md.`,
      };
    case 'notConnected':
      return {
        status: 409,
        type: GITHUB_PROBLEM_TYPES.notConnected,
        title: 'github_not_connected',
        detail: 'Connect your GitHub account first.',
      };
    case 'githubRevoked':
      return {
        status: 409,
        type: GITHUB_PROBLEM_TYPES.reconnect,
        title: 'github_reconnect',
        detail: 'GitHub no longer accepts this connection. Reconnect GitHub, then try again.',
      };
    case 'githubLimited':
      return {
        status: 429,
        type: GITHUB_PROBLEM_TYPES.limited,
        title: 'github_limited',
        detail: `GitHub's rate limit is reached. Try again ${describeWait(failure.seconds)}.`,
        headers: { 'retry-after': String(failure.seconds) },
      };
    case 'githubUnavailable':
      return {
        status: 503,
        type: GITHUB_PROBLEM_TYPES.unavailable,
        title: 'github_unavailable',
        detail: `GitHub does not answer at the moment. Try again ${failure.seconds === undefined ? 'in a few seconds' : describeWait(failure.seconds)}.`,
        headers: { 'retry-after': String(failure.seconds ?? RETRY_AFTER_SECONDS) },
      };
    default:
      return toRefusal(failure);
  }
}

type Refusal = Extract<
  ConnectionFailure,
  {
    reason:
      | 'githubMissing'
      | 'githubForbidden'
      | 'githubEmpty'
      | 'githubConflict'
      | 'githubRefused';
  }
>;

function toRefusal(failure: Refusal): ProblemParts {
  switch (failure.reason) {
    case 'githubMissing':
      return {
        status: 404,
        detail: 'This does not exist on GitHub, or your connection may not see it.',
      };
    case 'githubForbidden':
      return { status: 403, detail: `GitHub does not allow this. ${quote(failure.message)}` };
    case 'githubEmpty':
      return { status: 409, detail: 'The repository is empty: it has no commit yet.' };
    case 'githubConflict':
      return {
        status: 409,
        detail: `GitHub refused this, because something changed meanwhile. ${quote(failure.message)}`,
      };
    case 'githubRefused':
      return { status: 422, detail: `GitHub refused this. ${quote(failure.message)}` };
  }
}

/** Words for a wait: a primary limit may last an hour. */
function describeWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'in a second' : `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
}

function quote(message: string): string {
  const text = message.length > MAX_QUOTED ? `${message.slice(0, MAX_QUOTED)}…` : message;
  return text === '' ? '' : `It says: ${text}`;
}
