import posthog from 'posthog-js/dist/module.slim';
import { authEmulatorHost } from 'virtual:build';

import type { AnalyticsUser } from './analytics-user.ts';

/** Our proxy (`api.server.ts`): no third party is asked by the page. */
const INGEST_PATH = '/ingest';

/** Where somebody was when they signed in may name a draft, and is not counted. */
const PLACES = [
  '$current_url',
  '$pathname',
  '$referrer',
  '$session_entry_url',
  '$session_entry_pathname',
  '$session_entry_referrer',
];

/** Starts PostHog so that it sends what we capture and asks for nothing by itself. */
export function start(projectKey: string): void {
  posthog.init(projectKey, {
    api_host: INGEST_PATH,
    persistence: 'localStorage',
    person_profiles: 'identified_only',
    autocapture: false,
    capture_pageview: false,
    capture_pageleave: false,
    disable_session_recording: true,
    disable_surveys: true,
    advanced_disable_flags: true,
    disable_external_dependency_loading: true,
    request_batching: false,
    property_denylist: PLACES,
    // Headless browsers count as bots, and tests run in one.
    opt_out_useragent_filter: authEmulatorHost !== '',
  });
}

/** Sends one event. */
export function captureEvent(event: string, properties: Record<string, string>): void {
  posthog.capture(event, properties);
}

/** Users without an email address stay unnamed. */
export function identifyPerson(user: AnalyticsUser): void {
  if (user.email === null) return;
  posthog.identify(user.email, {
    email: user.email,
    name: user.displayName,
    avatar: user.photoURL,
    provider: user.providerData[0]?.providerId ?? null,
  });
}

/** The next event comes from somebody new. */
export function reset(): void {
  posthog.reset();
}
