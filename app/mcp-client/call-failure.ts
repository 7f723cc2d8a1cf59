import { fail, type Result } from '#app/platform/result.ts';

import type { RequestProblem } from './connection.ts';
import type { DeliveryFailure } from './read-messages.ts';
import type { WireFailure } from './wire.ts';

/** Why a request has no result, with what the connection itself needs to know of it. */
export type CallFailure =
  | { reason: 'rpc'; code: number; message: string; data: unknown; status: number }
  | { reason: 'http'; status: number; message: string; challenge: string | null }
  | { reason: 'timed-out' | 'cancelled' | 'disconnected' | 'invalid-message'; message: string }
  | { reason: 'no-answer'; message: string }
  | { reason: 'relay-refused'; kind: string; message: string; status: number }
  | { reason: 'not-json'; message: string };

/** Puts what went wrong below in terms of the request that it ends. */
export function toCallFailure(failure: DeliveryFailure | WireFailure): CallFailure {
  switch (failure.reason) {
    case 'http':
    case 'relay-refused':
    case 'no-answer':
    case 'not-json':
      return failure;
    case 'cut-off':
      return { reason: 'disconnected', message: failure.message };
    case 'too-large':
      return { reason: 'invalid-message', message: failure.message };
    case 'aborted':
      return { reason: 'cancelled', message: failure.message };
  }
}

/** The problem that the person is told. */
export function toRequestProblem(failure: CallFailure): Result<never, RequestProblem> {
  switch (failure.reason) {
    case 'rpc': {
      const { code, message, data } = failure;
      return fail({ reason: 'rpc', code, message, data });
    }
    case 'relay-refused': {
      const { status, message } = failure;
      return fail({ reason: 'http', status, message, challenge: null });
    }
    case 'no-answer':
      return fail({
        reason: 'disconnected',
        message: `The server did not answer: ${failure.message}`,
      });
    case 'not-json':
      return fail({ reason: 'invalid-message', message: failure.message });
    default:
      return fail(failure);
  }
}

/** Whether a server says that it does not know the session any more, in the words of the protocol or in its own. */
export function isSessionLost(failure: CallFailure): boolean {
  if (failure.reason !== 'rpc' && failure.reason !== 'http') return false;
  return failure.status === 404 || (failure.status === 400 && /session/i.test(failure.message));
}
