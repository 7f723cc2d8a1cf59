import type { RequestFailure } from '#app/builder/api-request.ts';

/** Why the page could not go on with a turn. */
export type ChatTrouble =
  /** The server said no before the turn began. */
  | { kind: 'refused'; text: string; requestId?: string }
  /** The turn itself failed, and said why. */
  | { kind: 'failed'; text: string }
  /** The line is dead; the turn may go on without us. */
  | { kind: 'lost' };

/** Tells what stands behind an error of the AI SDK: it hands on the body of a refusal as its message. */
export function toTrouble(error: Error): ChatTrouble {
  const { message } = error;
  if (error instanceof TypeError || /network|failed to fetch|load failed|terminated/i.test(message))
    return { kind: 'lost' };
  const refusal = readProblem(message);
  return refusal ?? { kind: 'failed', text: message };
}

/** What a request that gave nothing tells. */
export function toRefusal(failure: RequestFailure): ChatTrouble {
  if (failure.reason !== 'problem') return { kind: 'lost' };
  const { detail, requestId } = failure.problem;
  return { kind: 'refused', text: detail, ...(requestId ? { requestId } : {}) };
}

/** What stands when the conversation could not be read; one that is gone says so. */
export function keepTrouble(known: ChatTrouble | null, failure: RequestFailure): ChatTrouble {
  if (failure.reason !== 'problem') return { kind: 'lost' };
  const { status, requestId } = failure.problem;
  if (status === 404 || status === 410) {
    const text =
      'This chat was deleted, or no longer belongs to you. Your text is still in the message field.';
    return { kind: 'refused', text, ...(requestId ? { requestId } : {}) };
  }
  // Why the message itself was refused says more than why nobody could look after it.
  return known?.kind === 'refused' ? known : toRefusal(failure);
}

function readProblem(text: string): ChatTrouble | null {
  try {
    const { detail, requestId }: { detail?: unknown; requestId?: unknown } = JSON.parse(text);
    if (typeof detail !== 'string') return null;
    return typeof requestId === 'string'
      ? { kind: 'refused', text: detail, requestId }
      : { kind: 'refused', text: detail };
  } catch {
    return null;
  }
}
