import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { Edit } from '#app/blueprint/edit.ts';
import type { Result } from '#app/platform/result.ts';

import { createChat, getDraft } from './draft-client.ts';
import type { DraftEnvironment } from './draft-environment.ts';
import type { DraftView } from './draft.ts';
import { patchDraft } from './patch-draft.ts';

/** Edits of one change at most; a change takes 1,000. */
const MAX_EDITS = 900;

/** Makes a server out of edits, in a chat of its own; its tools are called in this environment. */
export async function createFromEdits(
  edits: readonly Edit[],
  environment: DraftEnvironment,
): Promise<Result<DraftView, RequestFailure>> {
  const chat = await createChat();
  return chat.ok ? applyPlan(chat.value.id, edits, environment) : chat;
}

/** Applies edits to a new server, as {@link createFromEdits}. */
export async function applyPlan(
  id: string,
  edits: readonly Edit[],
  environment: DraftEnvironment,
): Promise<Result<DraftView, RequestFailure>> {
  let draft = await getDraft(id);
  for (let from = 0; draft.ok && from < edits.length; from += MAX_EDITS) {
    const some = edits.slice(from, from + MAX_EDITS);
    draft = await patchDraft(id, draft.value.revision, { edits: some, environment });
  }
  return draft;
}
