import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/start.route.ts';
import { loadRecent } from './load-recent.server.ts';
import { StartScreen } from './start-screen.tsx';
import { listStartTemplates } from './templates/list-start-templates.server.tsx';
import { renderTemplateServer } from './templates/render-template-server.server.tsx';

/** The page depends on its visitor. */
const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The visitor's recent servers, the templates, and one of them as it runs. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const [recent, example, templates] = await Promise.all([
    loadRecent(context.get(appContext), request),
    renderTemplateServer('weather'),
    listStartTemplates(),
  ]);
  return { recent, example, templates };
}

export function headers() {
  return HEADERS;
}

export function meta() {
  return [
    { title: 'MCP Builder: from an API document to a running MCP server' },
    {
      name: 'description',
      content:
        'Paste an OpenAPI document or a Postman collection and get an MCP server: running, tested, hosted and yours to download.',
    },
  ];
}

export default function Start({ loaderData }: Route.ComponentProps) {
  return <StartScreen {...loaderData} />;
}
