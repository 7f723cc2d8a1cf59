import { useEffect, useState, type ComponentType } from 'react';

import type { OneTimeMessage } from '#app/platform/one-time-message.ts';
import { loadPart } from '#app/ui/loading/load-part.ts';
import { whenIdle } from '#app/ui/loading/when-idle.ts';

import { loadAuth } from './auth-client.ts';
import type { Viewer } from './session/viewer.ts';

/**
 * The root loader's answer: a new object each time, so that no answer is missed. Undefined if the
 * loader failed.
 */
export type Rendered =
  | { viewer: Viewer | null; message: Pick<OneTimeMessage, 'tone'> | null }
  | undefined;

/**
 * Loads Firebase, and what watches the session, when the page has nothing else to do. Stands where
 * the page says that a session has ended.
 */
export function AuthStart({ rendered }: { rendered: Rendered }) {
  const [Watch, setWatch] = useState<ComponentType<{ rendered: Rendered }> | null>(null);

  useEffect(() => {
    async function start() {
      // Until then the page goes on as the server rendered it.
      const [{ SessionWatch }] = await loadPart(() =>
        Promise.all([import('./session/session-watch.tsx'), loadAuth()]),
      );
      setWatch(() => SessionWatch);
    }
    whenIdle(() => void start());
  }, []);

  return Watch ? <Watch rendered={rendered} /> : null;
}
