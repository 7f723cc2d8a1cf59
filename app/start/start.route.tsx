import { isServer } from 'virtual:build';

import { visitorContext } from '#app/auth/session/viewer.server.ts';
import { appContext } from '#app/platform/app-context.ts';
import { keepDrawnParts } from '#app/platform/drawn-parts.server.ts';
import { EXAMPLE } from '#app/templates/example.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/start.route.ts';
import { loadRecent } from './load-recent.server.ts';
import { renderProof } from './proof/render-proof.server.tsx';
import { StartScreen } from './start-screen.tsx';
import { renderTemplateCards } from './templates/render-template-cards.server.tsx';
import { renderTemplateServer } from './templates/render-template-server.server.tsx';

/** The page depends on its visitor. */
const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The visitor's recent servers, the templates, one of them as it runs, and for somebody new the proof. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const recent = await loadRecent(app, request);
  const isNew = recent.length === 0 && context.get(visitorContext).kind === 'nobody';
  const parts = {
    templates: await renderTemplateCards(),
    example: await renderTemplateServer(EXAMPLE),
    proof: isNew ? await renderProof() : '',
  };
  // From another page it comes as data.
  if (new URL(request.url).pathname !== url.pathname) return { recent, ...parts };
  keepDrawnParts(app, parts);
  return { recent, templates: null, example: null, proof: isNew ? null : '' };
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
