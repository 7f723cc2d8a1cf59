import { expect, test } from 'vitest';

import {
  findProblem,
  findResetProblem,
  FIRST_EMAIL_LOGIN,
  reduceEmailLogin,
  type EmailLoginEvent,
  type EmailLoginState,
} from '#app/auth/email/email-login-state.ts';

function after(...events: EmailLoginEvent[]): EmailLoginState {
  return events.reduce(reduceEmailLogin, FIRST_EMAIL_LOGIN);
}

const typed = (field: 'email' | 'password' | 'confirmation', value: string): EmailLoginEvent => ({
  kind: 'typed',
  field,
  value,
});
const filled = [typed('email', 'ada@example.com'), typed('password', 'correct horse')];
const signedUp: EmailLoginEvent[] = [
  { kind: 'started', task: 'signUp' },
  { kind: 'unverified', email: 'ada@example.com', isNew: true },
];

test.each([
  ['', '', 'email', 'Email and password are required.'],
  ['  ', 'secret', 'email', 'Email and password are required.'],
  ['ada@example.com', '', 'password', 'Email and password are required.'],
])('signing in with %o and %o asks for both, beside the %s', (email, password, field, text) => {
  const state = after(typed('email', email), typed('password', password));
  expect(findProblem(state)).toEqual({ field, text });
});

test('a short password signs in: the rule is for new ones', () => {
  expect(findProblem(after(filled[0]!, typed('password', 'abc')))).toBeNull();
});

test.each([
  ['secret', 'secreT', 'confirmation', 'Passwords do not match.'],
  ['abc', 'abd', 'confirmation', 'Passwords do not match.'],
  ['abcde', 'abcde', 'password', 'Password must be at least 6 characters.'],
])('signing up with %o and %o is refused beside the %s', (first, second, field, text) => {
  const state = after(
    { kind: 'switched' },
    filled[0]!,
    typed('password', first),
    typed('confirmation', second),
  );
  expect(findProblem(state)).toEqual({ field, text });
});

test('six characters, twice, sign up', () => {
  const state = after(
    { kind: 'switched' },
    filled[0]!,
    typed('password', 'abcdef'),
    typed('confirmation', 'abcdef'),
  );
  expect(findProblem(state)).toBeNull();
});

test('a new password is asked for by address', () => {
  expect(findResetProblem(after(typed('email', ' ')))).toEqual({
    field: 'email',
    text: 'Please enter your email address.',
  });
  expect(findResetProblem(after(filled[0]!))).toBeNull();
});

test('switching keeps address and password, and drops the repetition and what was wrong', () => {
  const state = after(
    { kind: 'switched' },
    ...filled,
    typed('confirmation', 'x'),
    { kind: 'refused', problem: { field: 'confirmation', text: 'Passwords do not match.' } },
    { kind: 'switched' },
  );
  expect(state).toMatchObject({
    screen: 'signIn',
    email: 'ada@example.com',
    password: 'correct horse',
    confirmation: '',
    problem: null,
  });
});

test('while one task runs nothing else starts, and what was sent cannot be changed', () => {
  const busy = after(...filled, { kind: 'started', task: 'signIn' });
  for (const event of [
    { kind: 'started', task: 'reset' },
    { kind: 'switched' },
    { kind: 'refused', problem: { field: null, text: 'x' } },
    typed('email', 'eve@example.com'),
  ] as const) {
    expect(reduceEmailLogin(busy, event)).toBe(busy);
  }
});

test('typing into a field takes back what was wrong with it, and with the whole', () => {
  const started: EmailLoginEvent = { kind: 'started', task: 'signIn' };
  const wrong = after(...filled, started, {
    kind: 'failed',
    problem: { field: 'password', text: 'Incorrect password' },
  });
  expect(reduceEmailLogin(wrong, typed('email', 'eve@example.com')).problem).not.toBeNull();
  expect(reduceEmailLogin(wrong, typed('password', 'x')).problem).toBeNull();
  const all = after(started, { kind: 'failed', problem: { field: null, text: 'Network error.' } });
  expect(reduceEmailLogin(all, typed('email', 'x')).problem).toBeNull();
});

