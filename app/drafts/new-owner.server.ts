import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import { identify } from '#app/auth/caller.server.ts';
import { issueGuest } from '#app/auth/guest.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

/** The owner of a new draft. */
export interface Owner {
  owner: string;
  isKept: boolean;
  /** The cookie of a guest who is new, or due for renewal. */
  setCookie: string | null;
}

/**
 * Determines the owner of a draft that this request creates: the account of the signed-in user,
 * otherwise a guest.
 */
export async function requireOwner(
  app: AppContext,
  request: Request,
): Promise<Result<Owner, AuthFailure>> {
  const caller = await identify(app, request);
  if (!caller.ok) return caller;
  if (caller.value.kind === 'user') {
    return succeed({ owner: caller.value.accountId, isKept: true, setCookie: null });
  }
  const { guest, setCookie } = await issueGuest(app, request);
  return succeed({ owner: guest.id, isKept: false, setCookie });
}
