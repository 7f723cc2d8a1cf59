/** A time-out joined with signals that end the work earlier. */
export interface Deadline {
  signal: AbortSignal;
  /** All the time that there was. */
  timeoutMs: number;
  /** When the time is up, by the clock. */
  until: number;
  isTimeout: () => boolean;
  /** Rejects when the deadline comes first, even if the work ignores the signal. */
  race: <Value>(work: Promise<Value>) => Promise<Value>;
  /** Stops the clock. */
  clear: () => void;
}

/** Starts the clock. */
export function createDeadline(
  timeoutMs: number,
  signals: AbortSignal[],
  now: () => number = Date.now,
): Deadline {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), timeoutMs);
  const signal = AbortSignal.any([clock.signal, ...signals]);
  return {
    signal,
    timeoutMs,
    until: now() + timeoutMs,
    isTimeout: () => clock.signal.aborted,
    race: async (work) => {
      // The loser of the race may still fail; nobody is left to hear it.
      work.catch(() => {});
      return await Promise.race([work, rejectOnAbort(signal)]);
    },
    clear: () => clearTimeout(timer),
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new Error('The work was aborted.'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
