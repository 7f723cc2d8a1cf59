import { useEffect, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';

import { getAutopilot, stopAutopilot } from './autopilot-client.ts';
import type { AutopilotState } from './autopilot-state.ts';

/** How often a run in progress is polled; the activity of a round is streamed separately. */
const LOOK_EVERY_MS = 1_000;

/** Keeps the state of a run up to date until it is over. */
export function useAutopilot(id: string, initial: AutopilotState) {
  const [run, setRun] = useState(initial);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isStopping, setIsStopping] = useState(false);
  const isOver = run.end !== null;

  useEffect(() => {
    if (isOver) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const asked = await getAutopilot(id);
      if (!isCurrent) return;
      if (asked.ok) setRun(asked.value);
      setFailure(asked.ok ? null : asked);
      timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, isOver]);

  /** Ends the run; returns whether it has ended. */
  async function stop(): Promise<boolean> {
    setIsStopping(true);
    const stopped = await stopAutopilot(id);
    const asked = stopped.ok ? await getAutopilot(id) : stopped;
    setIsStopping(false);
    if (asked.ok) setRun(asked.value);
    else setFailure(asked);
    return stopped.ok;
  }

  return { run, failure, isStopping, stop };
}
