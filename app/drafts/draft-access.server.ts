import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import { identify, requireRole, type UserCaller } from '#app/auth/caller.server.ts';
import { getGuest } from '#app/auth/guest.server.ts';
import { readBearer } from '#app/auth/token/bearer.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { DraftHead } from './draft-state.ts';
import { isDraftToken } from './draft-token.server.ts';

/** The caller: the owner, somebody with the draft's token, or somebody who only knows the id. */
export type DraftAccess = 'owner' | 'token' | 'visitor';

/**
 * Whether a caller may read a draft and its chat. A private one is for its owner and for who has its token,
 * an unlisted one for everybody who knows its id, a public one for everybody, unless an operator hides it. It is the only answer to that
 * question: the API, the page, the report, the badge and the MCP endpoint all ask here.
 */
export function mayRead(
  { visibility = 'private', hiding }: Pick<DraftHead, 'visibility' | 'hiding'>,
  access: DraftAccess,
): boolean {
  return access !== 'visitor' || (visibility !== 'private' && hiding === undefined);
}

/** The reason why the caller cannot be identified, or not be believed. */
export type AccessProblem = { reason: 'badToken' } | { reason: 'refused'; failure: AuthFailure };

/** Prefix of our own bearer tokens; an ID token never begins with it. */
const OWN_TOKEN = 'mcpb_';

/**
 * Identifies the caller of our own API: by the draft's token or an ID token, otherwise by cookies.
 * A bad bearer token is refused, even if a good cookie comes with it.
 */
export async function getAccess(
  app: AppContext,
  request: Request,
  head: Pick<DraftHead, 'id' | 'owner'>,
): Promise<Result<DraftAccess, AccessProblem>> {
  const bearer = readBearer(request);
  if (bearer.ok && bearer.value?.startsWith(OWN_TOKEN)) return checkToken(app, head, bearer.value);
  const caller = await identify(app, request);
  if (!caller.ok) return fail({ reason: 'refused', failure: caller });
  switch (caller.value.kind) {
    case 'user':
      return getUserAccess(app, request, caller.value, head);
    case 'guest':
      return succeed(caller.value.guest.id === head.owner ? 'owner' : 'visitor');
    case 'nobody':
      return succeed('visitor');
  }
}

/** Identifies the caller of the MCP endpoint: only its token counts there. */
export async function getTokenAccess(
  app: AppContext,
  request: Request,
  head: Pick<DraftHead, 'id'>,
): Promise<Result<DraftAccess, { reason: 'badToken' }>> {
  const bearer = readBearer(request);
  if (!bearer.ok) return fail({ reason: 'badToken' });
  return bearer.value === null ? succeed('visitor') : checkToken(app, head, bearer.value);
}

/** The guest and the account of a caller who signed in and whose guest still owns a draft, or null. */
export async function findUnclaimed(
  app: AppContext,
  request: Request,
  { owner }: Pick<DraftHead, 'owner'>,
): Promise<{ guest: string; account: string } | null> {
  const guest = await getGuest(app, request);
  if (guest?.id !== owner) return null;
  const caller = await identify(app, request);
  if (!caller.ok || caller.value.kind !== 'user') return null;
  return { guest: guest.id, account: caller.value.accountId };
}

async function checkToken(
  app: AppContext,
  head: Pick<DraftHead, 'id'>,
  token: string,
): Promise<Result<DraftAccess, { reason: 'badToken' }>> {
  const isValid = await isDraftToken(app.config, head.id, token);
  return isValid ? succeed('token') : fail({ reason: 'badToken' });
}

async function getUserAccess(
  app: AppContext,
  request: Request,
  caller: UserCaller,
  head: Pick<DraftHead, 'owner'>,
): Promise<Result<DraftAccess, AccessProblem>> {
  const member = await requireRole(app, caller, head.owner, 'editor');
  if (!member.ok && member.reason === 'storeUnavailable') {
    return fail({ reason: 'refused', failure: member });
  }
  // A draft that this browser's guest made belongs to the user even before it is claimed.
  const isOwner = member.ok || (await getGuest(app, request))?.id === head.owner;
  if (!isOwner) return succeed('visitor');
  const stale: AuthFailure = { reason: 'staleSession' };
  return caller.isStale ? fail({ reason: 'refused', failure: stale }) : succeed('owner');
}
