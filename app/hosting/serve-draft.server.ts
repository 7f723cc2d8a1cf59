import { getTokenAccess, type DraftAccess } from '#app/drafts/draft-access.server.ts';
import { toParts } from '#app/drafts/draft-problem.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { readBytes } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { createProtocol } from '#app/runtime/protocol/protocol.ts';

import { openArtifact } from './hosted-artifact.server.ts';
import { createHostedSeal } from './hosted-seal.server.ts';
import { createHostedSessions } from './hosted-sessions.server.ts';
import { createDraftRunner } from './run-draft-tool.server.ts';

/** Arguments may carry files as base64. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/** Answers one MCP request to a draft by its token, or without one, from the mock, whoever sent it. */
export async function serveDraft(
  app: AppContext,
  request: Request,
  head: DraftHead,
): Promise<Response> {
  const access = await getTokenAccess(app, request, head);
  return access.ok ? serveCaller(app, request, head, access.value) : problem(app, toParts(access));
}

/** Answers one MCP request of a caller who is known, admitted and counted. */
export async function serveCaller(
  app: AppContext,
  request: Request,
  head: DraftHead,
  access: DraftAccess,
): Promise<Response> {
  const body = await readBytes(request, MAX_REQUEST_BYTES);
  if (!body.ok) {
    return problem(app, { status: 413, detail: 'A request may have 10 MB at most.' });
  }
  const environment = access === 'token' ? head.environment : 'mock';
  const artifact = openArtifact(app.env, head);
  const served = await artifact.served();
  const answer = createProtocol({
    served,
    runTool: createDraftRunner(app, head, artifact, environment),
    hosts: [new URL(app.origin).host],
    origins: [app.origin, ...served.policies.allowedOrigins],
    state: createHostedSeal(app.config, head.id),
    sessions: createHostedSessions(app, head, access, served),
    onError: (error) => app.log.warn('mcp.rejected', { draft: head.id, error }),
  });
  return answer(withBody(request, body.value));
}

function withBody(request: Request, bytes: Uint8Array<ArrayBuffer>): Request {
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    signal: request.signal,
    ...(bytes.byteLength > 0 ? { body: bytes } : {}),
  });
}
