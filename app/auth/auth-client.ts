import { useSyncExternalStore } from 'react';

import { readFirebaseDefaults } from './firebase-defaults.ts';
import type * as FirebaseClient from './firebase.client.ts';
import { requireSignedIn } from './require-signed-in.ts';
import type { User } from './user.ts';

/** The signed-in user, as far as this browser knows. */
export interface AuthState {
  /** `settling` until Firebase answered for the first time, or the watchdog gave up on it. */
  status: 'settling' | 'signedIn' | 'signedOut';
  user: User | null;
  /** Signed out only because Firebase did not answer in time; a late answer still counts. */
  isStuck: boolean;
}

const SETTLING: AuthState = { status: 'settling', user: null, isStuck: false };

/** Longer than any answer on a working network; a redirect between two sites may never settle. */
const WATCHDOG_MS = 10_000;

let state = SETTLING;
let chunk: Promise<typeof FirebaseClient> | null = null;
const stateListeners = new Set<() => void>();
const userListeners = new Set<(user: User | null) => void>();

/** The signed-in user; on the server and until Firebase answers, `settling`. */
export function useAuth(): AuthState {
  return useSyncExternalStore(subscribe, getAuth, () => SETTLING);
}

/** The user who is signed in now. */
export function getAuth(): AuthState {
  return state;
}

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

/**
 * Calls the listener once it is known who is signed in, and whenever that or the user's data
 * changes. Returns a function that unsubscribes.
 */
export function onUserChange(listener: (user: User | null) => void): () => void {
  userListeners.add(listener);
  if (state.status !== 'settling') listener(state.user);
  return () => userListeners.delete(listener);
}

/**
 * Loads Firebase, once for the page; the first call starts it. Rejects where the chunk cannot be
 * loaded, and the next call tries again.
 */
export function loadAuth(): Promise<typeof FirebaseClient> {
  chunk ??= startAuth().catch((error: unknown) => {
    chunk = null;
    giveUp();
    throw error;
  });
  return chunk;
}

async function startAuth(): Promise<typeof FirebaseClient> {
  const watchdog = setTimeout(giveUp, WATCHDOG_MS);
  await whenDefined();
  const client = await import('./firebase.client.ts');
  client.watchUser((user) => {
    clearTimeout(watchdog);
    setUser(user);
  });
  return client;
}

/** The document's script comes after those that are loaded beside it; see firebase-defaults.ts. */
async function whenDefined(): Promise<void> {
  if (readFirebaseDefaults() || document.readyState !== 'loading') return;
  await new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', resolve, { once: true });
  });
}

/** Nobody knows who is signed in: pages go on as for nobody until an answer comes. */
function giveUp() {
  if (state.status === 'settling') setState({ status: 'signedOut', user: null, isStuck: true });
}

function setUser(user: User | null) {
  const isKnown = state.status !== 'settling' && !state.isStuck;
  if (isKnown && JSON.stringify(state.user) === JSON.stringify(user)) return;
  setState({ status: user ? 'signedIn' : 'signedOut', user, isStuck: false });
}

function setState(next: AuthState) {
  state = next;
  for (const listener of stateListeners) listener();
  for (const listener of userListeners) listener(next.user);
}

/** Waits until it is known who is signed in, or the watchdog gave up. */
export async function whenSettled(): Promise<AuthState> {
  if (state.status !== 'settling') return state;
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      stop();
      resolve(state);
    });
  });
}

/**
 * The user's ID token, refreshed where it has expired or where that is asked for. Throws "User not
 * authenticated" when nobody is signed in.
 */
export async function getIdToken({ isForced = false } = {}): Promise<string> {
  const client = await loadAuth();
  const { user } = await whenSettled();
  requireSignedIn(user);
  return client.readIdToken(isForced);
}
