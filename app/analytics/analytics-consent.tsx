import { useEffect, useSyncExternalStore } from 'react';

import { setAnalytics } from './analytics.ts';
import { ConsentBanner } from './consent-banner.tsx';
import { useConsent } from './use-consent.ts';

/** Asks once whether use may be counted, where a key is configured, and holds to the answer. */
export function AnalyticsConsent() {
  const { key, consent, choose } = useConsent();
  useEffect(() => {
    setAnalytics(consent === null && key !== null ? undefined : consent === 'on' ? key : null);
  }, [key, consent]);
  // Not before its buttons work: the server's markup would swallow the first click.
  const isAlive = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  if (!isAlive || key === null || consent !== null) return null;
  return <ConsentBanner onChoose={choose} />;
}

const subscribeToNothing = () => () => {};
