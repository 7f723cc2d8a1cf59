import * as z from 'zod';

import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { fromBase64, toBase64Url, toUtf8 } from '#app/platform/text/encoding.ts';
import { createSigner, type Signer } from '#app/platform/signer.server.ts';

import { readTicketText, writeTicketCookie } from './session-cookie.server.ts';
import { STALE_MS } from './session-lifetime.ts';
import type { Viewer } from './viewer.ts';

/**
 * The user to greet while the database is away. It opens nothing: no loader and no API takes it.
 */
const Ticket = z.strictObject({
  uid: z.string(),
  email: z.string().nullable(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  provider: z.string(),
  isEmailVerified: z.boolean(),
  authTimeSeconds: z.int(),
  /** Hash of the session that it stands in for; null: the database was away at sign-in. */
  session: z.string().nullable(),
  expiresAt: z.int(),
});
export type Ticket = z.infer<typeof Ticket>;

/** Browsers drop cookies above 4 KB: longer texts are left out. */
const MAX_TEXT = 320;
const MAX_TICKET = 4_000;

/** The `Set-Cookie` of a ticket: it lives as long as a session stays fresh without a sync. */
export async function writeTicket(
  app: Pick<AppContext, 'config'>,
  greeted: Omit<Viewer, 'state'> & Pick<Ticket, 'authTimeSeconds' | 'session'>,
  now: Clock = systemClock,
): Promise<string> {
  const ticket: Ticket = {
    uid: greeted.uid,
    email: shorten(greeted.email),
    displayName: shorten(greeted.displayName),
    photoURL: shorten(greeted.photoURL),
    provider: greeted.provider,
    isEmailVerified: greeted.isEmailVerified,
    authTimeSeconds: greeted.authTimeSeconds,
    session: greeted.session,
    expiresAt: now() + STALE_MS,
  };
  const payload = toBase64Url(toUtf8(JSON.stringify(ticket)));
  return writeTicketCookie(`${payload}.${await signer(app).sign(payload)}`, STALE_MS / 1_000);
}

/** The ticket of a request, or null where there is none, or none that holds. */
export async function readTicket(
  app: Pick<AppContext, 'config'>,
  request: Request,
  now: Clock = systemClock,
): Promise<Ticket | null> {
  const text = readTicketText(request);
  if (text === null || text.length > MAX_TICKET) return null;
  const [payload = '', signature = '', ...rest] = text.split('.');
  if (rest.length > 0 || !(await signer(app).verify(payload, signature))) return null;
  const bytes = fromBase64(payload);
  if (bytes === null) return null;
  const parsed = Ticket.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  return parsed.success && now() < parsed.data.expiresAt ? parsed.data : null;
}

function shorten(text: string | null): string | null {
  return text !== null && text.length <= MAX_TEXT ? text : null;
}

function signer(app: Pick<AppContext, 'config'>): Signer {
  return createSigner(app.config.SEAL_KEYS, 'ticket');
}
