import { useEffect } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router';

import type { Rendered } from '#app/auth/auth-start.tsx';
import { isAuthPath } from '#app/auth/protected-paths.ts';
import { storeCurrentUrl } from '#app/auth/return-url.ts';
import { PageArrival } from '#app/ui/focus/page-arrival.tsx';

import { useSessionState } from './session-state.ts';
import { watchSession } from './watch-session.ts';

/** A revalidation that is overtaken by a navigation brings no viewer of its own. */
const VIEWER_MS = 3_000;

/** The page as it is now, for the watch, which outlives every render. */
const page = {
  revalidate: async () => {},
  /** Says that a viewer came. */
  arrived: () => {},
};

let setViewer: ReturnType<typeof watchSession> | null = null;

/**
 * Keeps session and sign-in in agreement while the page lives, and says where that ended a session;
 * the screen for signing in says so by itself. Brings along what looks after the focus of pages: that is needed when
 * the page has come to rest, too, and another chunk to ask for would make the first screen larger.
 */
export function SessionWatch({ rendered }: { rendered: Rendered }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    page.revalidate = revalidate;
  }, [revalidate]);
  useEffect(() => {
    setViewer ??= watchSession(loadViewer);
    if (rendered) setViewer(rendered.viewer);
    page.arrived();
  }, [rendered]);

  const isEnded = useSessionState() === 'ended';
  // The message says why; signing in again may not help.
  const isToldWhy = rendered?.message?.tone === 'fail';
  const isOnAuthPage = isAuthPath(useLocation().pathname);
  return (
    <>
      <PageArrival />
      <output className="block">
        {isEnded && !isToldWhy && !isOnAuthPage ? (
          <span className="block border-b bg-pencil-tint px-4 py-2 text-sm sm:px-6">
            Your session has ended.{' '}
            <Link
              to="/login"
              onClick={() => void storeCurrentUrl()}
              className="font-medium underline underline-offset-2"
            >
              Sign in again
            </Link>{' '}
            to continue.
          </span>
        ) : null}
      </output>
    </>
  );
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
