import type { Server } from '@modelcontextprotocol/server';

import type { ServedDefinition } from '../../served-definition.ts';
import { KeptSessions } from './kept-sessions.ts';
import type { SessionBounds } from './kept-sessions.ts';
import { mayInitialize, needsSession } from './needs-session.ts';
import { peekMessage } from '../peek-message.ts';
import { sessionIdOf } from './session-id.ts';
import { Session } from './session.ts';

/** A session is kept so long after its last request. */
const IDLE_MS = 30 * 60_000;
/** Sessions that one process keeps; the one that rested longest makes room for a new one. */
const MAX_SESSIONS = 1_000;
/** When a client that found no room may try again. */
const RETRY_SECONDS = 60;

export interface SessionHostOptions extends Partial<SessionBounds> {
  served: ServedDefinition;
  /** A server for a new session. */
  createServer: () => Server;
}

/**
 * Keeps the sessions of a process in its memory, for a server that runs as one process.
 *
 * @returns what answers a request that belongs to a session or begins one, and gives null for all
 *   others; so also for a client that could only watch in one, when all are in use.
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
    const id = sessionIdOf(request);
    if (id !== null) return (await sessions.use(id)?.fetch(request)) ?? sessionNotFound();
    if (!mayInitialize(request)) return null;
    const message = await peekMessage(request);
    const need = message === null ? null : needsSession(served, message);
    if (message === null || need === null) return null;
    if (sessions.makeRoom()) return await (await open()).fetch(request, message);
    return need === 'ask' ? noSessionLeft(503, 'All sessions are in use.') : null;
  };
}

/**
 * Refuses a client that has to be asked and cannot be, for want of a session: without one, what it
 * would have had to confirm would simply be done.
 */
export function noSessionLeft(status: 429 | 503, why: string): Response {
  const error = { code: -32_000, message: `${why} Try again in ${RETRY_SECONDS} seconds.` };
  const headers = { 'retry-after': String(RETRY_SECONDS) };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status, headers });
}

/** What the protocol says of a session that is over: the client begins a new one. */
export function sessionNotFound(): Response {
  const error = { code: -32_001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
