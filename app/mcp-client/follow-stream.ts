import type { OpenSession } from './open-session.ts';
import { wait } from './wait.ts';

/** Where the server names no time of its own; doubled each time that a stream brings nothing. */
const RETRY_MS = 1_000;
const MAX_DOUBLINGS = 5;

/** Hears what the server sends by itself in the era with sessions, as long as the session lasts. */
export async function followStream(
  { dialogue, streamEnd, listen }: OpenSession,
  onLost: (because: string) => void,
): Promise<void> {
  if (streamEnd !== null) {
    await streamEnd;
    if (!dialogue.signal.aborted) onLost('The server ended its stream, and the session with it.');
    return;
  }
  if (listen === null) return;
  let lastEventId: string | null = null;
  for (let quiet = -1; !dialogue.signal.aborted;) {
    const isFirst = quiet === -1;
    const before: string | null = lastEventId;
    const end = await listen(lastEventId);
    if (dialogue.signal.aborted) return;
    if (!end.ok && end.reason !== 'cut-off') {
      // Most servers have no such stream; only of one that had it a refusal means something.
      const because = isFirst ? null : describeLoss(end);
      if (because !== null) onLost(because);
      return;
    }
    if (end.ok) lastEventId = end.value.lastEventId ?? lastEventId;
    quiet = before === lastEventId ? Math.min(quiet + 1, MAX_DOUBLINGS) : 0;
    const retryMs = end.ok ? end.value.retryMs : null;
    await wait(retryMs ?? RETRY_MS * 2 ** quiet, dialogue.signal);
  }
}

function describeLoss(failure: { reason: string; status?: number }): string | null {
  if (failure.reason === 'no-answer') return 'The server stopped answering.';
  const isUnknown = failure.status === 404 || failure.status === 400;
  return isUnknown ? 'The server does not know the session any more.' : null;
}
