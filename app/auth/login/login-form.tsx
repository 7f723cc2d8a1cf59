import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { authEmulatorHost } from 'virtual:build';

import type { AuthState } from '#app/auth/auth-client.ts';
import { AuthNote } from '#app/auth/auth-note.tsx';
import { AUTH_TEXTS } from '#app/auth/auth-texts.ts';
import { readFirebaseDefaults } from '#app/auth/firebase-defaults.ts';
import type { SessionState } from '#app/auth/session/session-state.ts';
import { Button } from '#app/ui/button.tsx';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import { canRedirect } from './redirect-mark.ts';
import type { useGoogleSignIn } from './use-google-sign-in.ts';

interface Props {
  auth: AuthState;
  session: SessionState;
  google: ReturnType<typeof useGoogleSignIn>;
  /** Somebody asked for a page that only signed-in users see. */
  isForced: boolean;
  /**
   * The wait for Firebase, our server or a part of the app has taken too long, and will probably
   * not end.
   */
  isOverdue: boolean;
}

/** The sign-in button, its outcome, and the terms that one agrees to. */
export function LoginForm(props: Props) {
  const { auth, session, google, isOverdue } = props;
  // Firebase gave no answer, or our server none: only a fresh page begins anew.
  const isUnknown = auth.status === 'signedIn' && session === 'failed';
  const needsReload = auth.isStuck || isUnknown || isOverdue;
  return (
    <div className="flex w-full max-w-sm flex-col gap-6">
      <div>
        <h1 className="text-lg">Sign in to MCP Builder</h1>
        <p className="mt-1 text-muted">
          Keep what you build, including the servers you made as a guest.
        </p>
      </div>
      <Note {...props} needsReload={needsReload} />
      {needsReload && google.state.step !== 'signingIn' ? (
        <Button onClick={() => location.reload()} className="w-full">
          Try again
        </Button>
      ) : (
        <GoogleButtons google={google} isReady={auth.status !== 'settling'} />
      )}
      <p className="text-sm text-muted">
        By continuing, you agree to the <LegalLink to="/terms">Terms of Service</LegalLink> and the{' '}
        <LegalLink to="/privacy">Privacy Policy</LegalLink>.
      </p>
    </div>
  );
}

function Note({
  session,
  google: { state },
  isForced,
  needsReload,
}: Props & { needsReload: boolean }) {
  if (state.step === 'error') return <AuthNote tone="fail">{state.text}</AuthNote>;
  if (needsReload) return <AuthNote tone="fail">{AUTH_TEXTS.network}</AuthNote>;
  if (session === 'ended') return <AuthNote tone="plain">{AUTH_TEXTS.sessionEnded}</AuthNote>;
  if (isForced) return <AuthNote tone="plain">{AUTH_TEXTS.signInToContinue}</AuthNote>;
  return null;
}

/** `isReady`: Firebase is there; a click that has to wait for it may not open a popup any more. */
function GoogleButtons({
  google: { state, start, cancel },
  isReady,
}: Pick<Props, 'google'> & { isReady: boolean }) {
  const isBusy = state.step === 'signingIn' || state.step === 'success';
  return (
    <div className="flex flex-col gap-3">
      <div className="flex gap-2">
        <Button
          // A click while it is busy begins anew: the popup may be lost behind other windows.
          onClick={() => start('popup')}
          disabled={!isReady}
          aria-busy={isBusy}
          className="grow py-2"
        >
          {isBusy ? <SpinnerMark /> : <img src="/google.svg" alt="" className="size-4" />}
          {isBusy ? 'Signing in...' : 'Continue with Google'}
        </Button>
        {state.step === 'signingIn' ? (
          <Button variant="ghost" onClick={cancel} className="py-2">
            Cancel
          </Button>
        ) : null}
      </div>
      {state.step === 'error' && state.isBlocked && mayRedirect() ? (
        <Button variant="ghost" onClick={() => start('redirect')}>
          Sign in on a full page instead
        </Button>
      ) : null}
    </div>
  );
}

/** Only where the way back works; see {@link canRedirect}. Asked in the browser alone. */
function mayRedirect(): boolean {
  const { authDomain = '' } = readFirebaseDefaults()?.config ?? {};
  return canRedirect(location.host, authEmulatorHost || authDomain);
}

function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-blue underline underline-offset-2">
      {children}
    </Link>
  );
}
