/** The clock and the dice of whatever waits; tests bring their own. */
export interface Timing {
  /** Milliseconds since 1970. */
  now: () => number;
  /** At least 0, below 1. */
  random: () => number;
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The real ones. */
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
