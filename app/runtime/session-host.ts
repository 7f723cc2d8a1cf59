import type { Server } from '@modelcontextprotocol/server';

import { mayInitialize, needsSession } from './needs-session.ts';
import { peekMessage } from './read-message.ts';
import type { ServedDefinition } from './served-definition.ts';
import { Session } from './session.ts';

/** A session is kept so long after its last request. */
const IDLE_MS = 30 * 60_000;
/** Sessions that one process keeps; the one that rested longest makes room for a new one. */
const MAX_SESSIONS = 1_000;

export interface SessionHostOptions {
  served: ServedDefinition;
  /** A server for a new session. */
  createServer: () => Server;
  idleMs?: number;
  maxSessions?: number;
  now?: () => number;
}

interface Kept {
  session: Session;
  usedAt: number;
}

/**
 * Keeps the sessions of a process in its memory, for a server that runs as one process.
 *
 * @returns what answers a request that belongs to a session, and gives null for all others.
 */
export function createSessionHost(
  options: SessionHostOptions,
): (request: Request) => Promise<Response | null> {
  const { served, createServer, now = Date.now } = options;
  const { idleMs = IDLE_MS, maxSessions = MAX_SESSIONS } = options;
  /** In the order of their last use. */
  const sessions = new Map<string, Kept>();

  function end(id: string): void {
    const kept = sessions.get(id);
    sessions.delete(id);
    void kept?.session.close();
  }

  function use(id: string): Session | null {
    for (const [other, { session, usedAt }] of sessions) {
      if (usedAt + idleMs > now()) break;
      if (session.isBusy) touch(other);
      else end(other);
    }
    return touch(id);
  }

  function touch(id: string): Session | null {
    const kept = sessions.get(id);
    if (kept === undefined) return null;
    sessions.delete(id);
    sessions.set(id, { ...kept, usedAt: now() });
    return kept.session;
  }

  /** Room for one more; false when all are busy. */
  function makeRoom(): boolean {
    if (sessions.size < maxSessions) return true;
    for (const [id, { session }] of sessions) {
      if (session.isBusy) continue;
      end(id);
      return true;
    }
    return false;
  }

  async function open(): Promise<Session> {
    const id = crypto.randomUUID();
    const onEnd = () => void sessions.delete(id);
    const server = createServer();
    const session = await Session.open({ id, server, onEnd });
    sessions.set(id, { session, usedAt: now() });
    return session;
  }

  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) return (await use(id)?.fetch(request)) ?? sessionNotFound();
    if (!mayInitialize(request)) return null;
    const message = await peekMessage(request);
    if (message === null || !needsSession(served, message)) return null;
    use('');
    return makeRoom() ? await (await open()).fetch(request, message) : null;
  };
}

/** What the protocol says of a session that is over: the client begins a new one. */
export function sessionNotFound(): Response {
  const error = { code: -32_001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
