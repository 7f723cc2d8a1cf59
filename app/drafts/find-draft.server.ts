import { isAccountSuspended } from '#app/controls/current-controls.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import {
  findUnclaimed,
  getAccess,
  mayRead,
  type AccessProblem,
  type DraftAccess,
} from './draft-access.server.ts';
import type { DraftProblem } from './draft-problem.server.ts';
import type { DraftHead } from './draft-state.ts';
import { toShownHead } from './publishing/to-shown-head.ts';
import { applyToDraft, readDraft } from './store.server.ts';

/** The reason why the caller cannot have a draft. */
export type FindProblem = DraftProblem | AccessProblem;

export interface FoundDraft {
  head: DraftHead;
  access: DraftAccess;
}

/**
 * Finds a live draft for who may read it, with the access they have; for everybody else it does not
 * exist.
 */
export async function findDraft(
  app: AppContext,
  request: Request,
  id: string,
): Promise<Result<FoundDraft, FindProblem>> {
  const head = await findHead(app, id);
  if (!head.ok) return head;
  const access = await getAccess(app, request, head.value);
  return access.ok ? showTo(head.value, access.value) : access;
}

/**
 * As {@link findDraft}, for what a browser asks for by itself, a page or a picture: where everybody may read, who
 * cannot prove who they are right now (a session that is stale, a database that is away) reads as a visitor.
 */
export async function findDraftToShow(
  app: AppContext,
  request: Request,
  id: string,
): Promise<Result<FoundDraft, FindProblem>> {
  const head = await findHead(app, id);
  if (!head.ok) return head;
  const access = await getAccess(app, request, head.value);
  if (access.ok) return showTo(head.value, access.value);
  const shown = access.reason === 'badToken' ? access : showTo(head.value, 'visitor');
  return shown.ok ? shown : access;
}

/**
 * A live draft for who may change it; for everybody else it does not exist. What a guest made, and a sign-in could not
 * claim because a store was away, is claimed here: only the account's own can be saved and does not expire.
 */
export async function findOwnDraft(
  app: AppContext,
  request: Request,
  id: string,
): Promise<Result<FoundDraft, FindProblem>> {
  const found = await findDraft(app, request, id);
  if (!found.ok) return found;
  const { head, access } = found.value;
  if (access === 'visitor') return fail({ reason: 'unknown' });
  const unclaimed = access === 'owner' ? await findUnclaimed(app, request, head) : null;
  if (unclaimed === null) return found;
  const claimed = await applyToDraft(app.env, head.id, { kind: 'claim', ...unclaimed });
  return claimed.ok ? succeed({ head: toShownHead(claimed.value, access), access }) : claimed;
}

/** As {@link findOwnDraft}, and the revision that `If-Match` names must be the current one. */
export async function findDraftToChange(
  app: AppContext,
  request: Request,
  id: string,
): Promise<Result<FoundDraft, FindProblem>> {
  const found = await findOwnDraft(app, request, id);
  if (!found.ok) return found;
  const match = request.headers.get('if-match');
  if (match === null) return fail({ reason: 'revisionMissing' });
  const { revision } = found.value.head;
  const tags = match.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(`"${revision}"`)) return found;
  return fail({ reason: 'conflict', revision });
}

async function findHead(
  app: AppContext,
  id: string,
): Promise<Result<DraftHead, { reason: 'unknown' | 'expired' }>> {
  if (!isRandomId(id)) return fail({ reason: 'unknown' });
  const head = await readDraft(app.env, id);
  // Nothing of a suspended account is shown to anybody.
  const isHidden = head.ok && (await isAccountSuspended(app, head.value.owner));
  return isHidden ? fail({ reason: 'unknown' }) : head;
}

function showTo(head: DraftHead, access: DraftAccess): Result<FoundDraft, { reason: 'unknown' }> {
  if (!mayRead(head, access)) return fail({ reason: 'unknown' });
  return succeed({ head: toShownHead(head, access), access });
}
