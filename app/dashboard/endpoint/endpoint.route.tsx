import { data } from 'react-router';

import { appContext } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/endpoint.route.ts';
import { EndpointScreen } from './endpoint-screen.tsx';
import { loadEndpointPage } from './load-endpoint-page.server.ts';

/** Clients get another answer from the same address. */
const HEADERS = { 'cache-control': 'private, no-store', vary: 'Accept, Cookie' };

/** The page of an endpoint, for browsers; MCP clients are answered by the gateway before it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const key = `page:${addressKey(request)}`;
  const refused = await refuseAboveRate(app, app.env.LIMIT_CALLS, key);
  // oxlint-disable-next-line typescript/only-throw-error -- how a loader says which status it is
  if (refused) throw data(null, { status: 429 });
  const facts = await loadEndpointPage(app, request, params.slug);
  // oxlint-disable-next-line typescript/only-throw-error -- as above
  if (facts === null) throw data('No server is published at this address.', { status: 404 });
  return data(facts, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta(place: Route.MetaArgs) {
  const facts = place.loaderData ?? { isHidden: true as const };
  const title = facts.isHidden ? 'Private · MCP server' : `${facts.title} · MCP server`;
  if (facts.isHidden || facts.visibility !== 'public') {
    return [{ title }, { name: 'robots', content: 'noindex' }];
  }
  const description = facts.description ?? `An MCP server with ${facts.tools.length} tools.`;
  return pageMeta(place, { title, description });
}

export default function Endpoint({ loaderData }: Route.ComponentProps) {
  return <EndpointScreen facts={loaderData} />;
}
