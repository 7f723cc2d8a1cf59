import { findDraft, type FindProblem, type FoundDraft } from '#app/drafts/find-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, type Result } from '#app/platform/result.ts';

/**
 * Finds a chat for its owner; for everybody else it does not exist. Somebody who holds the token of
 * the draft may change the server, but was not part of the conversation.
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

/** A chat for who may read it: its owner, or anybody where it is unlisted or public. */
export async function findChatToRead(
  app: AppContext,
  request: Request,
  id: string,
): Promise<Result<FoundDraft, FindProblem>> {
  const found = await findDraft(app, request, id);
  return !found.ok || mayReadChat(found.value) ? found : fail({ reason: 'unknown' });
}

export function mayReadChat({ head, access }: FoundDraft): boolean {
  return access === 'owner' || (head.visibility ?? 'private') !== 'private';
}
