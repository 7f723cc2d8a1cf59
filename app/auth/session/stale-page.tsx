import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { Spinner } from '#app/ui/spinner.tsx';

import { useAuth } from '#app/auth/auth-client.ts';
import { useSessionState } from './session-state.ts';

/** Longer than all attempts to show the server who is signed in, with the pauses between them. */
const WATCHDOG_MS = 20_000;

/**
 * Stands in for a protected page while the browser shows the server a fresh token; the page follows
 * as soon as that is done. Where it cannot be done, signing in can.
 */
export function StalePage() {
  const { status, isStuck } = useAuth();
  const session = useSessionState();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  const giveUp = useEffectEvent(() => {
    const query = new URLSearchParams({ returnUrl: pathname + search, reason: 'protected' });
    void navigate(`/login?${query}`, { replace: true });
  });
  const isHopeless =
    isStuck || session === 'failed' || (session === 'ended' && status !== 'signedIn');
  useEffect(() => {
    if (isHopeless) return giveUp();
    const timer = setTimeout(() => giveUp(), WATCHDOG_MS);
    return () => clearTimeout(timer);
  }, [isHopeless]);

  return (
    <div className="m-auto px-4 py-16">
      <title>Loading · MCP Builder</title>
      <Spinner />
    </div>
  );
}
