import { expect, type Page } from '@playwright/test';
import * as z from 'zod';

import {
  lookUp,
  signInWithGoogle,
  signInWithPassword,
  signUp,
  uniqueEmail,
  updateAccount,
  type Tokens,
} from '../../setup/auth-emulator.ts';

/** Password of the accounts that {@link signInAs} makes. */
export const PASSWORD = 'correct horse battery';

/** Who shall be signed in; everything has a default. */
export interface Person {
  email?: string;
  name?: string;
  picture?: string;
  provider?: 'google' | 'password';
  /** Of password accounts; Google's are always verified. */
  verified?: boolean;
  /** Seconds since the token was issued that the browser keeps; none: just now. */
  tokenAge?: number;
}

/** Who is signed in, and how the test can act for them elsewhere. */
export interface SignedIn extends Tokens {
  email: string;
}

const API_KEY = 'demo-key';

/** Makes an account, or finds it, and signs it in outside of any browser. */
export async function getTokens(person: Person = {}): Promise<SignedIn> {
  const { provider = 'google', name, picture, verified = true } = person;
  const email = person.email ?? uniqueEmail(provider);
  if (provider === 'google') return { email, ...(await signInWithGoogle(email, name, picture)) };
  const made = await signUp(email, PASSWORD, name);
  if (verified) await updateAccount(made.localId, { emailVerified: true });
  // Its first token still says that the address is not verified.
  return { email, ...(await signInWithPassword(email, PASSWORD)) };
}

/**
 * Signs a person in without any screen, in some 100 ms: the browser gets the session's cookie, and
 * the entry in which the Firebase SDK keeps a user across reloads. The next page that the test opens
 * finds both, as after any reload.
 */
export async function signInAs(page: Page, person: Person = {}): Promise<SignedIn> {
  const signedIn = await getTokens(person);
  // The smallest thing on our origin: no script runs, so nothing else writes there.
  await page.goto('/robots.txt');
  await postToken(page, signedIn.idToken);
  await page.evaluate(writeFirebaseUser, {
    key: `firebase:authUser:${API_KEY}:[DEFAULT]`,
    user: await toFirebaseUser(signedIn, person.tokenAge ?? 0),
  });
  return signedIn;
}

/** What the SDK does after signing in: the session's cookie comes with the answer. */
export async function postToken(page: Page, idToken: string): Promise<void> {
  const response = await page.request.post('/api/session', {
    headers: { authorization: `Bearer ${idToken}`, 'sec-fetch-site': 'same-origin' },
  });
  expect(response.status(), await response.text()).toBeLessThan(300);
}

/** A user as `UserImpl.toJSON` of firebase 12 writes it. */
async function toFirebaseUser({ idToken, refreshToken }: Tokens, tokenAge: number) {
  const account = await lookUp(idToken);
  return {
    uid: account.localId,
    email: account.email,
    emailVerified: account.emailVerified ?? false,
    displayName: account.displayName,
    photoURL: account.photoUrl,
    isAnonymous: false,
    providerData: account.providerUserInfo,
    stsTokenManager: {
      refreshToken,
      accessToken: age(idToken, tokenAge),
      expirationTime: Date.now() + 3_600_000 - tokenAge * 1_000,
    },
    createdAt: account.createdAt,
    lastLoginAt: account.lastLoginAt,
    apiKey: API_KEY,
    appName: '[DEFAULT]',
  };
}

/** The token as it would be if it had been issued so long ago; the emulator's bear no signature. */
function age(idToken: string, seconds: number): string {
  const [header, payload = ''] = idToken.split('.');
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  for (const name of ['iat', 'exp', 'auth_time'] as const) claims[name] -= seconds;
  return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
}

const Claims = z.looseObject({ iat: z.number(), exp: z.number(), auth_time: z.number() });

/** Runs in the page. */
function writeFirebaseUser({ key, user }: { key: string; user: object }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('firebaseLocalStorageDb', 1);
    const fail = () => reject(new Error('IndexedDB refused'));
    opening.addEventListener('error', fail);
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' }),
    );
    opening.addEventListener('success', () => {
      const database = opening.result;
      const transaction = database.transaction('firebaseLocalStorage', 'readwrite');
      transaction.objectStore('firebaseLocalStorage').put({ fbase_key: key, value: user });
      transaction.addEventListener('error', fail);
      transaction.addEventListener('complete', () => {
        database.close();
        resolve();
      });
    });
  });
}
