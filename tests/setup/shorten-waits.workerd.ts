/** Waits and deadlines that are so long end after a moment: nobody in a test has the time. */
const LONG_MS = 2_500;
const MOMENT_MS = 400;

/** Shortens long waits for others, such as companies that never answer, until the returned function is called. */
export function shortenWaits(): () => void {
  const { setTimeout } = globalThis;
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const shorten = (ms: number) => (ms >= LONG_MS ? MOMENT_MS : ms);
  Object.assign(globalThis, {
    setTimeout: (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      setTimeout(callback, shorten(ms), ...args),
  });
  Object.assign(AbortSignal, { timeout: (ms: number) => timeout(shorten(ms)) });
  return () => {
    Object.assign(globalThis, { setTimeout });
    Object.assign(AbortSignal, { timeout });
  };
}
