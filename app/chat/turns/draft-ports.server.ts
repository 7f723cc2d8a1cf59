import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type {
  DocumentSource,
  StoredDocument,
  WorkspacePorts,
} from '#app/builder/tools/workspace-ports.ts';
import { openAttachment } from '#app/drafts/documents/attachment-blobs.server.ts';
import { loadDocument, storeDocument } from '#app/drafts/documents/document-store.server.ts';
import { loadUrl } from '#app/drafts/documents/load-url.server.ts';
import { makeContent } from '#app/drafts/documents/make-content.server.ts';
import {
  toHostCaller,
  type DraftContent,
  type DraftFailure,
  type DraftHead,
} from '#app/drafts/draft-state.ts';
import type { RestorePoint } from '#app/drafts/restore-points.ts';
import {
  listSecretStatus,
  listSetSecrets,
  toSecretOwner,
} from '#app/drafts/secrets/draft-secrets.server.ts';
import { loadFiles, loadWarnings } from '#app/drafts/store.server.ts';
import { openArtifact } from '#app/hosting/hosted-artifact.server.ts';
import { reportDraft } from '#app/hosting/report-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { importInIsolate, listInIsolate } from '#app/sandbox/import-in-isolate.server.ts';
import { getTemplateDocument } from '#app/templates/template-documents.server.ts';

import { runDraft } from './run-draft.server.ts';

/** A draft that the builder's tools work on. */
export interface WorkedDraft {
  head: () => DraftHead;
  /** Makes this the draft's content; refused where the draft ended meanwhile. */
  change: (content: DraftContent) => Promise<Result<DraftHead, DraftFailure>>;
  points: () => readonly Pick<RestorePoint, 'number' | 'changed'>[];
  /** The draft as it was at a point; null: there is no point of that number. */
  readPoint: (number: number) => Promise<Pick<DraftContent, 'blueprint'> | null>;
  /** Calls its chat something else. */
  rename: (title: string) => Promise<void>;
}

/** The draft that a turn works on, as its object holds it. */
export interface HeldDraft extends Omit<WorkedDraft, 'points' | 'readPoint'> {
  points: () => readonly RestorePoint[];
}

/** Why no content was made of a blueprint. */
type Unmade = { reason: 'unmade'; problems: PathProblem[] };

/** Why a draft does not take what was made; otherwise it is gone. */
const NOT_KEPT: Partial<Record<DraftFailure['reason'], string>> = {
  conflict: 'The draft was changed elsewhere in the meantime; read it again.',
  draftFull:
    'The server would be too large to store beside the files of its chat. Keep fewer tools.',
  atWork: 'The builder is at work on the draft. Try again when it is done.',
};
const GONE = 'The draft no longer exists.';

/** As {@link createPorts}, on a draft in its own object. */
export function createDraftPorts(app: AppContext, draft: HeldDraft): WorkspacePorts {
  const readPoint = (number: number) =>
    Promise.resolve(draft.points().find((each) => each.number === number) ?? null);
  return createPorts(app, {
    head: () => draft.head(),
    change: (content) => draft.change(content),
    points: () => draft.points(),
    readPoint,
    rename: (title) => draft.rename(title),
  });
}

