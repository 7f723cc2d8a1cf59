import { useState } from 'react';

import { toFailureText } from '#app/api-client/failure-text.ts';
import { stopTurn } from '#app/chat/chat-client.ts';

/** How it stands with the wish to stop a turn: it is asked, or the server did not hear it. */
export type Stopping = { state: 'asked' } | { state: 'unheard'; text: string };

/** Stops the turn that runs, and tells while that is not done yet; null: nobody asked. */
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
