import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';

import { AuthNote } from '#app/auth/auth-note.tsx';
import { AuthSheet } from '#app/auth/auth-sheet.tsx';
import { LabelledField } from '#app/auth/labelled-field.tsx';
import { toPasswordHint } from '#app/auth/password/password-strength.ts';
import { TaskButton } from '#app/auth/task-button.tsx';

import type { EmailField } from './email-login-state.ts';
import type { EmailLogin } from './use-email-login.ts';

/** Signs in or up by e-mail address and password. */
export function EmailForm({ login }: { login: EmailLogin }) {
  const { state } = login;
  const isReady = useIsReady();
  const isSignUp = state.screen === 'signUp';
  const isBusy = state.task === 'signIn' || state.task === 'signUp';
  const field = (name: EmailField) => ({
    name,
    value: state[name],
    problem: state.problem?.field === name ? state.problem.text : null,
    onValue: (value: string) => login.type(name, value),
    readOnly: state.task !== null,
  });
  return (
    <AuthSheet title={isSignUp ? 'Sign up with email' : 'Sign in with email'}>
      <form
        method="post"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          login.submit();
        }}
      >
        <AuthNote tone="plain">{state.notice}</AuthNote>
        <LabelledField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <LabelledField
          {...field('password')}
          key={state.screen}
          label="Password"
          type="password"
          autoComplete={isSignUp ? 'new-password' : 'current-password'}
          {...(isSignUp ? { hint: toPasswordHint(state.password) } : {})}
          required
        />
        {isSignUp ? (
          <LabelledField
            {...field('confirmation')}
            label="Confirm password"
            type="password"
            autoComplete="new-password"
            required
          />
        ) : null}
        <AuthNote tone="fail">{state.problem?.field === null ? state.problem.text : null}</AuthNote>
        <TaskButton type="submit" variant="primary" isBusy={isBusy} disabled={!isReady}>
          {isSignUp ? 'Sign up' : 'Sign in'}
        </TaskButton>
      </form>
      <FormChoices login={login} isSignUp={isSignUp} />
    </AuthSheet>
  );
}

const NEVER = () => () => {};

/** A form that is sent before its script runs would carry the password to our server. */
function useIsReady(): boolean {
  return useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  );
}

function FormChoices({ login, isSignUp }: { login: EmailLogin; isSignUp: boolean }) {
  const { task } = login.state;
  return (
    <div className="flex flex-col items-start gap-2 border-t pt-4 text-sm">
      {isSignUp ? null : (
        <TaskButton
          variant="ghost"
          className="-ms-3 [&]:text-blue"
          isBusy={task === 'reset'}
          isOff={task !== null}
          onClick={login.forgotPassword}
        >
          Forgot Password?
        </TaskButton>
      )}
      <p className="flex flex-wrap items-center gap-x-1">
        <span className="text-muted">
          {isSignUp ? 'Already have an account?' : "Don't have an account?"}
        </span>
        <TaskButton
          variant="ghost"
          className="-ml-2 [&]:text-blue"
          isBusy={false}
          isOff={task !== null}
          onClick={login.switchMode}
        >
          {isSignUp ? 'Sign in' : 'Sign up'}
        </TaskButton>
      </p>
      <p className="text-muted">
        Or{' '}
        <Link to="/login" className="text-blue underline underline-offset-2">
          continue with Google
        </Link>
        .
      </p>
    </div>
  );
}
