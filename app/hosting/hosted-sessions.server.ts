import type { DraftAccess } from '#app/builder/draft-access.server.ts';
import type { DraftHead } from '#app/builder/draft-state.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { isRandomId, randomId } from '#app/platform/ids.ts';
import { mayInitialize, needsSession } from '#app/runtime/needs-session.ts';
import { peekMessage } from '#app/runtime/read-message.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';
import { sessionNotFound } from '#app/runtime/session-host.ts';

import { withVisit } from './session-visit.ts';

/**
 * Answers what belongs to a session of 2025, each of which has an object of its own, and gives null
 * for all else: also for a client that would open one more session than its draft may have at once.
 */
export function createHostedSessions(
  app: AppContext,
  head: DraftHead,
  access: DraftAccess,
  served: ServedDefinition,
): (request: Request) => Promise<Response | null> {
  const send = async (request: Request, id: string, isFirst: boolean) => {
    const visit = { id, isFirst, head, isTrusted: access === 'token', origin: app.origin };
    const { SESSIONS } = app.env;
    // By draft and id: what is a session of one draft is none of another.
    const session = SESSIONS.get(SESSIONS.idFromName(`${head.id}/${id}`));
    return await session.fetch(withVisit(request, visit));
  };
  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      return isRandomId(id) ? await send(request, id, false) : sessionNotFound();
    }
    if (!mayInitialize(request)) return null;
    const message = await peekMessage(request);
    if (message === null || !needsSession(served, message)) return null;
    const { success } = await app.env.LIMIT_MCP_SESSIONS.limit({ key: head.id });
    return success ? await send(request, randomId(), true) : null;
  };
}
