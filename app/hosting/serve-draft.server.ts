import { getTokenAccess, type DraftAccess } from '#app/drafts/draft-access.server.ts';
import { toParts } from '#app/drafts/draft-problem.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';

import { createDraftRunner } from './run-draft-tool.server.ts';
import { readMcpBody } from './read-mcp-body.server.ts';
import { serveRequest } from './serve-request.server.ts';
import { toServedDraft } from './served-server.ts';

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
  const body = await readMcpBody(app, request);
  if (body instanceof Response) return body;
  const isTrusted = access === 'token';
  const environment = isTrusted ? head.environment : 'mock';
  return serveRequest(app, request, body, {
    server: toServedDraft(head),
    caller: { id: access, isTrusted },
    environment,
    origins: [app.origin],
    toRunner: (artifact) => createDraftRunner(app, head, artifact, environment),
  });
}
