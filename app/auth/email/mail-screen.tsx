import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { authEmulatorHost, isDevelopment } from 'virtual:build';

import { buttonClass } from '#app/ui/button.tsx';

import { AuthNote } from '#app/auth/auth-note.tsx';
import { AuthSheet } from '#app/auth/auth-sheet.tsx';
import { TaskButton } from '#app/auth/task-button.tsx';
import type { EmailLogin } from './use-email-login.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

interface Props {
  title: string;
  login: EmailLogin;
  resend: { label: string; run: () => void };
  children: ReactNode;
}

/** A mail is on its way: instructions, and a button to have it sent again. */
function MailScreen({ title, login, resend, children }: Props) {
  const { state, leave } = login;
  const { search } = useLocation();
  const secondsLeft = useSecondsLeft(state.againAt);
  return (
    <AuthSheet title={title} isNext>
      {children}
      <AuthNote tone="plain">{state.notice}</AuthNote>
      <AuthNote tone="fail">{state.problem?.text}</AuthNote>
      <div className="flex flex-col gap-2">
        <TaskButton isBusy={state.task !== null} isOff={secondsLeft > 0} onClick={resend.run}>
          {resend.label}
        </TaskButton>
        <p className="text-sm text-muted tabular-nums empty:hidden">
          {secondsLeft > 0 ? `You can resend it in ${secondsLeft} s.` : null}
        </p>
        <Link to={`/email-login${search}`} replace onClick={leave} className={buttonClass('ghost')}>
          Back to login
        </Link>
      </div>
    </AuthSheet>
  );
}

/** The address waits to be verified; the page goes on by itself once it is. */
export function CheckEmailScreen({ login }: { login: EmailLogin }) {
  return (
    <MailScreen
      title="Check your email"
      login={login}
      resend={{ label: 'Resend verification email', run: login.resendVerification }}
    >
      <p>
        We sent a link to <Address email={login.state.email} />. Open it to verify your address.
        This page then continues automatically.
      </p>
      <WhereMailIs />
    </MailScreen>
  );
}

/** Confirms a request for a new password. Does not reveal whether the account exists. */
export function ResetSentScreen({ login }: { login: EmailLogin }) {
  return (
    <MailScreen
      title="Reset Email Sent"
      login={login}
      resend={{ label: 'Resend reset email', run: login.resendReset }}
    >
      <p>
        If there is an account for <Address email={login.state.email} />, a link to choose a new
        password is on its way. The link expires in 1 hour.
      </p>
      <WhereMailIs />
    </MailScreen>
  );
}

/** The emulator sends no mail: its user reads the link elsewhere. */
function WhereMailIs() {
  if (authEmulatorHost) {
    return (
      <p className="text-sm">
        No mail is sent here: the link is in the terminal of{' '}
        <code>{isDevelopment ? 'npm run dev' : 'npm start'}</code>.
      </p>
    );
  }
  return <p className="text-sm text-muted">Nothing there? Check your spam folder.</p>;
}

function Address({ email }: { email: string }) {
  return <strong className="font-semibold break-words">{email || 'your address'}</strong>;
}
