import { data } from 'react-router';

import { identify } from '#app/auth/caller.server.ts';
import { listChats } from '#app/chat/chat-index.server.ts';
import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/chats.route.ts';
import { ChatsScreen } from './chats-screen.tsx';
import { readListQuery } from './list-query.ts';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The user's own chats; the guard has sent everybody else to sign in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const caller = await identify(app, request);
  if (!caller.ok || caller.value.kind !== 'user') throw data(null, { status: 401 });
  const query = readListQuery(request);
  const page = await listChats(app.env.DB, { owner: caller.value.accountId }, query);
  return data({ page, query }, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta() {
  return [{ title: 'Chats · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function Chats({ loaderData }: Route.ComponentProps) {
  return <ChatsScreen {...loaderData} />;
}
