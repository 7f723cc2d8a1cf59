import { createContext } from 'react-router';

import { findUserSuspension } from '#app/controls/current-controls.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';

import { hashSessionSecret, readSessionSecret } from './session-cookie.server.ts';
import { SEEN_EVERY_MS, STALE_MS } from './session-lifetime.ts';
import { loadSession, markSeen, type LiveSession } from './session-store.server.ts';
import { readTicket, type Ticket } from './ticket.server.ts';
import type { Viewer } from './viewer.ts';

/** The visitor of a page, as far as cookies show. */
export type Visitor =
  | { kind: 'nobody' }
  /** There is a session cookie, and the database is away: nobody can say whose it is. */
  | { kind: 'unknown' }
  | {
      kind: 'user';
      viewer: Viewer;
      authTimeSeconds: number;
      /** Null: only a ticket says who it is, so nothing but a greeting may be rendered. */
      sessionId: string | null;
      accountId: string | null;
    };

/** For loaders and middleware of pages; set before the first of them runs. */
export const visitorContext = createContext<Visitor>({ kind: 'nobody' });

/**
 * Identifies the visitor of a page: by the session cookie or, while the database is away, by the
 * ticket.
 */
export async function loadVisitor(
  app: Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>,
  request: Request,
  now: Clock = systemClock,
): Promise<Visitor> {
  const secret = readSessionSecret(request);
  if (secret === null) {
    const ticket = await readTicket(app, request, now);
    // The database was away at sign-in: the page has to show its token again.
    return ticket?.session === null ? greet(ticket, 'stale') : { kind: 'nobody' };
  }
  const hash = await hashSessionSecret(secret);
  try {
    const found = await loadSession(app.env.DB, hash, now());
    if (found === null || (await findUserSuspension(app, found.user.uid))) {
      return { kind: 'nobody' };
    }
    noteSeen(app, found, now());
    return toVisitor(found, now());
  } catch (error) {
    app.log.error('session.unreadable', { error });
    const ticket = await readTicket(app, request, now);
    return ticket?.session === hash ? greet(ticket, 'greeted') : { kind: 'unknown' };
  }
}

/** The part of a visitor that the page may know. */
export function toViewer(visitor: Visitor): Viewer | null {
  return visitor.kind === 'user' ? visitor.viewer : null;
}

/** Writes that a session is in use, once an hour, after the answer. */
export function noteSeen(
  app: Pick<AppContext, 'env' | 'log' | 'waitUntil'>,
  { session }: LiveSession,
  now: number,
): void {
  if (now - session.seenAt < SEEN_EVERY_MS) return;
  const written = markSeen(app.env.DB, session.hash, now);
  app.waitUntil(written.catch((error: unknown) => app.log.warn('session.unseen', { error })));
}

/** Whether a session's browser has to show a token before it may change anything. */
export function isStale({ session }: LiveSession, now: number): boolean {
  return now - session.syncedAt > STALE_MS;
}

function toVisitor(found: LiveSession, now: number): Visitor {
  const { session, user, accountId } = found;
  const { uid, email, displayName, photoURL, provider, isEmailVerified } = user;
  const state = isStale(found, now) ? 'stale' : 'fresh';
  return {
    kind: 'user',
    viewer: { uid, email, displayName, photoURL, provider, isEmailVerified, state },
    authTimeSeconds: session.authTimeSeconds,
    sessionId: session.id,
    accountId,
  };
}

function greet(ticket: Ticket, state: 'stale' | 'greeted'): Visitor {
  const { uid, email, displayName, photoURL, provider, isEmailVerified, authTimeSeconds } = ticket;
  return {
    kind: 'user',
    viewer: { uid, email, displayName, photoURL, provider, isEmailVerified, state },
    authTimeSeconds,
    sessionId: null,
    accountId: null,
  };
}
