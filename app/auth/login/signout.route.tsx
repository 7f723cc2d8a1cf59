import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import { AuthNote } from '#app/auth/auth-note.tsx';
import { AuthSheet } from '#app/auth/auth-sheet.tsx';
import { AUTH_TEXTS } from '#app/auth/auth-texts.ts';
import { signOut } from './sign-out.ts';

type Outcome = 'pending' | 'done' | 'failed';

const TITLES = {
  pending: 'Signing out...',
  done: 'Signed out successfully',
  failed: 'Sign out failed',
};

/** How long the outcome is shown before the page goes home. */
const SHOWN_MS = { done: 1_500, failed: 3_000 };

export function meta() {
  return [{ title: 'Sign out · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

/** Signs out, says so, and goes home. */
export default function SignOut() {
  const outcome = useSignOut();
  return (
    <AuthSheet title={TITLES[outcome]} isNext={outcome !== 'pending'}>
      {outcome === 'pending' ? <SpinnerMark /> : null}
      {outcome === 'failed' ? <AuthNote tone="fail">{AUTH_TEXTS.signOutFailed}</AuthNote> : null}
      <div className="flex flex-wrap gap-2">
        <Link to="/login" className={buttonClass('primary')}>
          Sign In Again
        </Link>
        <Link to="/" className={buttonClass('secondary')}>
          Go Home
        </Link>
      </div>
    </AuthSheet>
  );
}

/** One for the visit of the screen, however often React mounts it. */
let running: ReturnType<typeof signOut> | null = null;

function useSignOut(): Outcome {
  const [outcome, setOutcome] = useState<Outcome>('pending');
  const navigate = useNavigate();

  useEffect(() => {
    let isLeft = false;
    running ??= signOut().finally(() => {
      running = null;
    });
    void running.then((result) => {
      if (!isLeft) setOutcome(result.ok ? 'done' : 'failed');
    });
    return () => {
      isLeft = true;
    };
  }, []);

  const goHome = useEffectEvent(() => void navigate('/', { replace: true }));
  useEffect(() => {
    if (outcome === 'pending') return;
    const timer = setTimeout(() => goHome(), SHOWN_MS[outcome]);
    return () => clearTimeout(timer);
  }, [outcome]);

  return outcome;
}
