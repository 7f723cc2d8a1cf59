import type { AppContext } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';
import { isShortAnswer } from '#app/runtime/protocol/direct-message.ts';
import { onBodyEnd } from '#app/runtime/protocol/on-body-end.ts';
import { sessionIdOf } from '#app/runtime/protocol/session/session-id.ts';

import { CallSlots } from './call-slots.ts';

/** Of one isolate: it has 128 MB, and a call may bring 10 MB and get as much. */
export const CALL_LIMITS = {
  atWork: 48,
  // A client that holds 20 connections is served on all of them, and leaves as much to others.
  atWorkOfKey: 24,
  waiting: 48,
  waitingOfKey: 16,
  waitMs: 2_000,
  lostMs: 90_000,
};
const RETRY_SECONDS = 2;

const slots = new CallSlots(CALL_LIMITS);

/**
 * Answers a call of an endpoint, or 503 where this isolate has as many as it can work on: a caller hears
 * that at once or after a short wait, and never hangs. Callers with a token and those without one have shares of
 * their own, so that strangers keep nobody from their server. What belongs to a session is worked on by its own
 * object, which has a limit of its own, and does not count.
 */
export async function withinCapacity(
  app: Pick<AppContext, 'requestId' | 'log'>,
  request: Request,
  /** Id of the draft, or name of the project's endpoint. */
  server: string,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (request.method !== 'POST' || sessionIdOf(request) !== null) return answer();
  const caller = request.headers.has('authorization') ? 'token' : 'open';
  const end = await slots.take(`${server} ${caller}`, request.signal);
  if (end === null) return refuse(app, server);
  try {
    const response = await answer();
    if (isShortAnswer(response)) {
      end();
      return response;
    }
    // The work goes on for as long as it streams.
    return onBodyEnd(response, request.signal, end);
  } catch (error) {
    end();
    throw error;
  }
}

function refuse(app: Pick<AppContext, 'requestId' | 'log'>, server: string): Response {
  app.log.warn('gateway.full', { server });
  return problem(app, {
    status: 503,
    detail: `Too many calls are being answered at the moment. Try again in ${RETRY_SECONDS} seconds.`,
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });
}
