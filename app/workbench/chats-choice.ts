import { readCookies } from '#app/platform/cookies.ts';

const COOKIE = 'recent-chats';
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Whether somebody opened the list of chats beside the builder, from a `Cookie` header. */
export function readChatsChoice(cookieHeader: string | null): boolean {
  return readCookies(cookieHeader, COOKIE)[0] === 'open';
}

/** The cookie that keeps whether the list is open. */
export function writeChatsChoice(isOpen: boolean): string {
  return `${COOKIE}=${isOpen ? 'open' : 'closed'}; Path=/chat; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`;
}
