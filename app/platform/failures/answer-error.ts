import { HTTPException } from 'hono/http-exception';

import type { Trace } from '#app/platform/app-context.ts';
import { problem, type ProblemParts } from '#app/platform/problem.ts';
import { isStorageFull } from '#app/platform/stores/is-storage-full.ts';
import { isOutage } from '#app/platform/stores/store-outage.ts';

import brokenPage from './broken-page.html?raw';

const RETRY_SOON = { 'retry-after': '5' };

/**
 * The last handler of unexpected errors: logged with all there is, answered with nothing but the
 * request's id. An error of the HTTP layer itself (a body that is no JSON) keeps its status, and a
 * request that took too long may be repeated.
 */
export function answerError(trace: Trace, request: Request, error: unknown): Response {
  const parts = logError(trace, request, error);
  const isNavigation = request.headers.get('accept')?.includes('text/html') ?? false;
  if (!isNavigation || parts.status < 500) return problem(trace, parts);
  return answerBrokenPage(trace, isOutage(error));
}

/**
 * Logs an unexpected error, and gives the parts of the problem document that answers it; also for an
 * answer whose status has been sent already.
 */
export function logError(trace: Trace, request: Request, error: unknown): ProblemParts {
  if (error instanceof HTTPException && error.status < 500) {
    return { status: error.status, detail: error.message };
  }
  const { method, url } = request;
  trace.log.error('request.failed', { method, path: new URL(url).pathname, error });
  if (isOutage(error)) {
    return {
      status: 503,
      detail: 'This takes longer than it should at the moment. Try again in a few seconds.',
      headers: RETRY_SOON,
    };
  }
  if (isStorageFull(error)) {
    const detail =
      'There is no room left to store this, and nothing was changed. Start a new chat.';
    return { status: 507, detail };
  }
  return {
    status: 500,
    detail: `Something failed on our side. Try again; if it stays, tell us the request id ${trace.requestId}.`,
  };
}

/** A page that needs nothing of the app, for when not even its own error page renders. */
export function answerBrokenPage(trace: Trace, isPassing = false): Response {
  return new Response(brokenPage.replace('%REQUEST_ID%', trace.requestId), {
    status: isPassing ? 503 : 500,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(isPassing ? RETRY_SOON : {}),
    },
  });
}

/** Requests whose page failed because a store is away. */
const pagesInOutage = new WeakSet<Trace>();

/** Keeps why a page failed: React Router answers every failure with the same status. */
export function notePageFailure(trace: Trace, error: unknown): void {
  if (isOutage(error)) pagesInOutage.add(trace);
}

/** The page as the answer to its request: one that failed for now only may be asked for again. */
export function toPageAnswer(trace: Trace, response: Response): Response {
  if (response.status < 500 || !pagesInOutage.has(trace)) return response;
  const answer = new Response(response.body, { status: 503, headers: response.headers });
  for (const [name, value] of Object.entries(RETRY_SOON)) answer.headers.set(name, value);
  return answer;
}
