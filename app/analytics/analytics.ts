import type { AnalyticsUser } from './analytics-user.ts';
import type * as PosthogClient from './posthog.client.ts';

/** The events that are counted; there are no others. */
export type AnalyticsEvent = 'user_signed_in' | 'user_signed_out';

/** PostHog's names in the browser's storage begin so. */
const STORED = /^(__)?ph_/;

/** Undefined until it is known whether use may be counted: nobody has answered yet. */
let key: string | null | undefined;
let client: Promise<typeof PosthogClient> | null = null;
let user: AnalyticsUser | null = null;
/** The address of a user who is signing out, and is not named any more. */
let leaving: string | null = null;
/** Calls made before that is known. They are made up for once somebody agrees. */
let waiting: Say[] = [];

type Say = (posthog: typeof PosthogClient) => void;

/**
 * Counts from now on into the project of `projectKey`, and what this visit has waited with.
 * @param projectKey null: no key, or no consent, so nothing is counted; undefined: nobody has answered
 */
export function setAnalytics(projectKey: string | null | undefined): void {
  const before = key;
  key = projectKey;
  if (!projectKey) forgetVisitor();
  if (projectKey === undefined || projectKey === before) return;
  const said = waiting;
  waiting = [];
  if (projectKey === null) return;
  if (before === undefined) for (const say of said) tell(say);
  else if (user) identifyUser(user);
}

/** Counts an event. Never waits, never fails; without key and consent it does nothing. */
export function capture(event: AnalyticsEvent, properties: Record<string, string> = {}): void {
  tell((posthog) => posthog.captureEvent(event, properties));
}

/** Says who is here: by email, with name, picture and way of signing in. */
export function identifyUser(signedIn: AnalyticsUser): void {
  // Until Firebase has signed out, it may report the user once more.
  if (leaving !== null && signedIn.email === leaving) return;
  leaving = null;
  user = signedIn;
  tell((posthog) => posthog.identifyPerson(signedIn));
}

/** Somebody signs out: that is counted, then who they were is forgotten, and not learnt again. */
export function captureSignOut(): void {
  const email = user?.email ?? null;
  capture('user_signed_out');
  resetAnalytics();
  leaving = email;
}

/** Forgets who was here, so that nobody else is counted as them. */
export function resetAnalytics(): void {
  leaving = null;
  user = null;
  tell((posthog) => posthog.reset());
}

/** One after the other, and only while it is allowed; the first to say something loads PostHog. */
function tell(say: Say): void {
  const projectKey = key;
  if (projectKey === undefined) waiting.push(say);
  if (!projectKey) return;
  client ??= import('./posthog.client.ts').then((posthog) => {
    posthog.start(projectKey);
    return posthog;
  });
  client.then((posthog) => (key ? say(posthog) : undefined)).catch(ignore);
}

/** Removes PostHog's data from this browser, whether the client is loaded or not. */
function forgetVisitor(): void {
  void (client ?? Promise.resolve(null))
    .then((posthog) => {
      posthog?.reset();
      for (const storage of [localStorage, sessionStorage]) {
        for (const name of Object.keys(storage)) {
          if (STORED.test(name)) storage.removeItem(name);
        }
      }
    })
    .catch(ignore);
}

/** Failures are ignored (blocked, offline, without storage): counting serves only us. */
function ignore(): void {}
