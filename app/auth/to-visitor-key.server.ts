import type { AppContext } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { createSigner } from '#app/platform/signer.server.ts';

import type { AuthFailure } from './auth-problem.server.ts';
import { identify } from './caller.server.ts';

/**
 * A keyed hash of who asks, for what each person does once: the account of a signed-in user, for everybody else
 * their address, since a guest who drops the cookie is another guest.
 */
export async function toVisitorKey(
  app: AppContext,
  request: Request,
): Promise<Result<string, AuthFailure>> {
  const caller = await identify(app, request);
  if (!caller.ok) return caller;
  const who =
    caller.value.kind === 'user'
      ? `account:${caller.value.accountId}`
      : `address:${addressKey(request)}`;
  return succeed(await createSigner(app.config.SEAL_KEYS, 'visitor-key').sign(who));
}
