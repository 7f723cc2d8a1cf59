/** A time-out combined with signals that abort the work earlier. */
export interface Deadline {
  signal: AbortSignal;
  /** The whole time-out, in milliseconds. */
  timeoutMs: number;
  /** Time of the deadline, in milliseconds of the clock. */
  until: number;
  isTimeout: () => boolean;
  /** Rejects if the deadline comes first, even if the work ignores the signal. */
  race: <Value>(work: Promise<Value>) => Promise<Value>;
  /** Stops the timer. */
  clear: () => void;
}

/** Starts the timer. */
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
      // The loser of the race may still reject, with nobody left to handle it.
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
