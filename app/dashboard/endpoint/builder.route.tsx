import { listAgentTools } from '#app/builder-endpoint/agent-tools.server.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/builder.route.ts';
import { BuilderScreen } from './builder-screen.tsx';

/** The page of the builder's endpoint, for browsers; MCP clients are answered before it. */
export function loader() {
  return { tools: listAgentTools() };
}

/** Clients get another answer from the same address. */
export function headers() {
  return { vary: 'Accept, Cookie' };
}

export function meta(place: Route.MetaArgs) {
  return pageMeta(place, {
    title: 'Build from your coding agent · MCP Builder',
    description: 'Connect an MCP client to MCP Builder: it creates, checks and publishes servers.',
  });
}

export default function Builder({ loaderData }: Route.ComponentProps) {
  return <BuilderScreen tools={loaderData.tools} />;
}
