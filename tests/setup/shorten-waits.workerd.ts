/** Waits and deadlines that are so long end after a moment: nobody in a test has the time. */
const LONG_MS = 2_500;
const MOMENT_MS = 400;

/** Shortens long waits for others, such as companies that never answer, until the returned function is called. */
export function shortenWaits(): () => void {
  const restore = shortenTimers();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  Object.assign(AbortSignal, { timeout: (ms: number) => timeout(shorten(ms)) });
  return () => {
    restore();
    Object.assign(AbortSignal, { timeout });
  };
}

/** The same, except for deadlines of whole works. */
export function shortenTimers(): () => void {
  const { setTimeout } = globalThis;
  Object.assign(globalThis, {
    setTimeout: (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      setTimeout(callback, shorten(ms), ...args),
  });
  return () => void Object.assign(globalThis, { setTimeout });
}

function shorten(ms: number): number {
  return ms >= LONG_MS ? MOMENT_MS : ms;
}
