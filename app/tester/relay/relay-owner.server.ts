import { identify } from '#app/auth/caller.server.ts';
import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import { issueGuest } from '#app/auth/guest.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import type { HostCaller } from '#app/platform/outbound/limit-hosts.server.ts';
import { succeed, type Result } from '#app/platform/result.ts';

/** Somebody whose requests are relayed. */
export interface RelayOwner extends HostCaller {
  /** The cookie of a guest who is new, or due for renewal. */
  setCookie: string | null;
}

/** Whether a request was sent by a page of ours, which every browser says of its own accord. */
export function isOfOwnPage({ headers }: Request, origin: string): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') === origin : site === 'same-origin';
}

/**
 * Finds out whose request it is. Guests count by address, since one request makes another guest, but each of them has
 * a session.
 */
export async function findRelayOwner(
  app: AppContext,
  request: Request,
): Promise<Result<RelayOwner, AuthFailure>> {
  const caller = await identify(app, request);
  if (!caller.ok) return caller;
  if (caller.value.kind === 'user') {
    return succeed({ owner: caller.value.accountId, isKept: true, setCookie: null });
  }
  const { setCookie } = await issueGuest(app, request);
  return succeed({ owner: addressKey(request), isKept: false, setCookie });
}
