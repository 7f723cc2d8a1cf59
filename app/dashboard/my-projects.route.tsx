import { data } from 'react-router';

import { requireUser } from '#app/auth/caller.server.ts';
import { listOwnAccounts } from '#app/auth/own-account-store.server.ts';
import { appContext } from '#app/platform/app-context.ts';
import { AccountProjectQuery } from '#app/projects/project-query.ts';
import { viewProjects } from '#app/projects/view-project.server.ts';

import type { Route } from './+types/my-projects.route.ts';
import { MyProjectsScreen } from './my-projects-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The user's projects; the guard has sent everybody else to sign in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = await requireUser(app, request);
  if (!user.ok) throw data(null, { status: 401 });
  const given = Object.fromEntries(new URL(request.url).searchParams);
  // What somebody has made of the address is no reason to show nothing.
  const query = AccountProjectQuery.safeParse(given).data ?? {};
  const { uid, accountId } = user.value;
  const [page, accounts] = await Promise.all([
    viewProjects(app, request, user.value, query),
    listOwnAccounts(app.env.DB, uid),
  ]);
  if (!page.ok) throw data(null, { status: page.reason === 'refused' ? 401 : 404 });
  const account = accounts.find(({ id }) => id === (query.account ?? accountId)) ?? null;
  return data({ page: page.value, query, accounts, account }, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta() {
  return [{ title: 'Projects · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function MyProjects({ loaderData }: Route.ComponentProps) {
  return <MyProjectsScreen {...loaderData} />;
}
