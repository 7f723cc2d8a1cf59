import { findDraft, type FindProblem, type FoundDraft } from '#app/drafts/find-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, type Result } from '#app/platform/result.ts';

/**
 * Finds a chat for its owner; for everybody else it does not exist. Who holds the token of the draft may change the
 * server and read the conversation, and has no part in it.
 */
export async function findOwnChat(
  app: AppContext,
  request: Request,
  id: string,
): Promise<Result<FoundDraft, FindProblem>> {
  const found = await findDraft(app, request, id);
  if (found.ok && found.value.access !== 'owner') return fail({ reason: 'unknown' });
  return found;
}
