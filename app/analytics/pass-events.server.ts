import type { AppContext } from '#app/platform/app-context.ts';
import { readBytes } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** One of our events has 2 KB; PostHog's own retries come in batches. */
const MAX_EVENT_BYTES = 256 * 1_024;
const MAX_ANSWER_BYTES = 64 * 1_024;

const TIMEOUT_MS = 3_000;

/** The request headers passed on to PostHog, besides the events and the client's address. */
const PASSED_HEADERS = ['content-type', 'user-agent'];

export type IngestFailure =
  /** No key is configured. */
  | { reason: 'off' }
  | { reason: 'tooLarge' }
  /** PostHog answered too late, with a redirect, with too much, or not at all. */
  | { reason: 'unreachable'; why: string };

/**
 * Sends events on to PostHog: without cookies, credentials or anything else that a browser adds.
 * Returns its status and body, never a cookie.
 */
export async function passEvents(
  app: Pick<AppContext, 'config'>,
  request: Request,
  path: string,
): Promise<Result<Response, IngestFailure>> {
  if (app.config.POSTHOG_KEY === '') return fail({ reason: 'off' });
  const body = await readBytes(request, MAX_EVENT_BYTES);
  if (!body.ok) return body;
  const host = app.config.POSTHOG_HOST.replace(/\/+$/, '');
  try {
    const response = await fetch(host + path + new URL(request.url).search, {
      method: 'POST',
      headers: toHeaders(request),
      body: body.value,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return await toAnswer(response);
  } catch (error) {
    return unreachable(String(error));
  }
}

/** The answer where events could not be passed on; the page goes on as if they had been. */
export function answerIngestFailure(
  app: Pick<AppContext, 'requestId' | 'log'>,
  failure: IngestFailure,
): Response {
  switch (failure.reason) {
    case 'off':
      return problem(app, { status: 404, detail: 'Analytics are off here.' });
    case 'tooLarge':
      return problem(app, { status: 413, detail: 'Events may have 256 KB at most.' });
    case 'unreachable':
      app.log.warn('analytics.unreachable', { why: failure.why });
      return problem(app, { status: 502, detail: 'PostHog does not answer.' });
  }
}

function toHeaders(request: Request): Headers {
  const headers = new Headers();
  for (const name of PASSED_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const address = request.headers.get('cf-connecting-ip');
  if (address !== null) headers.set('x-forwarded-for', address);
  return headers;
}

async function toAnswer(response: Response): Promise<Result<Response, IngestFailure>> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return unreachable(`status ${response.status}`);
  }
  const body = await readBytes(response, MAX_ANSWER_BYTES);
  if (!body.ok) return unreachable('an answer above 64 KB');
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  const isEmpty = response.status === 204;
  return succeed(new Response(isEmpty ? null : body.value, { status: response.status, headers }));
}

function unreachable(why: string) {
  return fail({ reason: 'unreachable', why });
}
