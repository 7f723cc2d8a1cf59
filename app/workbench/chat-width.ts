import { readCookies } from '#app/platform/cookies.ts';

const COOKIE = 'chat-width';
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** CSS pixels. Narrower, a message has too few words a line. */
export const MIN_CHAT_WIDTH = 320;
export const MAX_CHAT_WIDTH = 760;
export const DEFAULT_CHAT_WIDTH = 400;

/** How wide somebody made the chat, from a `Cookie` header, so that the server renders it at once. */
export function readChatWidth(cookieHeader: string | null): number {
  const [kept] = readCookies(cookieHeader, COOKIE);
  const width = Number(kept);
  return kept !== undefined && Number.isFinite(width) ? toChatWidth(width) : DEFAULT_CHAT_WIDTH;
}

/** The cookie that keeps a width; the separator in the page writes it. */
export function writeChatWidth(width: number): string {
  return `${COOKIE}=${toChatWidth(width)}; Path=/chat; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`;
}

/** The nearest width that is allowed. */
export function toChatWidth(width: number): number {
  return Math.round(Math.min(MAX_CHAT_WIDTH, Math.max(MIN_CHAT_WIDTH, width)));
}
