import { authEmulatorHost, isDevelopment } from 'virtual:build';

import { readCookies } from './cookies.ts';

/** Something to say once, on whichever page comes next. */
export interface OneTimeMessage {
  text: string;
  tone: 'note' | 'pass' | 'fail';
}

/** Builds that serve plain http on this machine: no `__Host-` name works there in every browser. */
export const isPlainHttp = isDevelopment || authEmulatorHost !== '';

/** Names where the message lies, and is no secret: pages look whether there is one to ask for. */
export const MESSAGE_COOKIE = isPlainHttp ? 'message' : '__Host-message';

/** Whether a `Cookie` header, or the document's own list of cookies, names a message. */
export function namesMessage(cookies: string | null): boolean {
  return readCookies(cookies, MESSAGE_COOKIE).length > 0;
}
