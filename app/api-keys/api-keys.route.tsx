import { data } from 'react-router';

import { requireUser } from '#app/auth/caller.server.ts';
import { listOwnAccounts } from '#app/auth/own-account-store.server.ts';
import { listConnectedApps } from '#app/oauth/apps/grant-store.server.ts';
import { appContext } from '#app/platform/app-context.ts';
import { findAccount } from '#app/projects/account/find-account.server.ts';

import type { Route } from './+types/api-keys.route.ts';
import { listApiKeys, listKeyProjects } from './api-key-store.server.ts';
import { ApiKeysScreen } from './api-keys-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The keys of the user's account and the projects that they may be limited to. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = await requireUser(app, request);
  if (!user.ok) throw data(null, { status: 401 });
  const { uid } = user.value;
  const named = new URL(request.url).searchParams.get('account') ?? undefined;
  const found = await findAccount(app, user.value, named, 'owner');
  if (!found.ok) throw data(null, { status: 404 });
  const { account } = found.value;
  const now = Date.now();
  const [keys, projects, apps, accounts] = await Promise.all([
    listApiKeys(app.env.DB, account, now),
    listKeyProjects(app.env.DB, account),
    listConnectedApps(app, uid),
    listOwnAccounts(app.env.DB, uid),
  ]);
  const team = accounts.find(({ id, kind }) => id === account && kind === 'team') ?? null;
  return data({ keys, projects, apps, team, now }, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta() {
  return [{ title: 'API keys · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function ApiKeys({ loaderData }: Route.ComponentProps) {
  return <ApiKeysScreen {...loaderData} />;
}