test('signing up leads to the mail and keeps no password', () => {
  const state = after(
    { kind: 'switched' },
    ...filled,
    { kind: 'started', task: 'signUp' },
    { kind: 'unverified', email: 'ada@example.com', isNew: true },
  );
  expect(state).toEqual({
    ...FIRST_EMAIL_LOGIN,
    screen: 'checkEmail',
    email: 'ada@example.com',
  });
});

test('signing in without a verified address asks for verification', () => {
  const state = after(
    ...filled,
    { kind: 'started', task: 'signIn' },
    { kind: 'unverified', email: 'ada@example.com', isNew: false },
  );
  expect(state.screen).toBe('checkEmail');
  expect(state.notice).toMatch(/verify your email/i);
});

test('an account whose first mail failed says so where it can be sent again', () => {
  const state = after(
    { kind: 'started', task: 'signUp' },
    { kind: 'mailMissed', email: 'ada@example.com', text: 'Failed.' },
  );
  expect(state).toMatchObject({
    screen: 'checkEmail',
    problem: { field: null, text: 'Failed.' },
    againAt: 0,
  });
});

test('a first reset mail can be sent again at once, a second one has to wait', () => {
  const started: EmailLoginEvent = { kind: 'started', task: 'reset' };
  const first = after(...filled, started, { kind: 'mailSent', againAt: 5_000 });
  expect(first).toMatchObject({ screen: 'resetSent', email: 'ada@example.com', againAt: 0 });
  expect(first.password).toBe('');
  const again = reduceEmailLogin(first, started);
  const second = reduceEmailLogin(again, { kind: 'mailSent', againAt: 9_000 });
  expect(second).toMatchObject({ screen: 'resetSent', notice: 'Sent again.', againAt: 9_000 });
});

test('a verification mail that is sent again stays on its screen', () => {
  const waiting = after(...signedUp, { kind: 'started', task: 'resend' });
  const state = reduceEmailLogin(waiting, { kind: 'mailSent', againAt: 9_000 });
  expect(state).toMatchObject({ screen: 'checkEmail', notice: 'Sent again.', againAt: 9_000 });
});

test('a page opened by somebody unverified shows their mail, unless they have begun already', () => {
  const found: EmailLoginEvent = { kind: 'found', email: 'ada@example.com' };
  expect(after(found)).toMatchObject({ screen: 'checkEmail', email: 'ada@example.com' });
  expect(after(filled[0]!, found).screen).toBe('signIn');
  expect(after({ kind: 'switched' }, found).screen).toBe('signUp');
  expect(after({ kind: 'started', task: 'signIn' }, found).screen).toBe('signIn');
});

test('back to login stays back, with the address and nothing else', () => {
  const state = after(...signedUp, { kind: 'left' }, { kind: 'found', email: 'ada@example.com' });
  expect(state).toEqual({ ...FIRST_EMAIL_LOGIN, email: 'ada@example.com' });
  expect(after({ kind: 'left', notice: 'Please sign in again to continue.' }).notice).toBe(
    'Please sign in again to continue.',
  );
});

test('what comes of a task that was left changes nothing', () => {
  const left = after(...signedUp, { kind: 'started', task: 'resend' }, { kind: 'left' });
  for (const late of [
    { kind: 'mailSent', againAt: 9_000 },
    { kind: 'failed', problem: { field: null, text: 'Failed.' } },
    { kind: 'unverified', email: 'eve@example.com', isNew: true },
    { kind: 'mailMissed', email: 'eve@example.com', text: 'Failed.' },
  ] as const) {
    expect(reduceEmailLogin(left, late)).toBe(left);
  }
});
