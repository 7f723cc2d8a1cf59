import * as z from 'zod/mini';

import type { AppContext } from '#app/platform/app-context.ts';
import { readCookies } from '#app/platform/cookies.ts';
import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import { createSeal, type SealedPlace } from '#app/platform/seal.server.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { createVerifier } from '#app/runtime/upstream/authorization-code.ts';

import { ConnectionSeat } from './connection-seat.ts';

/** As long as what was begun is remembered. */
const LIFETIME_SECONDS = 600;

const SECURE_COOKIE = '__Host-connect';
const LOCAL_COOKIE = 'connect';

const StateContent = z.object({ seat: ConnectionSeat, nonce: z.string() });
type StateContent = z.infer<typeof StateContent>;

const STATE_PLACE: SealedPlace = { table: 'connections', row: 'state', column: 'state' };

/** The `state` of an authorization request: sealed, so that it tells nobody whose it is. */
export function writeState(app: Pick<AppContext, 'config'>, content: StateContent) {
  return createSeal(app.config.SEAL_KEYS).seal(JSON.stringify(content), STATE_PLACE);
}

/** Reads a `state`; null unless we wrote it, in the form of today. */
export async function readState(
  app: Pick<AppContext, 'config'>,
  state: string,
): Promise<StateContent | null> {
  const opened = await createSeal(app.config.SEAL_KEYS).open(state, STATE_PLACE);
  if (!opened.ok) return null;
  return StateContent.safeParse(JSON.parse(opened.value)).data ?? null;
}

/**
 * Marks a browser that begins to connect: only there may it end, or somebody could have a person end what they
 * began themselves. Null where the way to us is not safe for cookies.
 */
export async function markBrowser(
  url: URL,
): Promise<{ browser: string; setCookie: string } | null> {
  const name = cookieName(url);
  if (name === null) return null;
  const value = createVerifier();
  return { browser: await sha256(value), setCookie: toSetCookie(name, value, LIFETIME_SECONDS) };
}

/** The mark of the browser of a request; null if there is none, or more than one. */
export async function readBrowser(request: Request): Promise<string | null> {
  const name = cookieName(new URL(request.url));
  const [value, ...others] = name ? readCookies(request.headers.get('cookie'), name) : [];
  return value && others.length === 0 ? sha256(value) : null;
}

/** `Set-Cookie` lines that end the mark. */
export function clearBrowser(url: URL): string[] {
  const name = cookieName(url);
  return name ? [toSetCookie(name, '', 0)] : [];
}

/** A browser keeps `__Host-` cookies over https only; a local server over http has none. */
function cookieName(url: URL): string | null {
  if (url.protocol === 'https:') return SECURE_COOKIE;
  return isLoopbackHost(url.hostname) ? LOCAL_COOKIE : null;
}

/** Lax: the authorization server sends the person back from another site. */
function toSetCookie(name: string, value: string, seconds: number): string {
  const secure = name === SECURE_COOKIE ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
