import { Hono } from 'hono';

import { getTokenAccess } from '#app/builder/draft-access.server.ts';
import { toParts } from '#app/builder/draft-problem.server.ts';
import { leaseDraft } from '#app/builder/lease.server.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { addressKey, readBytes } from '#app/platform/http-limits.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { addResponseHeaders } from '#app/runtime/http-guard.ts';
import { createProtocol } from '#app/runtime/protocol.ts';

import { openArtifact } from './hosted-artifact.server.ts';
import { createDraftRunner } from './run-draft-tool.server.ts';

/** Arguments may carry files as base64. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/** The MCP endpoints of drafts, mounted at `/mcp/d`. They read no cookie. */
export const draftEndpoints = new Hono<AppEnv>().all('/:id', async (c) => {
  const answer = await serveDraft(c.var.app, c.req.raw, c.req.param('id'));
  // A browser client must be able to read why it was refused, too.
  return answer.status < 400 ? answer : addResponseHeaders(c.req.raw, answer);
});

async function serveDraft(app: AppContext, request: Request, id: string): Promise<Response> {
  if (!isRandomId(id)) return problem(app, toParts({ reason: 'unknown' }));
  if (request.method === 'GET' && request.headers.get('accept')?.includes('text/html')) {
    return new Response(null, { status: 303, headers: { location: `/chat/${id}` } });
  }
  const refused =
    (await refuseAboveRate(app, app.env.LIMIT_CALLS, `mcp:${addressKey(request)}`)) ??
    (await refuseAboveRate(app, app.env.LIMIT_CALLS, `draft:${id}`));
  if (refused) return refused;
  const head = await leaseDraft(app.env, id, Date.now());
  if (!head.ok) return problem(app, toParts(head));
  const access = await getTokenAccess(app, request, head.value);
  if (!access.ok) return problem(app, toParts(access));
  const body = await readBytes(request, MAX_REQUEST_BYTES);
  if (!body.ok) {
    return problem(app, { status: 413, detail: 'A request may have 10 MB at most.' });
  }
  const environment = access.value === 'token' ? head.value.environment : 'mock';
  const artifact = openArtifact(app.env, head.value);
  const served = await artifact.served();
  const answer = createProtocol({
    served,
    runTool: createDraftRunner(app, head.value, artifact, environment),
    hosts: [new URL(app.origin).host],
    origins: [app.origin, ...served.policies.allowedOrigins],
    onError: (error) => app.log.warn('mcp.rejected', { draft: id, error }),
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
