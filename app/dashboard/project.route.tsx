import { data, type ShouldRevalidateFunctionArgs } from 'react-router';

import { listOwnAccounts } from '#app/auth/own-account-store.server.ts';
import { listChats } from '#app/chat/chat-index.server.ts';
import { appContext } from '#app/platform/app-context.ts';
import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import { toProjectView } from '#app/projects/view-project.server.ts';
import { listVersions } from '#app/projects/version-store.server.ts';
import { toListedVersion } from '#app/projects/view-version.server.ts';

import type { Route } from './+types/project.route.ts';
import { ProjectScreen } from './project-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** A project with its versions, its endpoint and the chats that belong to it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const found = await findOwnProject(app, request, params.projectId, 'viewer');
  if (!found.ok) {
    const isRefused = found.reason === 'refused';
    throw data(null, { status: isRefused ? 401 : 404 });
  }
  const { project, caller, role } = found.value;
  const [endpoint, versions, chats, accounts] = await Promise.all([
    toEndpointStub(app.env, project.id).readEndpoint(),
    listVersions(app.env.DB, project.id),
    listChats(app.env.DB, { owner: caller.accountId, project: project.id }, {}),
    listOwnAccounts(app.env.DB, caller.uid),
  ]);
  return data(
    {
      project: toProjectView(project, endpoint),
      endpoint,
      versions: versions.versions.map((row) => toListedVersion(row, project)),
      moreVersions: versions.next,
      account: project.account,
      role,
      accounts,
      hasMoreChats: chats.next !== null,
      chats: chats.chats.map(({ id, title, updatedAt }) => ({ id, title, updatedAt })),
    },
    { headers: HEADERS },
  );
}

/** Tabs are in the address; moving between them asks for nothing. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl } = change;
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.project.title ?? 'Project';
  return [{ title: `${title} · MCP Builder` }, { name: 'robots', content: 'noindex' }];
}

export default function Project({ loaderData }: Route.ComponentProps) {
  return <ProjectScreen {...loaderData} />;
}
