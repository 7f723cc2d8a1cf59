import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { Problem } from '#app/platform/problem.ts';
import { parseProblem } from '#app/platform/read-problem.ts';

const GONE =
  'This chat was deleted, or no longer belongs to you. Your text is still in the message field.';

/** Why the page could not go on with a turn. */
export type ChatTrouble =
  /** The server said no before the turn began. */
  | { kind: 'refused'; text: string; requestId?: string }
  /** The turn itself failed, and said why. */
  | { kind: 'failed'; text: string }
  /** The line is dead; the turn may go on without us. */
  | { kind: 'lost' };

/**
 * Reads the trouble from an error of the AI SDK, which puts the body of a refusal in its message.
 */
export function toTrouble(error: Error): ChatTrouble {
  const { message } = error;
  if (error instanceof TypeError || /network|failed to fetch|load failed|terminated/i.test(message))
    return { kind: 'lost' };
  const refusal = readRefusal(message);
  return refusal ?? { kind: 'failed', text: message };
}

/** Converts the failure of a request to the trouble shown. */
export function toRefusal(failure: RequestFailure): ChatTrouble {
  if (failure.reason !== 'problem') return { kind: 'lost' };
  return toRefused(failure.problem);
}

/** The trouble to show after the conversation could not be read; a chat that is gone says so. */
export function keepTrouble(known: ChatTrouble | null, failure: RequestFailure): ChatTrouble {
  if (failure.reason !== 'problem') return { kind: 'lost' };
  // Why the message itself was refused says more than why nobody could look after it.
  const says = known?.kind === 'refused' && !isGone(failure.problem.status);
  return says ? known : toRefusal(failure);
}

/** The text in which the AI SDK hands on the body of a refusal; null when it is something else. */
function readRefusal(text: string): ChatTrouble | null {
  const problem = parseProblem(text);
  return problem && toRefused(problem);
}

function toRefused({ status, detail, requestId }: Problem): ChatTrouble {
  const text = isGone(status) ? GONE : detail;
  return { kind: 'refused', text, ...(requestId ? { requestId } : {}) };
}

// A message and the look after it may be answered in either order; both say the same of a chat that
// is gone.
function isGone(status: number) {
  return status === 404 || status === 410;
}
