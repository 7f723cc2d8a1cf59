import { FirebaseError, initializeApp } from 'firebase/app';
import {
  applyActionCode,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getAuth,
  getRedirectResult,
  GoogleAuthProvider,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  verifyPasswordResetCode,
  type ActionCodeSettings,
  type User as FirebaseUser,
} from 'firebase/auth';
import { authEmulatorHost } from 'virtual:build';

import { callTimeoutMs } from './call-timeout.ts';
import { hideOutages } from './hide-outages.ts';
import { createPatientRequests } from './patient-requests.ts';
import { createRefreshTimer } from './refresh-timer.ts';
import { requireSignedIn } from './require-signed-in.ts';
import type { User } from './user.ts';

// The SDK asks for it anew at each call, and lets nobody set another.
const requests = createPatientRequests(hideOutages(self.fetch.bind(self)));
self.fetch = requests.fetch;

/** Phones wait longer than the SDK; what opens a window or leaves the page cannot be made again. */
const patiently = <Value>(act: () => Promise<Value>) => requests.attempt(act, callTimeoutMs());

// On phones and in Safari the SDK would ask Google for its script on every page; nobody has chosen Google by then.
const resolver: unknown = Reflect.get(browserPopupRedirectResolver, 'prototype');
// Outside a browser the SDK has no class for it.
if (typeof resolver === 'object' && resolver !== null) {
  Object.defineProperty(resolver, '_shouldInitProactively', { value: false });
}

// The options come from __FIREBASE_DEFAULTS__. Only getAuth posts tokens to our session endpoint.
const auth = getAuth(initializeApp());
if (authEmulatorHost) {
  connectAuthEmulator(auth, `http://${authEmulatorHost}`, { disableWarnings: true });
}

/** The result of a full-page sign-in that led to this page; read once, when the app starts. */
const redirectResult = getRedirectResult(auth);
// Callers that ask for the result get the failure; a page where nobody asks has nothing to say
// about it.
redirectResult.catch(() => {});

const refreshTimer = createRefreshTimer({ refresh: () => readIdToken(true) });

let listener: (user: User | null) => void = () => {};

/** Reports who is signed in, now and at every change; keeps their token fresh from then on. */
export function watchUser(onUser: (user: User | null) => void): void {
  listener = onUser;
  onIdTokenChanged(auth, (user) => {
    onUser(user && toUser(user));
    noted = noteToken(user);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refreshTimer.check();
  });
}

/** The SDK posts a token to our server when it comes, unless it is older than this. */
const POSTED_MS = 300_000;

let noted: Promise<void> = Promise.resolve();
let postedAt: number | null = null;

async function noteToken(user: FirebaseUser | null) {
  const since = performance.now();
  const token = await user?.getIdTokenResult().catch(() => null);
  if (user !== auth.currentUser) return;
  refreshTimer.watch(token ? Date.parse(token.expirationTime) : null);
  const isPosted = token && Date.now() - Date.parse(token.issuedAtTime) <= POSTED_MS;
  postedAt = isPosted ? since : null;
}

/** When (`performance.now()`) the SDK last posted a token to our server; null: it posted none. */
export async function readPostTime(): Promise<number | null> {
  await noted;
  return postedAt;
}

/** The ID token. Throws "User not authenticated" when nobody is signed in. */
export async function readIdToken(isForced: boolean): Promise<string> {
  return requireUser().getIdToken(isForced);
}

/** Signs in with Google in a popup; a newer call makes the older one fail silently. */
export async function signInWithGooglePopup(): Promise<User> {
  const { user } = await signInWithPopup(auth, chooseAccount());
  return toUser(user);
}

/** Leaves this page for Google's; {@link readRedirectResult} returns the outcome afterwards. */
export async function signInWithGoogleRedirect(): Promise<void> {
  await signInWithRedirect(auth, chooseAccount());
}

/** The user who came back from a full-page sign-in when the page was loaded; null if nobody did. */
export async function readRedirectResult(): Promise<User | null> {
  const result = await redirectResult;
  return result && toUser(result.user);
}

