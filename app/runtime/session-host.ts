import type { Server } from '@modelcontextprotocol/server';

import { KeptSessions } from './kept-sessions.ts';
import type { SessionBounds } from './kept-sessions.ts';
import { mayInitialize, needsSession } from './needs-session.ts';
import { peekMessage } from './read-message.ts';
import type { ServedDefinition } from './served-definition.ts';
import { Session } from './session.ts';

/** A session is kept so long after its last request. */
const IDLE_MS = 30 * 60_000;
/** Sessions that one process keeps; the one that rested longest makes room for a new one. */
const MAX_SESSIONS = 1_000;

export interface SessionHostOptions extends Partial<SessionBounds> {
  served: ServedDefinition;
  /** A server for a new session. */
  createServer: () => Server;
}

/**
 * Keeps the sessions of a process in its memory, for a server that runs as one process.
 *
 * @returns what answers a request that belongs to a session, and gives null for all others.
 */
export function createSessionHost(
  options: SessionHostOptions,
): (request: Request) => Promise<Response | null> {
  const { served, createServer } = options;
  const { idleMs = IDLE_MS, maxSessions = MAX_SESSIONS, now = Date.now } = options;
  const sessions = new KeptSessions({ idleMs, maxSessions, now });

  async function open(): Promise<Session> {
    const id = crypto.randomUUID();
    const onEnd = () => sessions.remove(id);
    const session = await Session.open({ id, server: createServer(), onEnd });
    sessions.add(session);
    return session;
  }

  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) return (await sessions.use(id)?.fetch(request)) ?? sessionNotFound();
    if (!mayInitialize(request)) return null;
    const message = await peekMessage(request);
    if (message === null || !needsSession(served, message)) return null;
    return sessions.makeRoom() ? await (await open()).fetch(request, message) : null;
  };
}

/** What the protocol says of a session that is over: the client begins a new one. */
export function sessionNotFound(): Response {
  const error = { code: -32_001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
