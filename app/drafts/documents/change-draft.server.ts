import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import type { DraftProblem } from '#app/drafts/draft-problem.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import type { DraftChange } from '#app/drafts/draft-change.ts';
import { applyToDraft, loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, type Result } from '#app/platform/result.ts';

import { makeContent } from './make-content.server.ts';

/**
 * Applies edits and environment to a draft, all or nothing, unless it has changed since `head` was
 * read. The artifact is made before the draft points to it.
 */
export async function changeDraft(
  app: AppContext,
  head: DraftHead,
  change: DraftChange,
): Promise<Result<DraftHead, DraftProblem>> {
  const { edits, environment } = change;
  const event = { kind: 'change' as const, revision: head.revision, environment };
  if (edits === undefined) return applyToDraft(app.env, head.id, event);
  const before = await loadBlueprint(app.env, head);
  const edited = applyEdits(before, edits);
  if (!edited.ok) return fail({ reason: 'invalid', problems: edited.problems.map(underEdits) });
  const stores = { bucket: app.env.BLOBS, loader: app.env.LOADER };
  const content = await makeContent(stores, edited.value, head.warnings);
  if (!content.ok) return content;
  const changed = describeDiff(diffBlueprints(before, edited.value));
  return applyToDraft(app.env, head.id, { ...event, content: content.value, changed });
}

/**
 * Moves the path of an edit's problem, which starts at the list of edits, under the body's `edits`.
 */
function underEdits({ path, message }: PathProblem): PathProblem {
  return { path: path.replace(/^\$(?=\[\d)/, '$.edits'), message };
}
