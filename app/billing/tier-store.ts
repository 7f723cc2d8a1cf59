import { useSyncExternalStore } from 'react';

import { getAuth, onUserChange } from '#app/auth/auth-client.ts';
import type { User } from '#app/auth/user.ts';

import type { GateTier } from './limits.ts';

/** The user's plan as known to this browser. */
export interface TierState {
  /** As it was answered: any non-empty text. */
  tier: string;
  hasActiveSubscription: boolean;
  /** The tier whose limits apply. */
  gates: GateTier;
  /** Whether the answer for the signed-in user is still on its way; they are `free` until then. */
  isChecking: boolean;
}

const FREE: TierState = {
  tier: 'free',
  hasActiveSubscription: false,
  gates: 'free',
  isChecking: false,
};

interface TierStore {
  /** Takes note of who is signed in, and asks for their tier. */
  follow: (user: Pick<User, 'uid'> | null) => Promise<void>;
  get: () => TierState;
  subscribe: (listener: () => void) => () => void;
}

/**
 * A store that is `free` for nobody, until `load` answers, and when it fails. A question is taken
 * back as soon as there is a newer one, or nobody is signed in.
 */
export function createTierStore(load: (signal: AbortSignal) => Promise<TierState>): TierStore {
  let state = FREE;
  let uid: string | null = null;
  let question = new AbortController();
  const listeners = new Set<() => void>();

  function set(next: TierState) {
    state = next;
    for (const listener of listeners) listener();
  }

  return {
    async follow(user) {
      question.abort();
      question = new AbortController();
      const { signal } = question;
      const isOther = uid !== (user?.uid ?? null);
      uid = user?.uid ?? null;
      if (isOther) set(user ? { ...FREE, isChecking: true } : FREE);
      if (!user) return;
      const next = await load(signal).catch(() => FREE);
      if (!signal.aborted) set(next);
    },
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const store = createTierStore(async (signal) => {
  const { fetchTier } = await import('./fetch-tier.ts');
  return fetchTier(signal);
});

let isStarted = false;

function subscribe(listener: () => void): () => void {
  if (!isStarted) {
    isStarted = true;
    onUserChange((user) => void store.follow(user));
  }
  return store.subscribe(listener);
}

/** The signed-in user's plan: `free` on the server, until it is known, and wherever it cannot be. */
export function useTier(): TierState {
  return useSyncExternalStore(subscribe, store.get, () => FREE);
}

/** Asks for the signed-in user's plan once more, because it may have changed since. */
export async function refreshTier(): Promise<TierState> {
  await store.follow(getAuth().user);
  return store.get();
}
