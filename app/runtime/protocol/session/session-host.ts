import type { Server } from '@modelcontextprotocol/server';

import type { ServedDefinition } from '../../served-definition.ts';
import { KeptSessions } from './kept-sessions.ts';
import type { SessionBounds } from './kept-sessions.ts';
import { mayInitialize, needsSession } from './needs-session.ts';
import { peekMessage } from '../peek-message.ts';
import { sessionIdOf } from './session-id.ts';
import { ClientSession } from './client-session.ts';

/** Idle time after which a session ends. */
const IDLE_MS = 30 * 60_000;
/** Maximum number of sessions in one process; the one idle for longest makes room for a new one. */
const MAX_SESSIONS = 1_000;
/** When a client that found no room may try again. */
const RETRY_SECONDS = 60;

export interface SessionHostOptions extends Partial<SessionBounds> {
  served: ServedDefinition;
  /** Creates the server for a new session. */
  createServer: () => Server;
}

/**
 * Keeps the sessions of a process in memory, for a server that runs as one process.
 *
 * @returns a function that answers a request that belongs to a session or begins one, and gives null for
 *   all others, also for a client that only wants to watch while all sessions are in use.
 */
export function createSessionHost(
  options: SessionHostOptions,
): (request: Request) => Promise<Response | null> {
  const { served, createServer } = options;
  const { idleMs = IDLE_MS, maxSessions = MAX_SESSIONS, now = Date.now } = options;
  const sessions = new KeptSessions({ idleMs, maxSessions, now });

  async function open(): Promise<ClientSession> {
    const id = crypto.randomUUID();
    const onEnd = () => sessions.remove(id);
    const session = await ClientSession.open({ id, server: createServer(), onEnd });
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
 * Rejects a client that would have to be asked but can get no session: without one, the call would run
 * unconfirmed.
 */
export function noSessionLeft(status: 429 | 503, why: string): Response {
  const error = { code: -32_000, message: `${why} Try again in ${RETRY_SECONDS} seconds.` };
  const headers = { 'retry-after': String(RETRY_SECONDS) };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status, headers });
}

/** The protocol's response for an ended session: the client begins a new one. */
export function sessionNotFound(): Response {
  const error = { code: -32_001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
