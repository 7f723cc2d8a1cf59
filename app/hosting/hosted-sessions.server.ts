import type { AppContext } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { limitStub } from '#app/platform/stores/limit-stub.server.ts';
import { peekMessage } from '#app/runtime/protocol/peek-message.ts';
import { mayInitialize, needsSession } from '#app/runtime/protocol/session/needs-session.ts';
import { noSessionLeft, sessionNotFound } from '#app/runtime/protocol/session/session-host.ts';
import { sessionIdOf } from '#app/runtime/protocol/session/session-id.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';

import { withVisit, type SessionVisit } from './session-visit.ts';

/** A visit of somebody who may open a session. */
interface NewVisit extends Pick<SessionVisit, 'server' | 'caller' | 'environment'> {
  newSessionId: () => string;
}

/**
 * Answers what belongs to a session of 2025, each of which has an object of its own, and gives null
 * for all else. A limit is on how many are opened per minute, by each key or token and by each
 * address without one; how many there are at once follows from that and from how soon they end. Above
 * it a client that could only watch is served without one, and one that has to be asked is refused.
 */
export function createHostedSessions(
  app: AppContext,
  { newSessionId, ...visited }: NewVisit,
  served: ServedDefinition,
): (request: Request) => Promise<Response | null> {
  const { server, caller } = visited;
  const send = async (request: Request, id: string, isFirst: boolean) => {
    const visit = { id, isFirst, ...visited, origin: app.origin };
    const { SESSIONS } = app.env;
    // By server and id: a session of one server is not a session of another. Its answers are streams that begin at
    // once, however long a tool takes.
    const session = limitStub(SESSIONS.get(SESSIONS.idFromName(`${server.id}/${id}`)));
    return await session.fetch(withVisit(request, visit));
  };
  return async (request) => {
    const id = sessionIdOf(request);
    if (id !== null) {
      return isRandomId(id) ? await send(request, id, false) : sessionNotFound();
    }
    if (!mayInitialize(request)) return null;
    const message = await peekMessage(request);
    const need = message === null ? null : needsSession(served, message);
    if (need === null) return null;
    const who = caller.isTrusted ? caller.id : addressKey(request);
    const { success } = await app.env.LIMIT_MCP_SESSIONS.limit({ key: `${server.id}|${who}` });
    if (success) return await send(request, newSessionId(), true);
    app.log.warn('rate.exceeded', { key: `session:${server.id}` });
    return need === 'ask' ? noSessionLeft(429, 'Too many sessions were opened.') : null;
  };
}
