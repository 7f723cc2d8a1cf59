import { data } from 'react-router';

import {
  findCallerCredentials,
  listCredentials,
} from '#app/hosting/credentials/find-caller-credentials.server.ts';
import { appContext } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import type { Route } from './+types/credentials.route.ts';
import { CredentialsScreen } from './credentials-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The credentials that the signed-in user gives for calls of their own at an endpoint. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const refused = await refuseAboveRate(app, app.env.LIMIT_CALLS, `page:${addressKey(request)}`);
  // oxlint-disable-next-line typescript/only-throw-error -- how a loader says which status it is
  if (refused) throw data(null, { status: 429 });
  const found = await findCallerCredentials(app, request, params.slug);
  if (found.ok) {
    const facts = await listCredentials(app.env.DB, found.value);
    return data({ facts }, { headers: HEADERS });
  }
  if (found.reason === 'refused') {
    const isOutage = found.failure.reason === 'storeUnavailable';
    // oxlint-disable-next-line typescript/only-throw-error -- as above
    if (isOutage) throw data(null, { status: 503 });
    return data({ facts: null }, { headers: HEADERS });
  }
  // oxlint-disable-next-line typescript/only-throw-error -- as above
  throw data('No server is published at this address.', { status: 404 });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta() {
  return [{ title: 'Your credentials · MCP server' }, { name: 'robots', content: 'noindex' }];
}

export default function Credentials({ loaderData }: Route.ComponentProps) {
  return <CredentialsScreen facts={loaderData.facts} />;
}
