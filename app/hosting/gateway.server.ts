import { Hono } from 'hono';

import { isAccountSuspended } from '#app/controls/current-controls.server.ts';
import { getTokenAccess, mayRead, type DraftAccess } from '#app/drafts/draft-access.server.ts';
import { toParts } from '#app/drafts/draft-problem.server.ts';
import { toShownHead } from '#app/drafts/publishing/to-shown-head.ts';
import { readDraft, readDraftToServe } from '#app/drafts/store.server.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { addResponseHeaders } from '#app/runtime/protocol/http-guard.ts';

import { serveCaller } from './serve-draft.server.ts';
import { withinCapacity } from './within-capacity.server.ts';

/** The MCP endpoints of drafts, mounted at `/mcp/d`. They read no cookie. */
export const draftEndpoints = new Hono<AppEnv>().all('/:id', async (c) => {
  const { app } = c.var;
  const id = c.req.param('id');
  const answer = await withinCapacity(app, c.req.raw, id, () => admit(app, c.req.raw, id));
  // A browser client must be able to read why it was refused, too.
  return answer.status < 400 ? answer : addResponseHeaders(c.req.raw, answer);
});

/**
 * Answers who may read the draft. Who has its token is counted apart from everybody else, so that nobody keeps
 * its owner out by calling often.
 */
async function admit(app: AppContext, request: Request, id: string): Promise<Response> {
  if (!isRandomId(id)) return problem(app, toParts({ reason: 'unknown' }));
  if (request.method === 'GET' && request.headers.get('accept')?.includes('text/html')) {
    return new Response(null, { status: 303, headers: { location: `/chat/${id}` } });
  }
  const access = await getTokenAccess(app, request, { id });
  const who = access.ok ? access.value : 'visitor';
  const refused = await refuseAboveRate(
    app,
    app.env.LIMIT_CALLS,
    `mcp:${who}:${addressKey(request)}`,
  );
  if (refused) return refused;
  if (!access.ok) return problem(app, toParts(access));
  const limited = await refuseAboveRate(app, app.env.LIMIT_CALLS, `draft:${who}:${id}`);
  if (limited) return limited;
  const head = await readHead(app, id, access.value);
  if (!head.ok) return problem(app, toParts(head));
  if (await isAccountSuspended(app, head.value.owner)) {
    return problem(app, toParts({ reason: 'unknown' }));
  }
  // A preflight carries no token, and is answered by the draft's list of origins alone.
  if (!mayRead(head.value, access.value) && request.method !== 'OPTIONS') {
    return problem(app, toParts({ reason: 'tokenMissing' }));
  }
  return serveCaller(app, request, toShownHead(head.value, access.value), access.value);
}

/** A draft that has just become private, in another isolate, answers nobody who may no longer read it. */
function readHead(app: AppContext, id: string, access: DraftAccess) {
  return access === 'visitor' ? readDraft(app.env, id) : readDraftToServe(app.env, id, Date.now());
}
