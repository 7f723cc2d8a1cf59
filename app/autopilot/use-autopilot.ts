import { useEffect } from 'react';

import { useMachine } from '#app/ui/use-machine.ts';

import { getAutopilot, stopAutopilot } from './autopilot-client.ts';
import type { AutopilotState } from './autopilot-state.ts';
import { beginAutopilotWatch, stepAutopilotWatch } from './autopilot-watch.ts';

/** How often a run in progress is polled; the activity of a round is streamed separately. */
const LOOK_EVERY_MS = 1_000;

/** Keeps the state of a run up to date until it is over. */
export function useAutopilot(id: string, initial: AutopilotState) {
  const { state, getState, dispatch } = useMachine(stepAutopilotWatch, () =>
    beginAutopilotWatch(initial),
  );
  const isOver = state.run.end !== null;

  useEffect(() => {
    if (isOver) return;
    let isCurrent = true;
    const look = async () => {
      const { stops } = getState();
      const answer = await getAutopilot(id);
      if (!isCurrent) return;
      dispatch({ kind: 'looked', stops, answer });
      timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    let timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, isOver, getState, dispatch]);

  /** Ends the run; returns whether it has ended. */
  async function stop(): Promise<boolean> {
    dispatch({ kind: 'stopping' });
    const stopped = await stopAutopilot(id);
    if (stopped.ok) dispatch({ kind: 'stopped', answer: await getAutopilot(id) });
    else dispatch({ kind: 'stopFailed', failure: stopped });
    return stopped.ok;
  }

  const { run, failure, stopFailure, isStopping } = state;
  return { run, failure: stopFailure ?? failure, isStopping, stop };
}
