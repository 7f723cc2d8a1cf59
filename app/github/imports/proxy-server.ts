import type { RequestFailure } from '#app/api-client/api-request.ts';
import { toListedTool } from '#app/blueprint/import/servers/to-listed-tool.ts';
import type { FoundTool } from '#app/blueprint/import/servers/tools/found-server.ts';
import { toProxyPlan } from '#app/blueprint/proxy/to-proxy-plan.ts';
import { createFromEdits } from '#app/drafts/create-from-edits.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import type { ServerOfRepository } from './found-repository.ts';

export interface ProxyWish {
  /** Endpoint of the running server. */
  url: string;
  /** It wants a bearer token, whose value is set as a secret in the new chat. */
  needsToken: boolean;
}

/** A server that was made, by the id of its chat. */
export interface NewServer {
  id: string;
  /** Things that are other than in the repository. */
  notes: readonly string[];
}

/** Makes a server whose tools call those of a running one, in a chat of its own. */
export async function proxyServer(
  server: ServerOfRepository,
  tools: readonly FoundTool[],
  { url, needsToken }: ProxyWish,
): Promise<Result<NewServer, RequestFailure>> {
  const { edits, notes } = toProxyPlan({
    url,
    title: server.title ?? server.name ?? 'MCP server',
    instructions: server.instructions,
    tools: tools.map(toListedTool),
    credentials: needsToken ? [{ header: 'authorization', isBearer: true }] : [],
  });
  const draft = await createFromEdits(edits, 'test');
  return draft.ok ? succeed({ id: draft.value.id, notes }) : draft;
}
