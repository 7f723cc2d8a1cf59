import { getGuest } from '#app/auth/guest.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { DraftHead } from './draft-state.ts';
import { isDraftToken } from './draft-token.server.ts';

/** Who asks: its maker by cookie, somebody with its token, or somebody who only knows the id. */
export type DraftAccess = 'maker' | 'token' | 'visitor';

/** Tells who asks. A bad bearer token is refused; no good cookie rescues it. */
export async function getAccess(
  app: AppContext,
  request: Request,
  head: Pick<DraftHead, 'id' | 'owner'>,
): Promise<Result<DraftAccess, { reason: 'badToken' }>> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const token = readBearer(authorization);
    const isValid = token !== null && (await isDraftToken(app.config, head.id, token));
    return isValid ? succeed('token') : fail({ reason: 'badToken' });
  }
  const guest = await getGuest(app, request);
  return succeed(guest !== null && guest.id === head.owner ? 'maker' : 'visitor');
}

/** The credentials of `Bearer …`; the scheme's case does not count. */
function readBearer(authorization: string): string | null {
  return /^bearer +([^\s,]+)$/i.exec(authorization.trim())?.[1] ?? null;
}
