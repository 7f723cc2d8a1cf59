import { data } from 'react-router';

import { requireUser } from '#app/auth/caller.server.ts';
import { listOwnAccounts } from '#app/auth/own-account-store.server.ts';
import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/teams.route.ts';
import { TeamsScreen } from './screens/teams-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The user's teams; the guard has sent everybody else to sign in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = await requireUser(app, request);
  if (!user.ok) throw data(null, { status: 401 });
  const accounts = await listOwnAccounts(app.env.DB, user.value.uid);
  return data({ teams: accounts.filter(({ kind }) => kind === 'team') }, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta() {
  return [{ title: 'Teams · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function Teams({ loaderData }: Route.ComponentProps) {
  return <TeamsScreen {...loaderData} />;
}
