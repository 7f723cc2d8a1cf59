import { authEmulatorHost, isDevelopment } from 'virtual:build';

import { readCookies } from '#app/platform/cookies.ts';
import { toBase64Url } from '#app/platform/text/encoding.ts';
import { sha256 } from '#app/platform/sha256.ts';

import { ABSOLUTE_MS } from './session-lifetime.ts';

/** Builds that serve plain http on this machine: no `__Host-` name works there in every browser. */
const isPlainHttp = isDevelopment || authEmulatorHost !== '';
const SESSION_COOKIE = isPlainHttp ? 'session' : '__Host-session';
const TICKET_COOKIE = isPlainHttp ? 'ticket' : '__Host-ticket';

/** 256 bits as base64url. */
const SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/;
const SECRET_BYTES = 32;

/** A new session's secret: 256 random bits, known to the browser only. */
export function createSessionSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** Hashes a session secret; the database stores only the hash. */
export function hashSessionSecret(secret: string): Promise<string> {
  return sha256(secret);
}

/** The secret in a request's session cookie, or null. Two cookies in one request count as none. */
export function readSessionSecret(request: Request): string | null {
  const [value, ...others] = readCookies(request.headers.get('cookie'), SESSION_COOKIE);
  if (value === undefined || others.length > 0) return null;
  return SECRET_PATTERN.test(value) ? value : null;
}

/** The text of a request's ticket cookie, or null; two count as none. */
export function readTicketText(request: Request): string | null {
  const [value, ...others] = readCookies(request.headers.get('cookie'), TICKET_COOKIE);
  return value === undefined || others.length > 0 ? null : value;
}

/** Whether a request carries any cookie of ours that says who is signed in, good or not. */
export function hasSessionCookies(request: Request): boolean {
  const header = request.headers.get('cookie');
  return [SESSION_COOKIE, TICKET_COOKIE].some((name) => readCookies(header, name).length > 0);
}

/** The `Set-Cookie` of a session. It may outlive the session, which the database ends. */
export function writeSessionCookie(secret: string): string {
  return writeCookie(SESSION_COOKIE, secret, ABSOLUTE_MS / 1_000);
}

/** The `Set-Cookie` of a ticket. */
export function writeTicketCookie(text: string, seconds: number): string {
  return writeCookie(TICKET_COOKIE, text, seconds);
}

/** The `Set-Cookie` that ends the session in the browser. */
export function clearSessionCookie(): string {
  return writeCookie(SESSION_COOKIE, '', 0);
}

/** The `Set-Cookie` lines that end session and ticket in the browser. */
export function clearSessionCookies(): string[] {
  return [clearSessionCookie(), writeCookie(TICKET_COOKIE, '', 0)];
}

function writeCookie(name: string, value: string, seconds: number): string {
  const secure = isPlainHttp ? '' : '; Secure';
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
