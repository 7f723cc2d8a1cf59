import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

import { loadAuth } from './auth-client.ts';
import { setSessionState } from './session-state.ts';
import type { SetViewer } from './session-watch.ts';
import type { Viewer } from './viewer.ts';

/** A page that is never idle gets its sign-in all the same. */
const LATEST_MS = 2_000;

/** A revalidation that is overtaken by a navigation brings no viewer of its own. */
const VIEWER_MS = 3_000;

type Rendered = { viewer: Viewer | null } | undefined;

/** The page as it is now, for the watch, which outlives every render. */
const page = {
  rendered: undefined as Rendered,
  revalidate: async () => {},
  /** Says that a viewer came. */
  arrived: () => {},
  setViewer: null as SetViewer | null,
  isStarted: false,
};

/**
 * Loads Firebase when the page has nothing else to do, and watches the session from then on.
 * @param rendered the root loader's answer: a new object with each, so that none is missed
 */
export function AuthStart({ rendered }: { rendered: Rendered }) {
  const { revalidate } = useRevalidator();

  useEffect(() => {
    page.revalidate = revalidate;
  }, [revalidate]);

  useEffect(() => {
    page.rendered = rendered;
    if (rendered) page.setViewer?.(rendered.viewer);
    page.arrived();
  }, [rendered]);

  useEffect(() => {
    if (page.isStarted) return;
    page.isStarted = true;
    whenIdle(() => void start());
  }, []);

  return null;
}

function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LATEST_MS });
  else setTimeout(run, 200);
}

async function start() {
  try {
    const [{ watchSession }] = await Promise.all([import('./session-watch.ts'), loadAuth()]);
    page.setViewer = watchSession(loadViewer);
    if (page.rendered) page.setViewer(page.rendered.viewer);
  } catch {
    // Without a network the page goes on as the server rendered it.
    setSessionState('failed');
    addEventListener('online', () => void start(), { once: true });
  }
}

/** Loads the viewer afresh, and waits until the page has it. */
async function loadViewer(): Promise<void> {
  const isThere = new Promise<void>((resolve) => {
    page.arrived = resolve;
    setTimeout(resolve, VIEWER_MS);
  });
  await page.revalidate();
  await isThere;
}
