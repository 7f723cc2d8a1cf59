/** Deferred work has to run eventually, even on a page that never rests. */
const LATEST_MS = 2_000;
/** Used if the browser does not report when it is idle. */
const GUESSED_MS = 200;

/**
 * Runs something once the page is there and the browser has nothing more urgent to do.
 *
 * @returns cancels what has not run yet.
 */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, { timeout: LATEST_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, GUESSED_MS);
  return () => clearTimeout(timer);
}
