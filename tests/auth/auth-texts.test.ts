import { describe, expect, test } from 'vitest';

import {
  AUTH_TEXTS,
  toEmailText,
  toGoogleText,
  toResendText,
  toResetText,
} from '#app/auth/auth-texts.ts';

import { readSources } from '../setup/source-files.ts';

/** As the SDK makes them: in practice a message that names the code and nothing else. */
const coded = (code: string, message = `Firebase: Error (auth/${code}).`) =>
  Object.assign(new Error(message), { code: `auth/${code}` });

const NETWORK = 'Network error. Please check your connection and try again.';

const COMMON: [code: string, text: string][] = [
  ['invalid-credential', 'Incorrect email or password.'],
  ['user-disabled', 'This account has been disabled.'],
  ['requires-recent-login', 'Please sign in again to continue.'],
  ['expired-action-code', 'This link has expired. Please request a new one.'],
  ['invalid-action-code', 'This link is invalid or has already been used.'],
  ['network-request-failed', NETWORK],
  ['login-blocked', NETWORK],
  ['unauthorized-domain', 'Sign-in is not allowed from this address.'],
];

test('forms ask for what they need in these words', () => {
  expect(AUTH_TEXTS).toMatchObject({
    emailAndPasswordRequired: 'Email and password are required.',
    passwordsDiffer: 'Passwords do not match.',
    passwordTooShort: 'Password must be at least 6 characters.',
    emailRequired: 'Please enter your email address.',
    resendFailed: 'Failed to resend verification email. Please try again.',
    signOutFailed: 'Failed to sign out. Please try again.',
  });
});

test.each<[code: string, text: string]>([
  ...COMMON,
  ['popup-blocked', 'Popup was blocked. Please allow popups or try again.'],
  ['popup-closed-by-user', 'Sign-in was cancelled.'],
  ['internal-error', NETWORK],
  ['something-new', 'Firebase: Error (auth/something-new).'],
])('signing in with Google that fails with %s says: %s', (code, text) => {
  expect(toGoogleText(coded(code))).toBe(text);
});

test('a sign-in with Google that a newer one replaced says nothing', () => {
  expect(toGoogleText(coded('cancelled-popup-request'))).toBeNull();
});

test.each([
  [new Error('The window went away'), 'The window went away'],
  [new Error(''), 'Failed to sign in with Google.'],
  [{ code: 'auth/something-new' }, 'Failed to sign in with Google.'],
  [undefined, 'Failed to sign in with Google.'],
])('signing in with Google that fails with %o says: %s', (error, text) => {
  expect(toGoogleText(error)).toBe(text);
});

test.each<[code: string, text: string]>([
  ...COMMON,
  ['user-not-found', 'No account found with this email'],
  ['wrong-password', 'Incorrect password'],
  ['email-already-in-use', 'Email is already registered'],
  ['weak-password', 'Password is too weak'],
  ['invalid-email', 'Invalid email address'],
  ['too-many-requests', 'Too many failed attempts. Please try again later'],
  ['something-new', 'Firebase: Error (auth/something-new).'],
])('signing in by email that fails with %s says: %s', (code, text) => {
  expect(toEmailText(coded(code))).toBe(text);
});

test.each([
  [new Error('The window went away')],
  [Object.assign(new Error('No file'), { code: 'ENOENT' })],
  [{ code: 'auth/something-new' }],
  [Object.assign(new Error(' '), { code: 'auth/something-new' })],
  ['auth/wrong-password'],
  [null],
])('an error by email without code or words (%o) says that authentication failed', (error) => {
  expect(toEmailText(error)).toBe('Authentication failed. Please try again.');
});

test('a code that is also a word of every object is no text', () => {
  expect(toEmailText(Object.assign(new Error('x'), { code: 'constructor' }))).toBe(
    'Authentication failed. Please try again.',
  );
});

test("what a project's password policy asks for is said in its own words", () => {
  const message =
    'Firebase: Missing password requirements: [Password must contain at least 12 characters, ' +
    'Password must contain a numeric character] (auth/password-does-not-meet-requirements).';
  expect(toEmailText(coded('password-does-not-meet-requirements', message))).toBe(
    'Password must contain at least 12 characters. Password must contain a numeric character.',
  );
  const other = 'Firebase: The password does not meet the requirements.';
  expect(toEmailText(coded('password-does-not-meet-requirements', other))).toBe(other);
});

test.each<[code: string, text: string]>([
  ...COMMON,
  ['user-not-found', 'No account found with this email address'],
  ['invalid-email', 'Invalid email address'],
  ['too-many-requests', 'Too many requests. Please try again later'],
  ['something-new', 'Firebase: said so.'],
])('asking for a new password that fails with %s says: %s', (code, text) => {
  expect(toResetText(coded(code, 'Firebase: said so.'))).toBe(text);
});

test('asking for a new password that fails without a code says that no mail was sent', () => {
  const text = 'Failed to send password reset email. Please try again.';
  expect(toResetText(new Error('x'))).toBe(text);
  expect(toResetText(undefined)).toBe(text);
});

test('another mail that fails says so, or what Firebase says of a code that we have no text for', () => {
  const failed = 'Failed to resend verification email. Please try again.';
  expect(toResendText(coded('too-many-requests'))).toBe(failed);
  expect(toResendText(new TypeError('Failed to fetch'))).toBe(failed);
  expect(toResendText(coded('something-new', 'Firebase: said so.'))).toBe('Firebase: said so.');
});

/** Every text that was agreed on, to the letter. */
const AGREED = [
  'Email and password are required.',
  'Passwords do not match.',
  'Password must be at least 6 characters.',
  'Please enter your email address.',
  'Popup was blocked. Please allow popups or try again.',
  'Sign-in was cancelled.',
  NETWORK,
  'No account found with this email',
  'Incorrect password',
  'Email is already registered',
  'Password is too weak',
  'Invalid email address',
  'Too many failed attempts. Please try again later',
  'Incorrect email or password.',
  'This account has been disabled.',
  'Please sign in again to continue.',
  'This link has expired. Please request a new one.',
  'This link is invalid or has already been used.',
  'Sign-in is not allowed from this address.',
  'Failed to resend verification email. Please try again.',
  'No account found with this email address',
  'Too many requests. Please try again later',
  'Failed to send password reset email. Please try again.',
  'Failed to sign out. Please try again.',
];

/** For errors without code and words, of which the SDK knows none: no screen of a test gets there. */
const LAST_RESORT = ['Failed to sign in with Google.', 'Authentication failed. Please try again.'];

describe('what was agreed on', () => {
  const app = readSources('app');
  const screens = readSources('tests').filter(({ path }) =>
    /\.(spec\.ts|screen\.test\.tsx)$/.test(path),
  );

  test.each([...AGREED, ...LAST_RESORT])('stands in the table, and nowhere else: %s', (text) => {
    const places = app.flatMap(({ path, strings }) =>
      strings.filter((each) => each.trim() === text).map(() => path),
    );
    expect(places).toEqual(['app/auth/auth-texts.ts']);
  });

  test.each(AGREED)('is looked for on a screen: %s', (text) => {
    const shown = screens.filter(({ strings }) => strings.includes(text));
    expect(shown.length).toBeGreaterThan(0);
  });
});