/** Creates the workspace's operations on a real draft: generate, store, run, check. */
export function createPorts(app: AppContext, draft: WorkedDraft): WorkspacePorts {
  /** The content with what is held, where something is: it runs on the mock upstream only. */
  let whole: DraftContent | null = null;
  const tried = (): DraftHead => ({ ...draft.head(), ...whole });
  const make = (blueprint: Blueprint) => makeDraftContent(app, draft.head(), blueprint);
  const load = rememberLast((document: DocumentSource) => loadText(app, draft.head(), document));
  return {
    async importInto(blueprint, document, report, only) {
      const text = await load(document);
      if (!text.ok) return { ok: false, message: text.message };
      report({ step: 'importing' });
      const outcome = await importInIsolate(
        app.env.LOADER,
        { ...text.value, previous: blueprint, isAddition: true, ...(only ? { only } : {}) },
        (done, total) => report({ step: 'importing', done, total }),
      );
      if (!outcome.ok) return { ok: false, message: outcome.message };
      return { ok: true, ...outcome.value };
    },
    async listOperations(document) {
      const text = await load(document);
      const outcome = text.ok ? await listInIsolate(app.env.LOADER, text.value) : text;
      return outcome.ok ? { ok: true, ...outcome.value } : { ok: false, message: outcome.message };
    },
    loadAttachment: (id) => loadBytes(app, id),
    setTitle: (title) => draft.rename(title),
    async settle(blueprint, safe) {
      const made = await make(blueprint);
      if (!made.ok) return made.problems;
      const content = safe === blueprint ? made : await make(safe);
      if (!content.ok) return content.problems;
      const { blueprint: known, artifact } = draft.head();
      const isSame = content.value.blueprint === known && content.value.artifact === artifact;
      // Where all that is new is held, the draft stays as it is.
      const changed = isSame ? succeed(undefined) : await draft.change(content.value);
      if (changed.ok) {
        whole = safe === blueprint ? null : made.value;
        return [];
      }
      return [{ path: '$', message: NOT_KEPT[changed.reason] ?? GONE }];
    },
    readExits: () => readDraftExits(app, draft.head()),
    runTool: (call, options = {}) => runDraft(app, tried(), call, options),
    listSecrets: (blueprint) => listUsableSecrets(app, tried(), blueprint),
    report: () => reportDraft(app, tried()),
    listPoints: () => draft.points().map(({ number, changed }) => ({ number, changed })),
    async loadPoint(number) {
      const point = await draft.readPoint(number);
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

async function listUsableSecrets(app: AppContext, head: DraftHead, blueprint?: Blueprint) {
  const known = blueprint ?? (await openArtifact(app.env, head).blueprint());
  return listSecretStatus(app.env.DB, toSecretOwner(head.id), known);
}

async function readDraftExits(app: AppContext, { id, environment }: DraftHead) {
  try {
    const known = await listSetSecrets(app.env.DB, toSecretOwner(id));
    return { environment, isSet: (name: string) => known.has(name) };
  } catch (error) {
    // Without the database nobody knows: each may have one.
    app.log.warn('turn.secretsUnknown', { error });
    return { environment, isSet: () => true };
  }
}

/** Warnings belong to what was imported; an edit keeps them. */
async function keepWarnings(app: AppContext, head: DraftHead): Promise<string> {
  return storeDocument(app.env.BLOBS, 'warnings', await loadWarnings(app.env, head));
}

type LoadedText =
  | { ok: true; value: { text: string; url?: string } | { body: ReadableStream<Uint8Array> } }
  | { ok: false; message: string };

/** Keeps the last document of an address, which is searched page by page and then imported. */
function rememberLast(
  load: (document: DocumentSource) => Promise<LoadedText>,
): (document: DocumentSource) => Promise<LoadedText> {
  let last: { url: string; text: LoadedText } | null = null;
  return async (document) => {
    if (!('url' in document)) return load(document);
    if (last?.url === document.url) return last.text;
    const text = await load(document);
    last = text.ok ? { url: document.url, text } : null;
    return text;
  };
}

async function loadText(
  app: AppContext,
  head: DraftHead,
  document: DocumentSource,
): Promise<LoadedText> {
  if ('text' in document) return { ok: true, value: document };
  if ('template' in document) {
    const text = getTemplateDocument(document.template);
    if (text === null)
      return { ok: false, message: `There is no template "${document.template}".` };
    return { ok: true, value: { text } };
  }
  if ('attachment' in document) return loadStored(app, document);
  const loaded = await loadUrl(app, document.url, toHostCaller(head));
  if (loaded.ok) return loaded;
  const message = 'message' in loaded ? loaded.message : 'The content at that address is not text.';
  return { ok: false, message };
}

/** A stored document goes to the importer as it is, if that reads its encoding. */
async function loadStored(
  app: AppContext,
  { attachment, encoding }: StoredDocument,
): Promise<LoadedText> {
  const stored = await openAttachment(app.env.BLOBS, attachment);
  if (stored === null) return { ok: false, message: 'The attached document is no longer stored.' };
  if (encoding === 'utf-8') {
    return { ok: true, value: { body: stored.body.pipeThrough(new IdentityTransformStream()) } };
  }
  const text = new TextDecoder(encoding).decode(await stored.arrayBuffer());
  return { ok: true, value: { text } };
}

async function loadBytes(app: AppContext, attachment: string): Promise<Uint8Array | null> {
  const stored = await openAttachment(app.env.BLOBS, attachment);
  return stored && new Uint8Array(await stored.arrayBuffer());
}
