import { data, redirect, redirectDocument, type MiddlewareFunction } from 'react-router';

import { isProtectedPath } from './protected-paths.ts';
import { visitorContext, type Visitor } from './session/viewer.server.ts';

/**
 * Guards the protected screens, as middleware of the root route: who is signed out goes to /login
 * and comes back, a password user whose address is not verified goes to /email-login. For who has to
 * show a token first the document is a shell (see {@link needsShell}).
 */
export const guardPages: MiddlewareFunction<Response> = async (
  { request, url, pattern, context },
  next,
) => {
  const isPath = isProtectedPath(url.pathname);
  // A path that the router matched to a protected screen counts too, however it was spelled.
  if (!isPath && !isProtectedPath(`/${pattern.replace(/^\//, '')}`)) return next();
  const visitor = context.get(visitorContext);
  if (isPath && needsShell(visitor, url.pathname)) {
    if (new URL(request.url).pathname === url.pathname) return next();
    // Data for a client navigation has no shell: the browser asks for the document instead. The
    // path starts with exactly one slash: two would name another host.
    return redirectDocument(url.pathname.replace(/^\/+/, '/') + url.search);
  }
  const target = findRedirect(visitor, url);
  return target === null ? next() : redirect(target);
};

/**
 * Whether a protected page has to be rendered without any data of its own, because the visitor is
 * not known well enough.
 */
export function needsShell(visitor: Visitor, pathname: string): boolean {
  if (visitor.kind === 'nobody' || !isProtectedPath(pathname)) return false;
  return visitor.kind === 'unknown' || visitor.viewer.state !== 'fresh';
}

/**
 * Stands in for the loader of every screen in a shell: nothing for who is about to show a token, 503
 * while the database is away.
 */
export function loadShell({ context }: { context: { get: GetVisitor } }): null {
  const visitor = context.get(visitorContext);
  if (visitor.kind === 'user' && visitor.viewer.state === 'stale') return null;
  // oxlint-disable-next-line typescript/only-throw-error -- how a loader says which status it is
  throw data(null, { status: 503 });
}

type GetVisitor = (key: typeof visitorContext) => Visitor;

function findRedirect(visitor: Visitor, url: URL): string | null {
  const isKnown = visitor.kind === 'user' && visitor.viewer.state === 'fresh';
  if (!isKnown || visitor.viewer.provider === 'anonymous') {
    const query = new URLSearchParams({
      returnUrl: url.pathname + url.search,
      reason: 'protected',
    });
    return `/login?${query}`;
  }
  const { provider, isEmailVerified } = visitor.viewer;
  const isUnverified = provider === 'password' && !isEmailVerified;
  return isUnverified ? '/email-login?reason=unverified' : null;
}
