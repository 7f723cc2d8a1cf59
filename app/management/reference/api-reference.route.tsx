import { describeApi } from '#app/management/document/describe-api.server.ts';
import { appContext } from '#app/platform/app-context.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/api-reference.route.ts';
import { ReferencePage } from './reference-page.tsx';

export function loader({ context }: Route.LoaderArgs) {
  return { document: describeApi(context.get(appContext).origin) };
}

export function meta(place: Route.MetaArgs) {
  return pageMeta(place, {
    title: 'API reference · MCP Builder',
    description:
      'Import API documents, publish versions and set secrets from a program, with an API key.',
  });
}

export default function ApiReference({ loaderData }: Route.ComponentProps) {
  return <ReferencePage document={loaderData.document} />;
}
