import { useEffect } from 'react';

import { setAnalytics } from './analytics.ts';
import { ConsentBanner } from './consent-banner.tsx';
import { useConsent } from './use-consent.ts';

/** Asks once whether use may be counted, where a key is configured, and holds to the answer. */
export function AnalyticsConsent() {
  const { key, consent, choose } = useConsent();
  useEffect(() => setAnalytics(consent === 'on' ? key : null), [key, consent]);
  if (key === null || consent !== null) return null;
  return <ConsentBanner onChoose={choose} />;
}
