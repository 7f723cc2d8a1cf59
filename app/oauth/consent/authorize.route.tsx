import { data, redirect } from 'react-router';

import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/authorize.route.ts';
import { ConsentScreen } from './consent-screen.tsx';
import { describeConsentFailure } from './describe-failure.ts';
import { openConsent } from './open-consent.server.ts';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The request of an app, which the signed-in user answers once. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const opened = await openConsent(context.get(appContext), request);
  if (opened.ok) {
    const { request: consent, headers: own } = opened.value;
    const headers = new Headers(HEADERS);
    for (const cookie of own.getSetCookie()) headers.append('set-cookie', cookie);
    return data({ consent, problem: null }, { headers });
  }
  if (opened.reason === 'answered') throw redirect(opened.redirectTo);
  if (opened.reason === 'refused') throw data(null, { status: 401 });
  const problem = describeConsentFailure(opened);
  return data({ consent: null, problem }, { status: 400, headers: HEADERS });
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
