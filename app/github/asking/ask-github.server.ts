import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { GithubFailure } from './github-failure.ts';

/** GitHub asks to wait a minute where it does not say how long: "Best practices for using the REST API". */
const UNTOLD_WAIT_SECONDS = 60;

interface RequestError {
  status: number;
  message: string;
  response?: { headers: Record<string, string | number | undefined>; data?: unknown };
}

/** Asks GitHub, and tells its refusals apart; nothing else is caught. */
export async function askGithub<Answer>(
  app: Pick<AppContext, 'log'>,
  ask: () => Promise<Answer>,
): Promise<Result<Answer, GithubFailure>> {
  try {
    return succeed(await ask());
  } catch (error) {
    if (!isRequestError(error)) throw error;
    const { status, response } = error;
    const headers = response?.headers ?? {};
    const failure = toGithubFailure({ status, message: readMessage(error), headers });
    const githubRequest = String(headers['x-github-request-id'] ?? '');
    app.log.warn('github.failed', { status, reason: failure.reason, githubRequest });
    return fail(failure);
  }
}

/** By its shape: the library itself is loaded late. Without an answer its status is 500. */
function isRequestError(error: unknown): error is RequestError & Error {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

/** An answer of GitHub that is no success. */
interface RefusedAnswer {
  status: number;
  /** GitHub's own words. */
  message: string;
  headers: Record<string, string | number | undefined>;
}

/** Tells the refusals of GitHub apart. */
export function toGithubFailure(answer: RefusedAnswer): GithubFailure {
  const { status, message } = answer;
  if (status === 401) return { reason: 'githubRevoked' };
  if (status === 404 || status === 410 || status === 451) return { reason: 'githubMissing' };
  if (status >= 500) return toOutage(answer);
  const seconds = findWait(answer);
  if (seconds !== null) return { reason: 'githubLimited', seconds };
  if (status === 403) return { reason: 'githubForbidden', message };
  if (status === 409 && /empty/i.test(message)) return { reason: 'githubEmpty' };
  if (status === 409) return { reason: 'githubConflict', message };
  return { reason: 'githubRefused', status, message };
}

function toOutage({ headers }: RefusedAnswer): GithubFailure {
  const seconds = readRetryAfter(headers);
  return { reason: 'githubUnavailable', ...(seconds !== null && { seconds }) };
}

/** GitHub's own words: the message of the answer, and of its first error. */
function readMessage({ response, message }: RequestError): string {
  const body = response?.data;
  if (typeof body !== 'object' || body === null || !('message' in body)) return message;
  const errors: unknown[] = 'errors' in body && Array.isArray(body.errors) ? body.errors : [];
  const [first] = errors;
  const detail =
    typeof first === 'object' && first !== null && 'message' in first ? first.message : null;
  return [body.message, detail].filter((part) => typeof part === 'string').join(': ');
}

/** Seconds until it makes sense to ask again; null: no limit is the reason. */
function findWait({ status, message, headers }: RefusedAnswer): number | null {
  if (status !== 403 && status !== 429) return null;
  const after = readRetryAfter(headers);
  if (after !== null) return after;
  if (String(headers['x-ratelimit-remaining']) === '0') {
    const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
    if (!Number.isFinite(reset)) return UNTOLD_WAIT_SECONDS;
    return Math.max(1, Math.ceil(reset - Date.now() / 1_000));
  }
  return status === 429 || /rate limit/i.test(message) ? UNTOLD_WAIT_SECONDS : null;
}

/** The seconds of `Retry-After`; null: there is none that counts. */
function readRetryAfter(headers: RefusedAnswer['headers']): number | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null;
}
