/** Screens that only signed-in users see, of those that docs name in the site map. */
const PROTECTED =
  /^\/+(my-projects|projects|github|chats|public-chats|api-keys|teams|account|oauth\/authorize)(\/|$)/i;

/** Screens that do not exist for everybody. */
const PRIVATE = /^\/+(chat\/.|admin(\/|$))/i;

/** Screens of signing in and out: nobody is sent back to one of them. */
const AUTH_PAGES = /^\/+(login|email-login|signout|auth)(\/|$)/i;

/** Whether a path needs a signed-in user with, for password users, a verified address. */
export function isProtectedPath(pathname: string): boolean {
  return PROTECTED.test(decode(pathname));
}

/** Whether a path belongs to signing in or out. */
export function isAuthPath(pathname: string): boolean {
  return AUTH_PAGES.test(decode(pathname));
}

/** Whether a path may belong to something that only its owner sees, and that does not exist for others. */
export function mayBePrivatePath(pathname: string): boolean {
  return PRIVATE.test(decode(pathname));
}

/** The router decodes paths and ignores their case, so a guard has to as well. */
function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
