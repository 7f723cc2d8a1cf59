import type { AppContext } from '#app/platform/app-context.ts';

import type { ServedServer } from './served-server.ts';

/** A watchdog that is busy itself must not keep a call waiting. */
const PATIENCE_MS = 500;

/**
 * Tells the watchdog of a local server which tool is about to run, so that it can name it if the server hangs; the
 * returned function tells that it has ended. Deployed there is no watchdog: the platform ends what hangs.
 */
export async function tellWatchdog(
  { config, waitUntil }: Pick<AppContext, 'config' | 'waitUntil'>,
  { kind, id }: Pick<ServedServer, 'kind' | 'id'>,
  tool: string,
): Promise<() => void> {
  const url = config.WATCHDOG_URL;
  if (url === '') return () => {};
  const call = crypto.randomUUID();
  // The code of the tool may block all else at once, so it waits until this is known.
  await tell(url, { call, kind, id, tool });
  return () => waitUntil(tell(url, { ended: call }));
}

async function tell(url: string, news: object): Promise<void> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await fetch(url, { method: 'POST', body: JSON.stringify(news), signal });
  } catch {
    // The tool runs all the same; only the message of a server that hangs is shorter then.
  }
}
