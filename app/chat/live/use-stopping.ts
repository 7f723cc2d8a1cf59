import { useState } from 'react';

import { toFailureText } from '#app/api-client/failure-text.ts';
import { stopTurn } from '#app/chat/chat-client.ts';

/** State of a request to stop a turn: it was sent, or the server could not be reached. */
export type Stopping = { state: 'asked' } | { state: 'unheard'; text: string };

/**
 * Stops the running turn, and returns the state of the request until the turn has stopped; null:
 * nobody asked.
 */
export function useStopping(id: string, isBusy: boolean) {
  const [stopping, setStopping] = useState<Stopping | null>(null);
  // The turn is over, by whatever.
  if (!isBusy && stopping !== null) setStopping(null);

  async function stop(): Promise<void> {
    setStopping({ state: 'asked' });
    const stopped = await stopTurn(id);
    if (stopped.ok) return;
    const { title } = toFailureText(stopped, 'change');
    const text = stopped.reason === 'problem' ? stopped.problem.detail : `${title}.`;
    setStopping((known) => known && { state: 'unheard', text });
  }

  return { stopping, stop: () => void stop() };
}
