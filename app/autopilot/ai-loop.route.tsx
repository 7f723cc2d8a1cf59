import { data } from 'react-router';

import { findOwnDraft } from '#app/drafts/find-draft.server.ts';
import { appContext } from '#app/platform/app-context.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import { toAutopilotStub } from './autopilot-stub.server.ts';
import type { Route } from './+types/ai-loop.route.ts';
import { AutopilotScreen } from './autopilot-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** The autopilot run of the chat that the address names, for its owner; otherwise a new goal. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const id = new URL(request.url).searchParams.get('chat');
  if (id === null) return data({ run: null }, { headers: HEADERS });
  const found = await findOwnDraft(app, request, id);
  const state = found.ok
    ? await toAutopilotStub(app.env, found.value.head.id).readAutopilot()
    : null;
  return data({ run: state && { id, state } }, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta(place: Route.MetaArgs) {
  return pageMeta(place, {
    title: 'Autopilot · MCP Builder',
    description: 'Set a goal: the builder works round after round until the report is green.',
  });
}

export default function AiLoop({ loaderData: { run } }: Route.ComponentProps) {
  return <AutopilotScreen key={run?.id ?? 'new'} run={run} />;
}
