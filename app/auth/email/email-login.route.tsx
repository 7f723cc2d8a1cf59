import { Link, useNavigate, useRouteLoaderData, useSearchParams } from 'react-router';

import { capture } from '#app/analytics/analytics.ts';
import { useAuth } from '#app/auth/auth-client.ts';
import { AuthNote } from '#app/auth/auth-note.tsx';
import { AuthSheet } from '#app/auth/auth-sheet.tsx';
import { AUTH_TEXTS } from '#app/auth/auth-texts.ts';
import { useSignOut, type SignOutButton } from '#app/auth/login/use-sign-out.ts';
import { checkReturnUrl } from '#app/auth/check-return-url.ts';
import type { Viewer } from '#app/auth/session/viewer.ts';
import { TaskButton } from '#app/auth/task-button.tsx';
import { buttonClass } from '#app/ui/button.tsx';

import { EmailForm } from './email-form.tsx';
import { CheckEmailScreen, ResetSentScreen } from './mail-screen.tsx';
import { MailedLinkScreen } from './mailed-link-screen.tsx';
import { readMailedLink } from './mailed-link.ts';
import { needsVerification } from './needs-verification.ts';
import { useEmailLogin } from './use-email-login.ts';

export function meta() {
  return [{ title: 'Sign in with email · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

/** Signing in and up by e-mail and password, and whatever the links of our mails open. */
export default function EmailLoginRoute() {
  const [search] = useSearchParams();
  const link = readMailedLink(search);
  if (link) return <MailedLinkScreen key={`${link.mode} ${link.code}`} link={link} />;
  return <EmailLoginScreen returnUrl={search.get('returnUrl')} />;
}

function EmailLoginScreen({ returnUrl }: { returnUrl: string | null }) {
  const navigate = useNavigate();
  const { user } = useAuth();
  const leaving = useSignOut();
  const login = useEmailLogin(useWaitingViewer(), () => {
    capture('user_signed_in', { method: 'password' });
    void navigate(checkReturnUrl(returnUrl, location.origin) ?? '/', { replace: true });
  });
  const { screen, email, task } = login.state;
  if (screen === 'checkEmail') return <CheckEmailScreen login={login} />;
  if (screen === 'resetSent') return <ResetSentScreen login={login} />;
  const isVisiting = email === '' && task === null;
  const isSignedIn = user !== null && !needsVerification(user) && isVisiting;
  // Signing out takes the user away before it is known whether the server has ended the session.
  if (isSignedIn || leaving.state !== 'idle') {
    return <SignedInNote email={user?.email ?? null} leaving={leaving} />;
  }
  return <EmailForm login={login} />;
}

/** The address that the server's viewer has to verify; null: nobody has to. */
function useWaitingViewer(): string | null {
  const viewer = useRouteLoaderData<{ viewer: Viewer | null }>('root')?.viewer ?? null;
  if (viewer === null || viewer.provider !== 'password' || viewer.isEmailVerified) return null;
  return viewer.email ?? '';
}

interface SignedInNoteProps {
  email: string | null;
  leaving: SignOutButton;
}

function SignedInNote({ email, leaving }: SignedInNoteProps) {
  return (
    <AuthSheet title="You are signed in">
      <p className="break-words">
        {email ? (
          <>
            As <strong className="font-semibold">{email}</strong>.
          </>
        ) : null}
      </p>
      <AuthNote tone="fail">{leaving.state === 'failed' && AUTH_TEXTS.signOutFailed}</AuthNote>
      <div className="flex gap-2">
        <Link to="/" className={buttonClass('primary')}>
          Go Home
        </Link>
        <TaskButton isBusy={leaving.state === 'busy'} onClick={() => void leaving.signOut()}>
          Sign out
        </TaskButton>
      </div>
    </AuthSheet>
  );
}
