import { lazy, Suspense, useEffect } from 'react';

import { setAnalytics } from './analytics.ts';
import { useConsent } from './use-consent.ts';

const ConsentBanner = lazy(async () => ({
  default: (await import('./consent-banner.tsx')).ConsentBanner,
}));

/** Asks once whether use may be counted, where a key is configured, and holds to the answer. */
export function AnalyticsConsent() {
  const { key, consent, choose } = useConsent();
  useEffect(() => setAnalytics(consent === 'on' ? key : null), [key, consent]);
  if (key === null || consent !== null) return null;
  return (
    <Suspense>
      <ConsentBanner onChoose={choose} />
    </Suspense>
  );
}
