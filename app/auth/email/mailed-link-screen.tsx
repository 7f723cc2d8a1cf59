import { useState } from 'react';
import { Link } from 'react-router';

import { useAuth } from '#app/auth/auth-client.ts';
import { AuthNote } from '#app/auth/auth-note.tsx';
import { AuthSheet } from '#app/auth/auth-sheet.tsx';
import { LabelledField } from '#app/auth/labelled-field.tsx';
import { toPasswordHint } from '#app/auth/password/password-strength.ts';
import { TaskButton } from '#app/auth/task-button.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import type { MailedLink } from './mailed-link.ts';
import { useMailedLink, type OpenedLink } from './use-mailed-link.ts';

const TITLES: Record<MailedLink['mode'], string> = {
  verifyEmail: 'Verify your email',
  resetPassword: 'Choose a new password',
  recoverEmail: 'Restore your email',
  verifyAndChangeEmail: 'Change your email',
  unknown: 'Open the link',
};

const DONE: Record<MailedLink['mode'], string> = {
  verifyEmail: 'Your email address is verified.',
  resetPassword: 'Your password has been changed.',
  recoverEmail:
    'Your previous email address is restored. If you did not request the change, choose a new password too.',
  verifyAndChangeEmail: 'Your new email address is active. Sign in with it.',
  unknown: '',
};

/**
 * The screen behind an emailed link: checks the link, asks for what it needs, and shows the result.
 */
export function MailedLinkScreen({ link }: { link: MailedLink }) {
  const opened = useMailedLink(link);
  const { state } = opened;
  const { status } = useAuth();
  const isDone = state.step === 'done';
  const goesOn = isDone && link.mode === 'verifyEmail' && status === 'signedIn';
  return (
    <AuthSheet title={TITLES[link.mode]} isNext={state.step !== 'checking'}>
      {state.step === 'checking' ? <Spinner /> : null}
      {state.step === 'choosing' ? <ChoosePassword opened={opened} /> : null}
      <AuthNote tone="pass">{isDone ? DONE[link.mode] : null}</AuthNote>
      <AuthNote tone="fail">{state.step === 'failed' ? state.text : null}</AuthNote>
      {goesOn ? (
        <Link to="/" replace className={buttonClass('primary')}>
          Continue
        </Link>
      ) : null}
      {state.step === 'failed' && state.canRetry ? (
        <Button variant="primary" onClick={opened.retry}>
          Try again
        </Button>
      ) : null}
      {goesOn ? null : (
        <Link to="/email-login" replace className={buttonClass(isDone ? 'primary' : 'ghost')}>
          Back to login
        </Link>
      )}
    </AuthSheet>
  );
}

function ChoosePassword({ opened: { state, choose } }: { opened: OpenedLink }) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  if (state.step !== 'choosing') return null;
  const { email, isBusy, problem } = state;
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void choose(password, confirmation);
      }}
    >
      <p className="break-words">
        For <strong className="font-semibold">{email}</strong>
      </p>
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <LabelledField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={toPasswordHint(password)}
        value={password}
        problem={problem?.field === 'confirmation' ? null : (problem?.text ?? null)}
        onValue={setPassword}
        readOnly={isBusy}
      />
      <LabelledField
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        value={confirmation}
        problem={problem?.field === 'confirmation' ? problem.text : null}
        onValue={setConfirmation}
        readOnly={isBusy}
      />
      <TaskButton type="submit" variant="primary" isBusy={isBusy}>
        Change password
      </TaskButton>
    </form>
  );
}
