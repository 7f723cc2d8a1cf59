import { act, render, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import EmailLogin from '#app/auth/email/email-login.route.tsx';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { fakeIdentity } from '../setup/screens/fake-identity.ts';
import { signOutAgain } from '../setup/screens/signed-in.ts';
import { startUser } from '../setup/screens/start-user.ts';

const NETWORK = 'Network error. Please check your connection and try again.';

const LEAKED = 'C9376DB1167F53D12CAFDBEFE0A3031BAFC22D66';

afterEach(async () => {
  vi.useRealTimers();
  await signOutAgain();
});

// Time passes by itself, and faster where a test makes it.
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

/** The SHA-1 of "letmein now" begins with this; nothing else leaked. */
function answerLeaks({ url }: Request): Response | undefined {
  const prefix = /\/api\/passwords\/(\w+)$/.exec(url)?.[1];
  if (prefix === undefined) return undefined;
  return LEAKED.startsWith(prefix)
    ? new Response(`${LEAKED.slice(5)}:12\r\n`)
    : new Response(null, { status: 204 });
}

function openEmailLogin(search = '', given: Parameters<typeof fakeIdentity>[0] = {}) {
  const identity = fakeIdentity(given);
  answerRequests(identity.answer, answerLeaks);
  const router = createMemoryRouter(
    [
      { path: '/email-login', element: <EmailLogin /> },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [`/email-login${search}`] },
  );
  render(<RouterProvider router={router} />);
  const user = startUser();
  return { identity, user };
}

const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = (name: string) => screen.getByRole('button', { name });
const alert = async () => (await screen.findByRole('alert')).textContent;

/** What is said beside a field. */
function problemOf(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent).join('');
}

test('the form says what it needs, beside the field, and asks nobody', async () => {
  const { identity, user } = openEmailLogin();
  expect(title()).toBe('Sign in with email');
  await user.click(button('Sign in'));
  expect(problemOf(email())).toBe('Email and password are required.');
  expect(document.activeElement).toBe(email());
  await user.type(email(), 'ada@example.com');
  expect(problemOf(email())).toBe('');
  await user.click(button('Sign in'));
  expect(problemOf(password())).toBe('Email and password are required.');
  expect(document.activeElement).toBe(password());

  await user.clear(email());
  await user.click(button('Forgot Password?'));
  expect(problemOf(email())).toBe('Please enter your email address.');
  expect(document.activeElement).toBe(email());

  await user.click(button('Sign up'));
  await user.type(email(), 'ada@example.com');
  await user.type(password(), 'abcdef');
  const confirmation = screen.getByLabelText('Confirm password');
  await user.type(confirmation, 'abcdeg');
  await user.click(button('Sign up'));
  expect(problemOf(confirmation)).toBe('Passwords do not match.');
  for (const field of [password(), confirmation]) {
    await user.clear(field);
    await user.type(field, 'abc');
  }
  await user.click(button('Sign up'));
  expect(problemOf(password())).toContain('Password must be at least 6 characters.');
  await user.click(button('Sign in'));
  expect(title()).toBe('Sign in with email');
  expect(screen.queryByLabelText('Confirm password')).toBeNull();
  expect(identity.asked).toEqual([]);
});

test('password managers and curious eyes get what they need', async () => {
  const { user } = openEmailLogin();
  expect(email().type).toBe('email');
  expect(password().autocomplete).toBe('current-password');
  await user.click(button('Show characters'));
  expect(password().type).toBe('text');
  await user.click(button('Hide characters'));
  expect(password().type).toBe('password');
  await user.click(button('Sign up'));
  expect(password().autocomplete).toBe('new-password');
});

test.each([
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many requests. Please try again later', null],
  ['RESET_PASSWORD_EXCEED_LIMIT', 'Too many requests. Please try again later', null],
  ['INVALID_EMAIL', 'Invalid email address', 'email'],
  ['EMAIL_NOT_FOUND', 'No account found with this email address', 'email'],
  ['SOMETHING_NEW', 'Firebase: Error (auth/something-new).', null],
  ['offline', NETWORK, null],
])('a reset mail that is refused with %s says: %s', async (message, text, field) => {
  const { identity, user } = openEmailLogin();
  identity.refuses.sendOobCode = message;
  await user.type(email(), 'ada@example.com');
  await user.click(button('Forgot Password?'));
  await screen.findByText(text);
  expect(problemOf(email())).toBe(field === 'email' ? text : '');
  // That is for failures that nobody has words for.
  expect(screen.queryByText('Failed to send password reset email. Please try again.')).toBeNull();
  expect(title()).toBe('Sign in with email');
});

