import { data, type ShouldRevalidateFunctionArgs } from 'react-router';

import { appContext } from '#app/platform/app-context.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/client.route.ts';
import { loadOwnServers } from './servers/load-own.server.ts';
import { TesterScreen } from './tester-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The visitor's own servers and projects; those that the browser keeps never come here. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const own = await loadOwnServers(context.get(appContext), request);
  return data(own, { headers: HEADERS });
}

/** Another tab or server in the address changes nothing that was loaded. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta(place: Route.MetaArgs) {
  return pageMeta(place, {
    title: 'MCP client: test any MCP server · MCP Builder',
    description:
      'Connect to any MCP server in the browser: call its tools, read resources, follow every message, check the protocol and debug OAuth.',
  });
}

export default function Client({ loaderData }: Route.ComponentProps) {
  return <TesterScreen own={loaderData} />;
}
