import { data } from 'react-router';

import { requireUser } from '#app/auth/caller.server.ts';
import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/public-chats.route.ts';
import { PublicChatsScreen } from './public-chats-screen.tsx';
import { listOwnEntries } from './showcase-store.server.ts';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The user's own public chats; the guard has sent everybody else to sign in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = await requireUser(app, request);
  if (!user.ok) throw data(null, { status: 401 });
  const entries = await listOwnEntries(app.env.DB, user.value.accountId);
  return data({ entries }, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta() {
  return [{ title: 'Public chats · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function PublicChats({ loaderData }: Route.ComponentProps) {
  return <PublicChatsScreen {...loaderData} />;
}
