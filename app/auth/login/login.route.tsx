import { useEffect, useEffectEvent } from 'react';
import { useRouteLoaderData } from 'react-router';

import { useAuth } from '#app/auth/auth-client.ts';
import { AUTH_TEXTS } from '#app/auth/auth-texts.ts';
import { useSessionState } from '#app/auth/session/session-state.ts';
import type { Viewer } from '#app/auth/session/viewer.ts';
import { Spinner } from '#app/ui/spinner.tsx';

import { LoginForm } from './login-form.tsx';
import { LoginPreview } from './login-preview.tsx';
import { useGoogleSignIn } from './use-google-sign-in.ts';
import { useIsOverdue } from './use-is-overdue.ts';
import { useSignInTarget } from './use-sign-in-target.ts';

/** Longer than all attempts to show the server who is signed in, with the pauses between them. */
const WATCHDOG_MS = 20_000;

const REFUSED = { step: 'error', text: AUTH_TEXTS.notSignedIn, isBlocked: false } as const;

export function meta() {
  return [
    { title: 'Sign in · MCP Builder' },
    { name: 'description', content: 'Sign in to MCP Builder with your Google account.' },
    { name: 'robots', content: 'noindex' },
  ];
}

/** Signing in: the product on one side, the button on the other. Signed-in users are sent on. */
export default function Login() {
  const auth = useAuth();
  const session = useSessionState();
  const target = useSignInTarget();
  const started = useGoogleSignIn(target.keep);
  const viewer = useRouteLoaderData<{ viewer: Viewer | null }>('root')?.viewer ?? null;

  const isSignedIn = auth.status === 'signedIn';
  // Google accepted the sign-in, and our server refused it.
  const isRefused =
    started.state.step === 'success' && session === 'ended' && auth.status === 'signedOut';
  const google = isRefused ? { ...started, state: REFUSED } : started;
  const sendOn = useEffectEvent(() => {
    if (session === 'agreed' || !target.needsSession()) target.leave();
  });
  useEffect(() => {
    if (isSignedIn) sendOn();
  }, [isSignedIn, session]);

  // Somebody who is signed in already, or probably, is not asked to sign in.
  const isKnown = isSignedIn || (auth.status === 'settling' && viewer !== null);
  const isWaiting = isKnown && session !== 'failed' && google.state.step === 'idle';
  // Something may be lost for good, such as a chunk of the app: then only a fresh page helps.
  const isUnconfirmed = google.state.step === 'success' && session !== 'agreed';
  const isOverdue = useIsOverdue(isWaiting || isUnconfirmed, WATCHDOG_MS);
  return (
    <div className="grid grow md:grid-cols-2">
      <section
        aria-label="Sign in"
        className="flex flex-col items-center justify-center px-4 py-12 sm:px-8 md:order-last"
      >
        {isWaiting && !isOverdue ? (
          <Spinner />
        ) : (
          <LoginForm
            auth={auth}
            session={session}
            google={google}
            isForced={target.isForced}
            isOverdue={isOverdue}
          />
        )}
      </section>
      <LoginPreview />
    </div>
  );
}
