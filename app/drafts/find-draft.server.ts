import type { AppContext } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { getAccess, type AccessProblem, type DraftAccess } from './draft-access.server.ts';
import type { DraftProblem } from './draft-problem.server.ts';
import type { DraftHead } from './draft-state.ts';
import { readDraft } from './store.server.ts';

/** The reason why the caller cannot have a draft. */
export type FindProblem = DraftProblem | AccessProblem;

export interface FoundDraft {
  head: DraftHead;
  access: DraftAccess;
}

/** Finds a live draft for a caller who knows its id, with the access they have. */
export async function findDraft(
  app: AppContext,
  request: Request,
  id: string,
): Promise<Result<FoundDraft, FindProblem>> {
  if (!isRandomId(id)) return fail({ reason: 'unknown' });
  const head = await readDraft(app.env, id);
  if (!head.ok) return head;
  const access = await getAccess(app, request, head.value);
  return access.ok ? succeed({ head: head.value, access: access.value }) : access;
}

/**
 * A live draft for a page, which shows what everybody may see to those who cannot prove who they are
 * right now: a session that is stale, or a database that is away.
 */
export async function findDraftToShow(
  app: AppContext,
  request: Request,
  id: string,
): Promise<Result<FoundDraft, { reason: 'unknown' | 'expired' }>> {
  if (!isRandomId(id)) return fail({ reason: 'unknown' });
  const head = await readDraft(app.env, id);
  if (!head.ok) return head;
  const access = await getAccess(app, request, head.value);
  return succeed({ head: head.value, access: access.ok ? access.value : 'visitor' });
}

/** A live draft for who may change it; for everybody else it does not exist. */
export async function findOwnDraft(
  app: AppContext,
  request: Request,
  id: string,
): Promise<Result<FoundDraft, FindProblem>> {
  const found = await findDraft(app, request, id);
  if (found.ok && found.value.access === 'visitor') return fail({ reason: 'unknown' });
  return found;
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
