import { data } from 'react-router';

import { identify } from '#app/auth/caller.server.ts';
import { loadGithubStatus } from '#app/github/connection/load-github-status.server.ts';
import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/import.route.ts';
import { ImportSection } from './import-section.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** Whether the visitor has connected GitHub; everybody may import a public repository. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const caller = await identify(app, request);
  const user =
    caller.ok && caller.value.kind === 'user' && !caller.value.isStale ? caller.value : null;
  const status = user === null ? null : await loadGithubStatus(app, user.uid);
  const address = new URL(request.url).searchParams.get('from') ?? '';
  return data({ isConnected: status?.state === 'connected', address }, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta() {
  return [{ title: 'Import an MCP server · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function Import({ loaderData }: Route.ComponentProps) {
  return (
    <div className="mx-auto flex w-full max-w-3xl grow flex-col gap-8 px-4 py-8 sm:px-6">
      <h1 className="sr-only">Import an MCP server</h1>
      <ImportSection {...loaderData} />
    </div>
  );
}
