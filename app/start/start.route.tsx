import { isServer } from 'virtual:build';

import { appContext } from '#app/platform/app-context.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

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

/** For search engines (schema.org). */
const FACTS = {
  '@type': 'WebApplication',
  name: 'MCP Builder',
  applicationCategory: 'DeveloperApplication',
  operatingSystem: 'Any',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
};

export function headers() {
  return HEADERS;
}

export function meta(place: Route.MetaArgs) {
  return pageMeta(place, {
    path: '/',
    title: 'MCP Builder: from an API document to a running MCP server',
    description:
      'Paste an OpenAPI document or a Postman collection and get an MCP server: running, tested, hosted and yours to download.',
    ...(isServer && { facts: FACTS }),
  });
}

export default function Start({ loaderData }: Route.ComponentProps) {
  return <StartScreen {...loaderData} />;
}
