import { useEffect, useState, type ComponentType } from 'react';

import { loadAuth } from './auth-client.ts';
import type { Viewer } from './session/viewer.ts';

/** A page that is never idle gets its sign-in all the same. */
const LATEST_MS = 2_000;

/** After what could not be loaded; each further failure doubles it, up to the second number. */
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * What the root loader answered: a new object each time, so that no answer is missed. Undefined
 * where it failed.
 */
export type Rendered = { viewer: Viewer | null } | undefined;

/**
 * Loads Firebase, and what watches the session, when the page has nothing else to do. Stands where
 * the page says that a session has ended.
 */
export function AuthStart({ rendered }: { rendered: Rendered }) {
  const [Watch, setWatch] = useState<ComponentType<{ rendered: Rendered }> | null>(null);

  useEffect(() => {
    async function start(retryMs: number) {
      try {
        const [{ SessionWatch }] = await Promise.all([
          import('./session/session-watch.tsx'),
          loadAuth(),
        ]);
        setWatch(() => SessionWatch);
      } catch {
        // Until then the page goes on as the server rendered it.
        const nextMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
        onceOnlineOrAfter(retryMs, () => void start(nextMs));
      }
    }
    whenIdle(() => void start(RETRY_MS));
  }, []);

  return Watch ? <Watch rendered={rendered} /> : null;
}

function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LATEST_MS });
  else setTimeout(run, 200);
}

/** A browser that is online may have missed a chunk all the same: it is told of nothing then. */
function onceOnlineOrAfter(milliseconds: number, run: () => void) {
  const begin = () => {
    clearTimeout(timer);
    removeEventListener('online', begin);
    run();
  };
  const timer = setTimeout(begin, milliseconds);
  addEventListener('online', begin);
}
