import { readCookies } from '#app/platform/cookies.ts';

/** Whether somebody agreed to be counted. */
export type Consent = 'on' | 'off';

/**
 * The settings that pages need to ask for consent and to act on it; null if no key is configured.
 */
export interface AnalyticsSettings {
  key: string;
  /** Null: not asked yet. */
  consent: Consent | null;
}

/** Not HttpOnly: the page writes it. */
export const CONSENT_COOKIE = 'analytics';

/** Half a year: then it is asked again. */
const LIFETIME_SECONDS = 182 * 24 * 60 * 60;

/** The settings of one request. */
export function readAnalyticsSettings(
  config: { POSTHOG_KEY: string },
  cookieHeader: string | null,
): AnalyticsSettings | null {
  if (config.POSTHOG_KEY === '') return null;
  const [value] = readCookies(cookieHeader, CONSENT_COOKIE);
  return { key: config.POSTHOG_KEY, consent: value === 'on' || value === 'off' ? value : null };
}

/** The cookie that keeps a choice; the page writes it, and the server renders accordingly. */
export function writeConsent(consent: Consent): string {
  return `${CONSENT_COOKIE}=${consent}; Path=/; Max-Age=${LIFETIME_SECONDS}; SameSite=Lax`;
}
