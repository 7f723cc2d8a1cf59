const NETWORK = 'Network error. Please check your connection and try again.';
const INVALID_EMAIL = 'Invalid email address';

/** Every text that signing in, up and out says, word for word. */
export const AUTH_TEXTS = {
  emailAndPasswordRequired: 'Email and password are required.',
  passwordsDiffer: 'Passwords do not match.',
  passwordTooShort: 'Password must be at least 6 characters.',
  passwordBreached: 'This password appears in a known data breach. Please choose another one.',
  emailRequired: 'Please enter your email address.',
  network: NETWORK,
  googleFailed: 'Failed to sign in with Google.',
  emailFailed: 'Authentication failed. Please try again.',
  resendFailed: 'Failed to resend verification email. Please try again.',
  resetFailed: 'Failed to send password reset email. Please try again.',
  signOutFailed: 'Failed to sign out. Please try again.',
  linkInvalid: 'This link is invalid or has already been used.',
  /** The server's message on the page says why. */
  notSignedIn: 'You could not be signed in.',
  sessionEnded: 'Your session has ended. Please sign in again to continue.',
  signInToContinue: 'Sign in to continue',
  signInAgain: 'Please sign in again to continue.',
  verifyFirst: 'Please verify your email address before signing in.',
} as const;

/** Codes that mean the same wherever they come up. */
const COMMON: Record<string, string> = {
  'auth/invalid-credential': 'Incorrect email or password.',
  'auth/user-disabled': 'This account has been disabled.',
  'auth/requires-recent-login': AUTH_TEXTS.signInAgain,
  'auth/expired-action-code': 'This link has expired. Please request a new one.',
  'auth/invalid-action-code': AUTH_TEXTS.linkInvalid,
  'auth/network-request-failed': NETWORK,
  // The browser could not reach our own token sync.
  'auth/login-blocked': NETWORK,
  'auth/unauthorized-domain': 'Sign-in is not allowed from this address.',
};

const GOOGLE: Record<string, string> = {
  ...COMMON,
  'auth/popup-blocked': 'Popup was blocked. Please allow popups or try again.',
  'auth/popup-closed-by-user': 'Sign-in was cancelled.',
  // The SDK's code when Google's script cannot be loaded: no network, or a blocker.
  'auth/internal-error': NETWORK,
};

const EMAIL: Record<string, string> = {
  ...COMMON,
  'auth/user-not-found': 'No account found with this email',
  'auth/wrong-password': 'Incorrect password',
  'auth/email-already-in-use': 'Email is already registered',
  'auth/weak-password': 'Password is too weak',
  'auth/invalid-email': INVALID_EMAIL,
  'auth/too-many-requests': 'Too many failed attempts. Please try again later',
};

const RESET: Record<string, string> = {
  ...COMMON,
  'auth/user-not-found': 'No account found with this email address',
  'auth/invalid-email': INVALID_EMAIL,
  'auth/too-many-requests': 'Too many requests. Please try again later',
};

/** A newer sign-in took the place of an older one: nobody needs to read about it. */
const SUPERSEDED = 'auth/cancelled-popup-request';

/** The unmet requirements of the project's password policy come as a list in brackets. */
const POLICY = 'auth/password-does-not-meet-requirements';

/** The `auth/…` code of an error of Firebase, else null. */
export function getAuthCode(error: unknown): string | null {
  const code = readText(error, 'code');
  return code?.startsWith('auth/') ? code : null;
}

/** The message for an error while signing in with Google; null if there is nothing to say. */
export function toGoogleText(error: unknown): string | null {
  const code = getAuthCode(error);
  if (code === SUPERSEDED) return null;
  return find(GOOGLE, code) ?? readText(error, 'message') ?? AUTH_TEXTS.googleFailed;
}

/** The message for an error while signing in or up by email, or while opening an emailed link. */
export function toEmailText(error: unknown): string {
  const code = getAuthCode(error);
  const text = find(EMAIL, code);
  if (text) return text;
  const message = toOwnText(error, code);
  if (!message) return AUTH_TEXTS.emailFailed;
  return code === POLICY ? toPolicyText(message) : message;
}

/** The message for an error while requesting a password reset email. */
export function toResetText(error: unknown): string {
  const code = getAuthCode(error);
  return find(RESET, code) ?? toOwnText(error, code) ?? AUTH_TEXTS.resetFailed;
}

/** The message for an error while requesting another verification email. */
export function toResendText(error: unknown): string {
  const code = getAuthCode(error);
  const isKnown = find(EMAIL, code) !== undefined;
  return (isKnown ? null : toOwnText(error, code)) ?? AUTH_TEXTS.resendFailed;
}

/** The words of Firebase's SDK about a code of its own. */
function toOwnText(error: unknown, code: string | null): string | null {
  return code === null ? null : readText(error, 'message');
}

function find(texts: Record<string, string>, code: string | null): string | undefined {
  return code && Object.hasOwn(texts, code) ? texts[code] : undefined;
}

/** The policy's demands as sentences; the message itself where it has another shape. */
function toPolicyText(message: string): string {
  const list = /\[(.+)\]/.exec(message)?.[1];
  return list ? `${list.split(', ').join('. ')}.` : message;
}

/** A property with words in it; every error may be anything. */
function readText(error: unknown, key: 'code' | 'message'): string | null {
  if (typeof error !== 'object' || error === null || !(key in error)) return null;
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
