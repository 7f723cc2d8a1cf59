import { data } from 'react-router';

import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/authorize.route.ts';
import { ConsentScreen } from './consent-screen.tsx';
import { describeConsentFailure } from './describe-failure.ts';
import { openConsent } from './open-consent.server.ts';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The request of an app, which the signed-in user answers once. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  // A page that is opened by a script asks at another path for its data.
  const asked = new Request(new URL(url.pathname + url.search, app.origin), request);
  const opened = await openConsent(app, asked);
  if (opened.ok) {
    const { request: consent, headers: own } = opened.value;
    const headers = new Headers(HEADERS);
    for (const cookie of own.getSetCookie()) headers.append('set-cookie', cookie);
    return data({ consent, problem: null, back: null }, { headers });
  }
  if (opened.reason === 'refused') {
    const isOutage = opened.failure.reason === 'storeUnavailable';
    // oxlint-disable-next-line typescript/only-throw-error -- how a loader says which status it is
    throw data(null, { status: isOutage ? 503 : 401 });
  }
  const problem = describeConsentFailure(opened);
  const back = opened.reason === 'wrongRequest' ? opened.redirectTo : null;
  return data({ consent: null, problem, back }, { status: 400, headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta() {
  return [{ title: 'Connect an app · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function Authorize({ loaderData }: Route.ComponentProps) {
  return <ConsentScreen {...loaderData} />;
}
