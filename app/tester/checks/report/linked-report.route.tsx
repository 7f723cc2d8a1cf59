import { data } from 'react-router';

import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/linked-report.route.ts';
import { findLinkedReport } from './find-linked-report.server.ts';
import { LinkedReportScreen } from './linked-report-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** A report behind its link, for everybody who has that. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const shared = await findLinkedReport(context.get(appContext), request, params.reportId);
  if (!shared.ok || shared.value === null) {
    throw data('There is no report behind this link. Its owner may have deleted it.', {
      status: 404,
    });
  }
  return data(shared.value, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.report.server.name ?? 'a server';
  return [{ title: `Checks of ${name} · MCP Builder` }, { name: 'robots', content: 'noindex' }];
}

export default function LinkedReport({ loaderData }: Route.ComponentProps) {
  return <LinkedReportScreen {...loaderData} />;
}
