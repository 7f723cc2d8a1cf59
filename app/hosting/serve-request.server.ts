import type { AppContext } from '#app/platform/app-context.ts';
import { hostOf } from '#app/platform/outbound/host-of.ts';
import { randomId } from '#app/platform/ids.ts';
import { createProtocol } from '#app/runtime/protocol/protocol.ts';
import type { ToolRunner } from '#app/runtime/definition.ts';

import { openArtifact, type HostedArtifact } from './hosted-artifact.server.ts';
import { createHostedSeal } from './hosted-seal.server.ts';
import { createHostedSessions } from './hosted-sessions.server.ts';
import type { McpBody } from './read-mcp-body.server.ts';
import type { SessionVisit } from './session-visit.ts';

/** A request's server and caller, and what it is answered with. */
export interface Served extends Pick<SessionVisit, 'server' | 'caller' | 'environment'> {
  /** Origins that browsers may call from besides those that the server's owner allows. */
  origins: string[];
  /** Its tools may send users to an address. */
  links?: boolean;
  /** Makes the id of a new session; default: any. */
  newSessionId?: () => string;
  /** Runs the tools of calls outside of a session. */
  toRunner: (artifact: HostedArtifact) => ToolRunner;
}

/** Answers one MCP request of an admitted caller. */
export async function serveRequest(
  app: AppContext,
  request: Request,
  { bytes, message }: McpBody,
  {
    server,
    caller,
    environment,
    origins,
    links = false,
    newSessionId = randomId,
    toRunner,
  }: Served,
): Promise<Response> {
  const artifact = openArtifact(app.env, server);
  const stored = await artifact.served();
  const served = links ? { ...stored, links } : stored;
  const answer = createProtocol({
    served,
    runTool: toRunner(artifact),
    hosts: [hostOf(app.origin)],
    origins: [...origins, ...served.policies.allowedOrigins],
    state: createHostedSeal(app.config, server.id),
    sessions: createHostedSessions(app, { server, caller, environment, newSessionId }, served),
    onError: (error) => app.log.warn('mcp.rejected', { [server.kind]: server.id, error }),
  });
  return answer(request, { message, again: () => withBody(request, bytes) });
}

function withBody(request: Request, bytes: Uint8Array<ArrayBuffer>): Request {
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    signal: request.signal,
    ...(bytes.byteLength > 0 ? { body: bytes } : {}),
  });
}
