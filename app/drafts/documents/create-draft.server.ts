import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { TakenChanges } from '#app/blueprint/import/import-changes.ts';
import type { Imported } from '#app/blueprint/import/import-document.ts';
import type { DraftProblem } from '#app/drafts/draft-problem.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import type { DraftProgress } from '#app/drafts/draft.ts';
import { applyToDraft } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { HostCaller } from '#app/platform/outbound/limit-hosts.server.ts';
import { fail, type Result } from '#app/platform/result.ts';
import { importInIsolate } from '#app/sandbox/import-in-isolate.server.ts';
import { getTemplateDocument } from '#app/templates/template-documents.server.ts';

import { loadUrl } from './load-url.server.ts';
import { storeImported } from './make-content.server.ts';
import type { Submission } from './read-submission.server.ts';

/** Says how far the work is. */
export type ReportProgress = (progress: DraftProgress) => void;

/** The server that a document is imported into. */
interface ImportTarget {
  previous?: Blueprint;
  taken?: TakenChanges;
}

/** Makes a draft of what somebody brought: document, address or template. */
export async function createDraft(
  app: AppContext,
  draft: { id: string; owner: string; isKept: boolean },
  submission: Submission,
  report: ReportProgress,
): Promise<Result<DraftHead, DraftProblem>> {
  const imported = await importSubmission(app, submission, draft, report);
  if (!imported.ok) return imported;
  report({ step: 'generating' });
  const content = await storeImported(app.env, imported.value);
  if (!content.ok) return content;
  const created = await applyToDraft(app.env, draft.id, {
    kind: 'create',
    ...draft,
    content: content.value,
  });
  if (created.ok) report({ step: 'ready' });
  return created;
}

/** Imports what somebody brought, as a new server or into one. */
export async function importSubmission(
  app: AppContext,
  submission: Submission,
  caller: HostCaller,
  report: ReportProgress,
  target: ImportTarget = {},
): Promise<Result<Imported, DraftProblem>> {
  switch (submission.kind) {
    case 'template': {
      const text = getTemplateDocument(submission.template);
      return text === null
        ? fail({ reason: 'unknownTemplate' })
        : importText(app, { text, ...target }, report);
    }
    case 'url': {
      report({ step: 'fetching' });
      const fetched = await loadUrl(app, submission.url, caller);
      return fetched.ok ? importText(app, { ...fetched.value, ...target }, report) : fetched;
    }
    case 'document':
      return importText(app, { text: submission.text, ...target }, report);
  }
}

async function importText(
  app: AppContext,
  document: { text: string; url?: string } & ImportTarget,
  report: ReportProgress,
): Promise<Result<Imported, DraftProblem>> {
  report({ step: 'reading' });
  return importInIsolate(app.env.LOADER, document, (done, total) =>
    report({ step: 'importing', done, total }),
  );
}