test.each([
  ['USER_DISABLED', 'This account has been disabled.'],
  ['INVALID_LOGIN_CREDENTIALS', 'Incorrect email or password.'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER : x', 'Too many failed attempts. Please try again later'],
  ['SOMETHING_NEW', 'Firebase: Error (auth/something-new).'],
  ['offline', NETWORK],
])('signing in that is refused with %s says: %s', async (message, text) => {
  const { identity, user } = openEmailLogin();
  identity.refuses.signInWithPassword = message;
  await user.type(email(), 'ada@example.com');
  await user.type(password(), 'correct horse');
  await user.click(button('Sign in'));
  expect(await alert()).toBe(text);
  delete identity.refuses.signInWithPassword;
  await user.click(button('Sign in'));
  await screen.findByRole('heading', { name: 'Elsewhere' });
});

test.each([
  ['EMAIL_EXISTS', 'Email is already registered', 'email'],
  ['WEAK_PASSWORD : Password should be at least 6 characters', 'Password is too weak', 'password'],
  [
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: ' +
      '[Password must contain at least 12 characters, Password must contain a numeric character]',
    'Password must contain at least 12 characters. Password must contain a numeric character.',
    'password',
  ],
])('signing up that is refused with %s says: %s, beside the %s', async (message, text, at) => {
  const { identity, user } = openEmailLogin();
  identity.refuses.signUp = message;
  await signUp(user);
  await screen.findByText(text);
  const field = at === 'email' ? email() : password();
  expect(problemOf(field)).toContain(text);
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('a password that leaked is refused beside its field, and its strength is told while it is typed', async () => {
  const { identity, user } = openEmailLogin();
  await user.click(button('Sign up'));
  await user.type(email(), 'ada@example.com');
  await user.type(password(), 'letmein now');
  expect(problemOf(password())).toContain('Strength: weak.');
  await user.type(screen.getByLabelText('Confirm password'), 'letmein now');
  await user.click(button('Sign up'));
  await screen.findByText(
    'This password appears in a known data breach. Please choose another one.',
  );
  expect(problemOf(password())).toContain('known data breach');
  expect(identity.asked).not.toContain('signUp');
});

test('two clicks sign in once', async () => {
  const { identity, user } = openEmailLogin();
  await user.type(email(), 'ada@example.com');
  await user.type(password(), 'correct horse');
  const signIn = button('Sign in');
  act(() => {
    signIn.click();
    signIn.click();
  });
  await screen.findByRole('heading', { name: 'Elsewhere' });
  expect(identity.asked.filter((call) => call === 'signInWithPassword')).toHaveLength(1);
});

test('a first mail that fails is said where it can be sent again', async () => {
  const { identity, user } = openEmailLogin('', { isVerified: false });
  identity.refuses.sendOobCode = 'QUOTA_EXCEEDED';
  await signUp(user);
  await screen.findByRole('heading', { name: 'Check your email' });
  // A code that we have no text for: what the SDK says of it.
  expect(await alert()).toContain('auth/quota-exceeded');
  delete identity.refuses.sendOobCode;
  await user.click(button('Resend verification email'));
  await screen.findByText('Sent again.');
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
});

test('the mail can be sent again, after a pause that is said', async () => {
  const { identity, user } = openEmailLogin('', { isVerified: false });
  await signUp(user);
  await screen.findByRole('heading', { name: 'Check your email' });
  const resend = button('Resend verification email');
  await user.click(resend);
  await screen.findByText('Sent again.');
  expect(screen.getByText(/resend it in \d+ s/)).toBeTruthy();
  expect(resend.getAttribute('aria-disabled')).toBe('true');
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(resend.getAttribute('aria-disabled')).toBe('true');
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(resend.getAttribute('aria-disabled')).toBe('false');

  identity.refuses.sendOobCode = 'TOO_MANY_ATTEMPTS_TRY_LATER';
  await user.click(resend);
  expect(await alert()).toBe('Failed to resend verification email. Please try again.');
  expect(screen.queryByText('Sent again.')).toBeNull();
});

test('a resend that is left says nothing any more, and signing in need not wait for it', async () => {
  const { identity, user } = openEmailLogin('', { isVerified: false });
  await signUp(user);
  await screen.findByRole('heading', { name: 'Check your email' });
  const isReleased = Promise.withResolvers<void>();
  identity.holds.sendOobCode = isReleased.promise;
  identity.refuses.signInWithPassword = 'INVALID_PASSWORD';
  await user.click(button('Resend verification email'));
  await user.click(screen.getByRole('link', { name: 'Back to login' }));
  await user.type(password(), 'wrong password');
  await user.click(button('Sign in'));
  await screen.findByText('Incorrect password');
  isReleased.resolve();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(title()).toBe('Sign in with email');
  expect(problemOf(password())).toBe('Incorrect password');
});

async function signUp(user: UserEvent) {
  await user.click(button('Sign up'));
  await user.type(email(), 'ada@example.com');
  await user.type(password(), 'correct horse');
  await user.type(screen.getByLabelText('Confirm password'), 'correct horse');
  await user.click(button('Sign up'));
}

test.each([
  ['verifyEmail', 'update'],
  ['resetPassword', 'resetPassword'],
] as const)('a mailed link for %s says that it has expired', async (mode, call) => {
  const { identity } = openEmailLoginAt(mode, call, 'EXPIRED_OOB_CODE');
  expect(await alert()).toBe('This link has expired. Please request a new one.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(identity.asked).toEqual([call]);
});

test.each([
  ['verifyEmail', 'update'],
  ['resetPassword', 'resetPassword'],
] as const)('a mailed link for %s that fails for now can be tried again', async (mode, call) => {
  const { identity, user } = openEmailLoginAt(mode, call, 'offline');
  expect(await alert()).toBe(NETWORK);
  identity.refuses[call] = 'INVALID_OOB_CODE';
  await user.click(button('Try again'));
  await screen.findByText('This link is invalid or has already been used.');
});

function openEmailLoginAt(mode: string, call: 'update' | 'resetPassword', refusal: string) {
  const opened = openEmailLogin(`?mode=${mode}&oobCode=code`);
  opened.identity.refuses[call] = refusal;
  return opened;
}

test.each(['mode=verifyEmail', 'mode=signIn&oobCode=x'])(
  'a link that is cut off, or of another kind (%s), says so',
  async (query) => {
    const { identity } = openEmailLogin(`?${query}`);
    expect(await alert()).toBe('This link is invalid or has already been used.');
    expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe(
      '/email-login',
    );
    expect(identity.asked).toEqual([]);
  },
);
