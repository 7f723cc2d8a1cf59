import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import type { Imported } from '#app/blueprint/import/import-document.ts';
import type { DraftProblem } from '#app/drafts/draft-problem.server.ts';
import { toHostCaller, type DraftHead } from '#app/drafts/draft-state.ts';
import { applyToDraft, loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, type Result } from '#app/platform/result.ts';

import { importSubmission } from './create-draft.server.ts';
import { storeImported } from './make-content.server.ts';
import type { ImportRequest } from './read-import.server.ts';

/** Imports a document into a draft without storing anything: the server that it would be. */
export async function previewImport(
  app: AppContext,
  head: DraftHead,
  request: ImportRequest,
): Promise<Result<Imported, DraftProblem>> {
  return importInto(app, head, await loadBlueprint(app.env, head), request);
}

/** Imports a document into a draft, as one restore point, unless it has changed since `head` was read. */
export async function importIntoDraft(
  app: AppContext,
  head: DraftHead,
  request: ImportRequest,
): Promise<Result<DraftHead, DraftProblem>> {
  const before = await loadBlueprint(app.env, head);
  const imported = await importInto(app, head, before, request);
  if (!imported.ok) return imported;
  const { blueprint, changes } = imported.value;
  if (request.choice !== null && request.choice.hash !== changes.hash) {
    return fail({ reason: 'documentMoved' });
  }
  const content = await storeImported(app.env, imported.value);
  if (!content.ok) return content;
  const title = changes.title || 'The document';
  const changed = [
    `${title} is imported${changes.isAgain ? ' again' : ''}.`,
    ...describeDiff(diffBlueprints(before, blueprint)),
  ];
  return applyToDraft(app.env, head.id, {
    kind: 'change',
    revision: head.revision,
    content: content.value,
    changed,
    imported: title,
  });
}

function importInto(
  app: AppContext,
  head: DraftHead,
  previous: Blueprint,
  { submission, choice }: ImportRequest,
): Promise<Result<Imported, DraftProblem>> {
  const taken = choice === null ? {} : { taken: choice };
  return importSubmission(app, submission, toHostCaller(head), () => {}, {
    previous,
    ...taken,
  });
}
