/** What comes later must come all the same on a page that never rests. */
const LATEST_MS = 2_000;
/** Where the browser does not tell when it is idle. */
const GUESSED_MS = 200;

/** Runs something once the page is there and the browser has nothing more urgent to do. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LATEST_MS });
  else setTimeout(run, GUESSED_MS);
}
