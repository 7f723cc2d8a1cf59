import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';

import { writeConsent, type AnalyticsSettings, type Consent } from './consent.ts';

interface ConsentState {
  /** The project's key; null: nothing is ever counted, so there is nothing to choose. */
  key: string | null;
  /** Null: not asked yet. */
  consent: Consent | null;
  /** Keeps a choice, in effect at once. */
  choose: (consent: Consent) => void;
}

/** The choice made since the page was loaded. */
let chosen: Consent | null = null;
const listeners = new Set<() => void>();

/** Whether use may be counted, and how to change that: for the banner and the privacy page. */
export function useConsent(): ConsentState {
  const root = useRouteLoaderData<{ analytics: AnalyticsSettings | null }>('root');
  const now = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => null,
  );
  const settings = root?.analytics ?? null;
  return { key: settings?.key ?? null, consent: now ?? settings?.consent ?? null, choose };
}

function choose(consent: Consent): void {
  document.cookie = writeConsent(consent);
  chosen = consent;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
