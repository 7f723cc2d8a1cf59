import type { RequestFailure } from '#app/api-client/api-request.ts';
import { SWITCHED_OFF_TYPE } from '#app/controls/switched-off-type.ts';
import type { Problem } from '#app/platform/problem.ts';
import { parseProblem } from '#app/platform/read-problem.ts';

const GONE = 'This chat was deleted, or no longer belongs to you.';
const TEXT_IS_KEPT = 'Your text is still in the message field.';

/** The request that the server said no to; `turn`: an old message once more, or a wish to go on. */
export type RefusedRequest = 'message' | 'turn' | 'conversation' | 'branch';

/** Why the page could not go on with a turn. */
export type ChatTrouble =
  /** The server said no; to a message, before its turn began. `liftedBy`: the plan that would allow it. */
  | {
      kind: 'refused';
      request: RefusedRequest;
      text: string;
      requestId?: string;
      liftedBy?: string;
      /** Signing in lifts the refusal: of the switches, only that for guest messages stops a turn. */
      needsSignIn?: boolean;
    }
  /** The turn itself failed, and said why. */
  | { kind: 'failed'; text: string }
  /** The line is dead; the turn may go on without us. */
  | { kind: 'lost' }
  /** The server answers as this page does not know it: only a newer page can read that. */
  | { kind: 'unreadable' };

/**
 * Reads the trouble from an error of the AI SDK, which puts the body of a refusal in its message. A
 * fetch that fails, and a stream that breaks off, throw a `TypeError`; a turn that fails says so in
 * words of its own, which may be about anything.
 */
export function toTrouble(error: Error, request: RefusedRequest): ChatTrouble {
  const problem = parseProblem(error.message);
  if (problem) return toRefused(problem, request);
  return error instanceof TypeError ? { kind: 'lost' } : { kind: 'failed', text: error.message };
}

/** Converts the failure of a request to the trouble shown. */
export function toRefusal(failure: RequestFailure, request: RefusedRequest): ChatTrouble {
  if (failure.reason === 'problem') return toRefused(failure.problem, request);
  return { kind: failure.reason === 'unreadable' ? 'unreadable' : 'lost' };
}

/**
 * The trouble to show after the conversation could not be read; a chat that is gone says so.
 * @param isUnsent a message goes back to its field
 */
export function keepTrouble(
  known: ChatTrouble | null,
  failure: RequestFailure,
  isUnsent: boolean,
): ChatTrouble {
  // Whether the server has the message, nobody knows until it can be asked.
  if (isUnsent && known?.kind !== 'refused' && isPassing(failure)) return { kind: 'lost' };
  if (known?.kind !== 'refused' || failure.reason !== 'problem')
    return toRefusal(failure, isUnsent ? 'message' : 'conversation');
  // Why the message itself was refused says more than why nobody could look after it.
  return isGone(failure.problem.status) ? toRefused(failure.problem, known.request) : known;
}

function toRefused(
  { type, status, detail, requestId, liftedBy }: Problem,
  request: RefusedRequest,
): ChatTrouble {
  const gone = request === 'message' ? `${GONE} ${TEXT_IS_KEPT}` : GONE;
  const text = isGone(status) ? gone : detail;
  return {
    kind: 'refused',
    request,
    text,
    ...(requestId ? { requestId } : {}),
    ...(liftedBy ? { liftedBy } : {}),
    ...(type === SWITCHED_OFF_TYPE ? { needsSignIn: true } : {}),
  };
}

/** Whether the same question may be answered a little later: too many were asked, or the server has a fault. */
function isPassing(failure: RequestFailure): boolean {
  if (failure.reason !== 'problem') return false;
  const { status } = failure.problem;
  return status === 429 || status >= 500;
}

// A message and the look after it may be answered in either order; both say the same of a chat that
// is gone.
function isGone(status: number) {
  return status === 404 || status === 410;
}
