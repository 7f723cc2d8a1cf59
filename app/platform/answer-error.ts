import { HTTPException } from 'hono/http-exception';

import type { Trace } from './app-context.ts';
import brokenPage from './broken-page.html?raw';
import { problem, type ProblemParts } from './problem.ts';

/**
 * The last handler of unexpected errors: logged with all there is, answered with nothing but the
 * request's id. An error of the HTTP layer itself (a body that is no JSON) keeps its status, and a
 * request that took too long may be repeated.
 */
export function answerError(trace: Trace, request: Request, error: unknown): Response {
  const parts = logError(trace, request, error);
  const isNavigation = request.headers.get('accept')?.includes('text/html') ?? false;
  return isNavigation && parts.status >= 500 ? answerBrokenPage(trace) : problem(trace, parts);
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
  if (isTimeout(error)) {
    return {
      status: 503,
      detail: 'This takes longer than it should at the moment. Try again in a few seconds.',
      headers: { 'retry-after': '5' },
    };
  }
  return {
    status: 500,
    detail: `Something failed on our side. Try again; if it stays, tell us the request id ${trace.requestId}.`,
  };
}

/** The database's client wraps what its statements throw. */
function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || isTimeout(error.cause);
}

/** A page that needs nothing of the app, for when not even its own error page renders. */
export function answerBrokenPage(trace: Trace): Response {
  return new Response(brokenPage.replace('%REQUEST_ID%', trace.requestId), {
    status: 500,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}
