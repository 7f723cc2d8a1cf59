import { data } from 'react-router';

import { requireUser } from '#app/auth/caller.server.ts';
import { loadGithubStatus } from '#app/github/connection/load-github-status.server.ts';
import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/github.route.ts';
import { GithubScreen } from './github-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The user's connection to GitHub, as far as we know without asking it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = await requireUser(app, request);
  if (!user.ok) throw data(null, { status: 401 });
  const status = await loadGithubStatus(app, user.value.uid);
  return data({ status }, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta() {
  return [{ title: 'GitHub · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function Github({ loaderData }: Route.ComponentProps) {
  return <GithubScreen {...loaderData} />;
}
