import { data } from 'react-router';

import { requireUser } from '#app/auth/caller.server.ts';
import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/api-keys.route.ts';
import { listApiKeys, listKeyProjects } from './api-key-store.server.ts';
import { ApiKeysScreen } from './api-keys-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The keys of the user's account and the projects that they may be limited to. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = await requireUser(app, request);
  if (!user.ok) throw data(null, { status: 401 });
  const { accountId } = user.value;
  const now = Date.now();
  const [keys, projects] = await Promise.all([
    listApiKeys(app.env.DB, accountId, now),
    listKeyProjects(app.env.DB, accountId),
  ]);
  return data({ keys, projects, now }, { headers: HEADERS });
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
