import { AUTH_TEXTS } from '#app/auth/auth-texts.ts';

export type EmailField = 'email' | 'password' | 'confirmation';

/** A problem and the field it belongs to; without a field it is shown above the buttons. */
export interface EmailProblem {
  field: EmailField | null;
  text: string;
}

/** The task under way; only one runs at a time. */
export type EmailTask = 'signIn' | 'signUp' | 'resend' | 'reset';

export interface EmailLoginState {
  screen: 'signIn' | 'signUp' | 'checkEmail' | 'resetSent';
  email: string;
  password: string;
  confirmation: string;
  task: EmailTask | null;
  problem: EmailProblem | null;
  /** Something that went well, or that needs doing: read out politely. */
  notice: string | null;
  /** Milliseconds since 1970 from which the shown mail can be sent again; 0: now. */
  againAt: number;
}

export type EmailLoginEvent =
  | { kind: 'typed'; field: EmailField; value: string }
  | { kind: 'switched' }
  | { kind: 'refused'; problem: EmailProblem }
  | { kind: 'started'; task: EmailTask }
  | { kind: 'failed'; problem: EmailProblem }
  /** The page was opened by somebody who is signed in and has not verified their address yet. */
  | { kind: 'found'; email: string }
  /** The signed-in user's address is not verified; with `isNew` the mail has just been sent. */
  | { kind: 'unverified'; email: string; isNew: boolean }
  /** The account exists, but its first mail could not be sent. */
  | { kind: 'mailMissed'; email: string; text: string }
  | { kind: 'mailSent'; againAt: number }
  /** Back to signing in, by choice or because the user behind the screen is gone. */
  | { kind: 'left'; notice?: string | undefined };

/** How long a mail that was sent again keeps its button busy: mails need seconds to arrive. */
export const RESEND_PAUSE_MS = 10_000;

/** Firebase's own least; a project's policy may ask for more. */
const LEAST_PASSWORD_LENGTH = 6;

export const FIRST_EMAIL_LOGIN: EmailLoginState = {
  screen: 'signIn',
  email: '',
  password: '',
  confirmation: '',
  task: null,
  problem: null,
  notice: null,
  againAt: 0,
};

/** Events that a task ends with; they are ignored once the task has been abandoned. */
const OUTCOMES: ReadonlySet<EmailLoginEvent['kind']> = new Set([
  'failed',
  'unverified',
  'mailMissed',
  'mailSent',
]);

/** The next state of the screen for e-mail and password. While a task runs, no other one starts. */
export function reduceEmailLogin(state: EmailLoginState, event: EmailLoginEvent): EmailLoginState {
  if (state.task === null && OUTCOMES.has(event.kind)) return state;
  switch (event.kind) {
    case 'typed':
      return type(state, event.field, event.value);
    case 'switched':
      if (state.task) return state;
      return {
        ...clear(state),
        screen: state.screen === 'signUp' ? 'signIn' : 'signUp',
        confirmation: '',
      };
    case 'refused':
      return state.task ? state : { ...clear(state), problem: event.problem };
    case 'started':
      return state.task ? state : { ...clear(state), task: event.task };
    case 'failed':
      return { ...state, task: null, problem: event.problem };
    case 'found':
      return isUntouched(state) ? showCheckEmail(state, event.email) : state;
    case 'unverified':
      return {
        ...showCheckEmail(state, event.email),
        notice: event.isNew ? null : AUTH_TEXTS.verifyFirst,
      };
    case 'mailMissed':
      return {
        ...showCheckEmail(state, event.email),
        problem: { field: null, text: event.text },
      };
    case 'mailSent':
      return afterMail(state, event.againAt);
    case 'left':
      return { ...FIRST_EMAIL_LOGIN, email: state.email, notice: event.notice ?? null };
  }
}

/** Finds the first problem that keeps the form from being sent, or null. */
export function findProblem(state: EmailLoginState): EmailProblem | null {
  const { email, password, confirmation, screen } = state;
  if (email.trim() === '') return problem('email', AUTH_TEXTS.emailAndPasswordRequired);
  if (password === '') return problem('password', AUTH_TEXTS.emailAndPasswordRequired);
  return screen === 'signUp' ? findPasswordProblem(password, confirmation) : null;
}

/** Finds the problem with a new password and its repetition, or null. */
export function findPasswordProblem(password: string, confirmation: string): EmailProblem | null {
  if (password !== confirmation) return problem('confirmation', AUTH_TEXTS.passwordsDiffer);
  if (password.length < LEAST_PASSWORD_LENGTH) {
    return problem('password', AUTH_TEXTS.passwordTooShort);
  }
  return null;
}

/** Finds the problem that keeps a password reset from being requested, or null. */
export function findResetProblem(state: EmailLoginState): EmailProblem | null {
  return state.email.trim() === '' ? problem('email', AUTH_TEXTS.emailRequired) : null;
}

/** Nothing was typed, sent or left: the state that the page was opened with may still decide. */
function isUntouched({ screen, email, password, task, notice, problem: found }: EmailLoginState) {
  return screen === 'signIn' && !email && !password && !task && !notice && !found;
}

function problem(field: EmailField, text: string): EmailProblem {
  return { field, text };
}

function clear(state: EmailLoginState): EmailLoginState {
  return { ...state, problem: null, notice: null };
}

function type(state: EmailLoginState, field: EmailField, value: string): EmailLoginState {
  if (state.task) return state;
  const isMended = state.problem?.field === field || state.problem?.field === null;
  return { ...state, [field]: value, problem: isMended ? null : state.problem };
}

/** The passwords are not needed any more, so they are not kept. */
function showCheckEmail(state: EmailLoginState, email: string): EmailLoginState {
  return { ...FIRST_EMAIL_LOGIN, screen: 'checkEmail', email: email || state.email };
}

function afterMail(state: EmailLoginState, againAt: number): EmailLoginState {
  const isAgain = state.screen === 'checkEmail' || state.screen === 'resetSent';
  return {
    ...FIRST_EMAIL_LOGIN,
    screen: state.screen === 'checkEmail' ? 'checkEmail' : 'resetSent',
    email: state.email,
    notice: isAgain ? 'Sent again.' : null,
    againAt: isAgain ? againAt : 0,
  };
}
