import { data } from 'react-router';

import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/team.route.ts';
import { findTeam } from './find-team.server.ts';
import { TeamScreen } from './screens/team-screen.tsx';
import { viewTeam } from './view-team.server.ts';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** A team for its members; for everybody else there is none. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const found = await findTeam(app, request, params.teamId, 'viewer');
  if (!found.ok) throw data(null, { status: found.reason === 'refused' ? 401 : 404 });
  return data({ team: await viewTeam(app, found.value) }, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.team.name ?? 'Team';
  return [{ title: `${title} · MCP Builder` }, { name: 'robots', content: 'noindex' }];
}

export default function Team({ loaderData }: Route.ComponentProps) {
  return <TeamScreen {...loaderData} />;
}
