import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { readCookies } from '#app/platform/cookies.ts';
import { isRandomId, randomId } from '#app/platform/ids.ts';
import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import { createSigner, type Signer } from '#app/platform/signer.server.ts';

/** Somebody without an account, known again by a signed cookie. */
export interface Guest {
  id: string;
  /** When the cookie was made, in seconds since 1970. */
  issuedAt: number;
}

const LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/** A cookie older than this is renewed, so that returning guests stay known. */
const RENEW_AFTER_SECONDS = 24 * 60 * 60;

/** A browser keeps `__Host-` cookies over https only; a local server over http has none. */
const SECURE_COOKIE = '__Host-guest';
const LOCAL_COOKIE = 'guest';

/** The guest of a request, or null. Two cookies in one request count as none. */
export async function getGuest(
  app: Pick<AppContext, 'config'>,
  request: Request,
  now: Clock = systemClock,
): Promise<Guest | null> {
  const name = cookieName(new URL(request.url));
  const [value, ...others] = name ? readCookies(request.headers.get('cookie'), name) : [];
  if (!value || others.length > 0) return null;
  const [id = '', time = '', signature = '', ...rest] = value.split('.');
  const issuedAt = Number.parseInt(time, 36);
  if (!isRandomId(id) || !Number.isSafeInteger(issuedAt) || rest.length > 0) return null;
  if (!(await signer(app).verify(`${id}.${time}`, signature))) return null;
  return now() / 1_000 - issuedAt < LIFETIME_SECONDS ? { id, issuedAt } : null;
}

/** Whether a request carries a guest's cookie, good or not. */
export function hasGuestCookie(request: Request): boolean {
  const header = request.headers.get('cookie');
  return [SECURE_COOKIE, LOCAL_COOKIE].some((name) => readCookies(header, name).length > 0);
}

/**
 * The guest of a request, or a new one. `setCookie` is the header to answer with where the cookie
 * is new or due for renewal. Call it only behind the CSRF check.
 */
export async function issueGuest(
  app: Pick<AppContext, 'config'>,
  request: Request,
  now: Clock = systemClock,
): Promise<{ guest: Guest; setCookie: string | null }> {
  const seconds = Math.floor(now() / 1_000);
  const known = await getGuest(app, request, now);
  if (known && seconds - known.issuedAt < RENEW_AFTER_SECONDS) {
    return { guest: known, setCookie: null };
  }
  const guest = { id: known?.id ?? randomId(), issuedAt: seconds };
  return { guest, setCookie: await writeCookie(signer(app), guest, new URL(request.url)) };
}

/** The `Set-Cookie` line that makes a browser forget the guest; none where there is no cookie. */
export function clearGuest(request: Request): string[] {
  const name = cookieName(new URL(request.url));
  return name ? [toSetCookie(name, '', 0)] : [];
}

async function writeCookie(sign: Signer, guest: Guest, url: URL): Promise<string | null> {
  const name = cookieName(url);
  if (!name) return null;
  const payload = `${guest.id}.${guest.issuedAt.toString(36)}`;
  return toSetCookie(name, `${payload}.${await sign.sign(payload)}`, LIFETIME_SECONDS);
}

function toSetCookie(name: string, value: string, seconds: number): string {
  const secure = name === SECURE_COOKIE ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Plain http to any other host gets no cookie: everybody on the way could read it. */
function cookieName(url: URL): string | null {
  if (url.protocol === 'https:') return SECURE_COOKIE;
  return isLoopbackHost(url.hostname) ? LOCAL_COOKIE : null;
}

function signer(app: Pick<AppContext, 'config'>): Signer {
  return createSigner(app.config.SEAL_KEYS, 'guest-cookie');
}
