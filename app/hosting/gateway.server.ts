import { Hono } from 'hono';

import { toParts } from '#app/drafts/draft-problem.server.ts';
import { readDraftToServe } from '#app/drafts/store.server.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { addResponseHeaders } from '#app/runtime/protocol/http-guard.ts';

import { serveDraft } from './serve-draft.server.ts';
import { withinCapacity } from './within-capacity.server.ts';

/** The MCP endpoints of drafts, mounted at `/mcp/d`. They read no cookie. */
export const draftEndpoints = new Hono<AppEnv>().all('/:id', async (c) => {
  const { app } = c.var;
  const id = c.req.param('id');
  const answer = await withinCapacity(app, c.req.raw, id, () => admit(app, c.req.raw, id));
  // A browser client must be able to read why it was refused, too.
  return answer.status < 400 ? answer : addResponseHeaders(c.req.raw, answer);
});

async function admit(app: AppContext, request: Request, id: string): Promise<Response> {
  if (!isRandomId(id)) return problem(app, toParts({ reason: 'unknown' }));
  if (request.method === 'GET' && request.headers.get('accept')?.includes('text/html')) {
    return new Response(null, { status: 303, headers: { location: `/chat/${id}` } });
  }
  const refused =
    (await refuseAboveRate(app, app.env.LIMIT_CALLS, `mcp:${addressKey(request)}`)) ??
    (await refuseAboveRate(app, app.env.LIMIT_CALLS, `draft:${id}`));
  if (refused) return refused;
  const head = await readDraftToServe(app.env, id, Date.now());
  if (!head.ok) return problem(app, toParts(head));
  return serveDraft(app, request, head.value);
}
