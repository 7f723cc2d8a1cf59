import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { useOrigin } from '#app/ui/use-origin.ts';

import { Section } from '#app/dashboard/section.tsx';
import { EndpointInstall } from './endpoint-install.tsx';
import type { EndpointTool } from './endpoint-page.ts';
import { EndpointTools } from './endpoint-tools.tsx';

/** The page of the builder's own endpoint: how a coding agent is connected, and what it can do then. */
export function BuilderScreen({ tools }: { tools: readonly EndpointTool[] }) {
  const url = `${useOrigin()}/mcp`;
  return (
    <div className="mx-auto w-full max-w-3xl grow px-4 py-8 sm:px-6">
      <h1 className="text-lg font-semibold">Build from your coding agent</h1>
      <p className="mt-2 max-w-prose text-muted">
        This site is an MCP server, too. Connect your editor or agent to it, and it creates,
        changes, checks, calls and publishes your servers with the same tools as the builder here.
      </p>
      <div className="mt-4 mb-8 flex items-center gap-2 rounded-panel border bg-raised py-1 pe-1 ps-3">
        <code className="min-w-0 grow py-1.5 wrap-anywhere">{url}</code>
        <CopyButton text={url} what="endpoint" />
      </div>
      <Section
        title="Connect a client"
        note="It works on your own account. A key needs the right “Manage through the API”."
      >
        <EndpointInstall name="mcp-builder" path="/mcp" isPublic={false} />
      </Section>
      <EndpointTools tools={tools} more={0} />
    </div>
  );
}