/** Signs out in this browser, in all its tabs. */
export async function signOutOfFirebase(): Promise<void> {
  await signOut(auth);
}

/** Signs in by e-mail address and password. */
export async function signInWithPassword(email: string, password: string): Promise<User> {
  const { user } = await patiently(() => signInWithEmailAndPassword(auth, email, password));
  return toUser(user);
}

/** Makes an account by e-mail address and password, and signs it in. */
export async function signUpWithPassword(email: string, password: string): Promise<User> {
  const { user } = await patiently(() => createUserWithEmailAndPassword(auth, email, password));
  return toUser(user);
}

/** Sends the signed-in user the e-mail that verifies their address. */
export async function sendVerification(): Promise<void> {
  const user = requireUser();
  await sendWithWayBack((settings) => sendEmailVerification(user, settings));
}

/** Sends an e-mail by which somebody chooses a new password. */
export async function sendPasswordReset(email: string): Promise<void> {
  await sendWithWayBack((settings) => sendPasswordResetEmail(auth, email, settings));
}

/** The page that a mail's link opens leads back to this app, where the project allows its address. */
async function sendWithWayBack(
  send: (settings?: ActionCodeSettings) => Promise<void>,
): Promise<void> {
  try {
    await patiently(() => send({ url: `${location.origin}/email-login` }));
  } catch (error) {
    if (!(error instanceof FirebaseError) || error.code !== 'auth/unauthorized-continue-uri') {
      throw error;
    }
    await patiently(() => send());
  }
}

/** Does what the code of a mailed link stands for: the address is verified, or given back. */
export async function applyMailedCode(code: string): Promise<void> {
  await patiently(() => applyActionCode(auth, code));
}

/** Reads the email address of the user whose password a mailed code may change. */
export async function readResetCode(code: string): Promise<string> {
  return patiently(() => verifyPasswordResetCode(auth, code));
}

/** Changes a password by a mailed code, which is used up by it. */
export async function choosePassword(code: string, password: string): Promise<void> {
  await patiently(() => confirmPasswordReset(auth, code, password));
}

/** The signed-in user shows their password once more, so that sensitive acts are allowed. */
export async function confirmWithPassword(password: string): Promise<void> {
  const user = requireUser();
  const credential = EmailAuthProvider.credential(user.email ?? '', password);
  await patiently(() => reauthenticateWithCredential(user, credential));
}

/** As {@link confirmWithPassword}, by Google in a popup. */
export async function confirmWithGoogle(): Promise<void> {
  await reauthenticateWithPopup(requireUser(), chooseAccount());
}

/**
 * Asks Firebase for the user as they are now. Where the address was verified meanwhile, the token
 * is refreshed too, so that the server knows it: Firebase does neither by itself.
 */
export async function reloadUser(): Promise<User> {
  const user = requireUser();
  const { claims } = await user.getIdTokenResult();
  await user.reload();
  if (user.emailVerified && claims.email_verified !== true) await user.getIdToken(true);
  const now = toUser(user);
  listener(now);
  return now;
}

function requireUser(): FirebaseUser {
  return requireSignedIn(auth.currentUser);
}

function chooseAccount(): GoogleAuthProvider {
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });
  return provider;
}

function toUser(user: FirebaseUser): User {
  const { creationTime = null, lastSignInTime = null } = user.metadata;
  return {
    uid: user.uid,
    email: user.email,
    displayName: user.displayName,
    photoURL: user.photoURL,
    emailVerified: user.emailVerified,
    providerData: user.providerData.map(({ providerId, uid, email, displayName, photoURL }) => ({
      providerId,
      uid,
      email,
      displayName,
      photoURL,
    })),
    phoneNumber: user.phoneNumber,
    isAnonymous: user.isAnonymous,
    tenantId: user.tenantId,
    creationTime,
    lastLoginTime: lastSignInTime,
  };
}
