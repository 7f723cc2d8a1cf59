import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { WorkspacePorts } from '#app/builder/tools/workspace.ts';
import { loadDocument, storeDocument } from '#app/drafts/documents/document-store.server.ts';
import { loadUrl } from '#app/drafts/documents/load-url.server.ts';
import { makeContent } from '#app/drafts/documents/make-content.server.ts';
import type { DraftContent, DraftFailure, DraftHead } from '#app/drafts/draft-state.ts';
import type { RestorePoint } from '#app/drafts/restore-points.ts';
import { listSetSecrets } from '#app/drafts/secrets/draft-secrets.server.ts';
import { loadFiles, loadWarnings } from '#app/drafts/store.server.ts';
import { openArtifact } from '#app/hosting/hosted-artifact.server.ts';
import { reportDraft } from '#app/hosting/report-draft.server.ts';
import { createDraftRunner } from '#app/hosting/run-draft-tool.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, type Result } from '#app/platform/result.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { importInIsolate } from '#app/sandbox/import-in-isolate.server.ts';
import { getTemplateDocument } from '#app/templates/template-documents.server.ts';

/** The draft that a turn works on, as its object holds it. */
export interface HeldDraft {
  head: () => DraftHead;
  /** Makes this the draft's content; refused where the draft ended meanwhile. */
  change: (content: DraftContent) => Promise<Result<DraftHead, DraftFailure>>;
  points: () => readonly RestorePoint[];
}

/** Why no content was made of a blueprint. */
type Unmade = { reason: 'unmade'; problems: PathProblem[] };

/** A tool's run in the builder ends after so long. */
const RUN_TIMEOUT_MS = 20_000;

/** Creates the workspace's operations on a real draft: generate, store, run, check. */
export function createDraftPorts(app: AppContext, draft: HeldDraft): WorkspacePorts {
  /** The content with what is held, where something is: it runs on the mock upstream only. */
  let whole: DraftContent | null = null;
  const tried = (): DraftHead => ({ ...draft.head(), ...whole });
  const make = (blueprint: Blueprint) => makeDraftContent(app, draft.head(), blueprint);
  return {
    async importInto(blueprint, document, report) {
      const text = await loadText(app, document);
      if (!text.ok) return { ok: false, message: text.message };
      report({ step: 'importing' });
      const outcome = await importInIsolate(
        app.env.LOADER,
        { ...text.value, ...(isBlank(blueprint) ? {} : { previous: blueprint, isAddition: true }) },
        (done, total) => report({ step: 'importing', done, total }),
      );
      if (!outcome.ok) return { ok: false, message: outcome.message };
      return { ok: true, ...outcome.value };
    },
    async settle(blueprint, safe) {
      const made = await make(blueprint);
      if (!made.ok) return made.problems;
      const content = safe === blueprint ? made : await make(safe);
      if (!content.ok) return content.problems;
      const changed = await draft.change(content.value);
      if (changed.ok) {
        whole = safe === blueprint ? null : made.value;
        return [];
      }
      const message =
        changed.reason === 'conflict'
          ? 'The draft was changed elsewhere in the meantime; read it again.'
          : 'The draft no longer exists.';
      return [{ path: '$', message }];
    },
    readExits: () => readDraftExits(app, draft.head()),
    async runTool(call) {
      const head = tried();
      const run = createDraftRunner(app, head, openArtifact(app.env, head), 'mock');
      return await run(call, { ...QUIET_CLIENT, signal: AbortSignal.timeout(RUN_TIMEOUT_MS) });
    },
    report: () => reportDraft(app, tried()),
    listPoints: () => draft.points().map(({ number, changed }) => ({ number, changed })),
    async loadPoint(number) {
      const point = draft.points().find((each) => each.number === number);
      return point ? loadDocument(app.env.BLOBS, 'blueprints', point.blueprint) : null;
    },
    async readFile(path) {
      const files = await loadFiles(app.env, tried());
      return files.find((file) => file.path === path)?.text ?? null;
    },
  };
}

/** The content of a draft that a blueprint makes, or why it cannot be. */
async function makeDraftContent(
  app: AppContext,
  head: DraftHead,
  blueprint: Blueprint,
): Promise<Result<DraftContent, Unmade>> {
  const stores = { bucket: app.env.BLOBS, loader: app.env.LOADER };
  const content = await makeContent(stores, blueprint, await keepWarnings(app, head));
  if (content.ok) return content;
  const tooLarge = [{ path: '$', message: 'The server would be too large to store.' }];
  const problems = content.reason === 'invalid' ? content.problems : tooLarge;
  return fail({ reason: 'unmade', problems });
}

async function readDraftExits(app: AppContext, { id, environment }: DraftHead) {
  try {
    const known = await listSetSecrets(app.env.DB, id);
    return { environment, isSet: (name: string) => known.has(name) };
  } catch (error) {
    // Without the database nobody knows: each may have one.
    app.log.warn('turn.secretsUnknown', { error });
    return { environment, isSet: () => true };
  }
}

function isBlank({ tools, sources }: Blueprint): boolean {
  return tools.length === 0 && sources.length === 0;
}

/** Warnings belong to what was imported; an edit keeps them. */
async function keepWarnings(app: AppContext, head: DraftHead): Promise<string> {
  return storeDocument(app.env.BLOBS, 'warnings', await loadWarnings(app.env, head));
}

async function loadText(
  app: AppContext,
  document: { text: string } | { url: string } | { template: string },
): Promise<{ ok: true; value: { text: string; url?: string } } | { ok: false; message: string }> {
  if ('text' in document) return { ok: true, value: document };
  if ('template' in document) {
    const text = getTemplateDocument(document.template);
    if (text === null)
      return { ok: false, message: `There is no template "${document.template}".` };
    return { ok: true, value: { text } };
  }
  const loaded = await loadUrl(app, document.url);
  if (loaded.ok) return loaded;
  const message = 'message' in loaded ? loaded.message : 'The content at that address is not text.';
  return { ok: false, message };
}
