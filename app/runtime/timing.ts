/** Clock, randomness and sleep; tests replace them. */
export interface Timing {
  /** Milliseconds since 1970. */
  now: () => number;
  /** At least 0, below 1. */
  random: () => number;
  /** Resolves after that time, or at once when the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The system's clock. */
export const systemTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    }),
};
