import type { PathProblem } from '#app/platform/json-path.ts';
import { succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';
import type { JsonObject, Upstream } from '#app/runtime/definition.ts';

import { DEFAULT_POLICIES, SCHEMA_VERSION } from '../blueprint.ts';
import type { Blueprint } from '../blueprint.ts';
import { readFormat } from './dialect.ts';
import type { Format } from './dialect.ts';
import { readIdentity } from './identity.ts';
import { refuse } from './import-failure.ts';
import type { ImportFailure } from './import-failure.ts';
import type { ImportRun } from './import-run.ts';
import { isObject, objectAt, own, stringAt } from './json-object.ts';
import { listOperations } from './operations.ts';
import type { OperationSource } from './operations.ts';
import { at } from './place.ts';
import { readPrevious } from './previous-import.ts';
import type { PreviousImport } from './previous-import.ts';
import { readDocument } from './read-document.ts';
import { References } from './references.ts';
import { SchemaChecker } from './schema-checker.ts';
import { SchemaImporter } from './schemas.ts';
import { Security } from './security.ts';
import { nameTools } from './tool-names.ts';
import { addExamples, makeTool } from './tools.ts';
import type { ToolDraft } from './tools.ts';
import { UpstreamList } from './upstreams.ts';
import { toVisible } from './visible-text.ts';
import { Warnings } from './warnings.ts';

/** Operations between two reports of progress. */
const REPORT_EVERY = 25;

export interface ImportOptions {
  /** Where the document came from: relative server addresses stand below it. */
  url?: string;
  /** An earlier import of the document: names and the user's selection are kept. */
  previous?: Blueprint;
  /** Called now and then with the number of operations done and of all. */
  onProgress?: (done: number, total: number) => void;
}

export interface Imported {
  blueprint: Blueprint;
  /** What of the document could not be carried over, or had to be changed. */
  warnings: PathProblem[];
}

export type ImportOutcome = Result<Imported, ImportFailure>;

/**
 * Makes a blueprint of an OpenAPI document (2.0, 3.0, 3.1 or 3.2; JSON or YAML).
 *
 * Every operation becomes one tool. Nothing is fetched, nothing of the document is evaluated, and
 * what cannot be carried over is listed with its path. The same text gives the same blueprint.
 */
export async function importDocument(
  text: string,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const warnings = new Warnings();
  const read = readDocument(text, warnings);
  if (!read.ok) return read;
  const root = read.value;
  const format = readFormat(root, warnings);
  if (!format.ok) return format;
  const unusable = findUnusable(root);
  if (unusable) return unusable;

  const url = options.url ?? null;
  const title = stringAt(objectAt(root, 'info') ?? {}, 'title') ?? '';
  const previous = readPrevious(options.previous, url, toVisible(title));
  const run = startRun(root, format.value, text, url, warnings, previous);
  const operations = listOperations(run);
  if (operations.length === 0) return refuseEmpty(run);

  const identity = options.previous?.identity ?? readIdentity(run);
  const upstreams = new UpstreamList(
    run,
    toVisible(title).slice(0, 200),
    previous.upstreams.map(({ id }) => id),
  );
  const security = new Security(
    run,
    identity.name,
    upstreams.main.baseUrl,
    previous.secrets.map(({ name }) => name),
  );
  const ownSecurity = documentSecurity(run, operations, security);
  const parts = { upstreams, security, sourceId: previous.sourceId };
  const drafts = await makeTools(run, operations, previous, parts, options.onProgress);

  run.schemas.finish();
  const checker = new SchemaChecker(run.schemas.definitions);
  for (const draft of drafts) addExamples(run, draft, checker);
  const tools = drafts.map(({ tool }) => tool);
  const used = finishUpstreams(upstreams.list(), ownSecurity, tools, security);
  const info = objectAt(root, 'info') ?? {};
  const version = stringAt(info, 'version');
  const blueprint: Blueprint = {
    schemaVersion: SCHEMA_VERSION,
    identity,
    sources: [
      ...previous.sources,
      {
        id: previous.sourceId,
        kind: 'openapi',
        format: format.value.version,
        ...(title === '' ? {} : { title: toVisible(title) }),
        ...(version === null ? {} : { version: toVisible(version) }),
        ...(url === null ? {} : { url }),
        hash: await sha256(text),
      },
    ],
    upstreams: [...previous.upstreams, ...used.upstreams],
    secrets: [...previous.secrets, ...security.secretsOf(used.schemes)],
    definitions: { ...previous.definitions, ...run.schemas.definitions },
    tools: [...tools, ...previous.otherTools],
    resources: options.previous?.resources ?? [],
    prompts: options.previous?.prompts ?? [],
    policies: options.previous?.policies ?? DEFAULT_POLICIES,
  };
  return succeed({ blueprint, warnings: warnings.list() });
}

function findUnusable(root: JsonObject): ImportOutcome | null {
  const paths = own(root, 'paths');
  if (paths === undefined || paths === null || isObject(paths)) return null;
  const message =
    '"paths" must be an object that maps each path to its methods. Correct the document and import again.';
  return refuse('unusable', message, [{ path: '$.paths', message }]);
}

function refuseEmpty(run: ImportRun): ImportOutcome {
  const hasHooks = objectAt(run.root, 'webhooks') !== null;
  const why = hasHooks
    ? 'it only describes webhooks, which are calls that the API makes'
    : '"paths" names no method of any path';
  const message = `The document has no operations: ${why}. Nothing can become a tool; import the part of the API description with its paths.`;
  return refuse('noOperations', message, [{ path: '$.paths', message }, ...run.warnings.list()]);
}

function startRun(
  root: JsonObject,
  format: Format,
  text: string,
  url: string | null,
  warnings: Warnings,
  previous: PreviousImport,
): ImportRun {
  const references = new References(root, url ?? undefined);
  const schemas = new SchemaImporter({
    root,
    dialect: format.dialect,
    references,
    warnings,
    hasMarks: /\b(?:readOnly|writeOnly)\b/.test(text),
    reserved: Object.keys(previous.definitions),
  });
  return { root, dialect: format.dialect, url, warnings, references, schemas };
}

/** What holds for calls that say nothing of security themselves. */
function documentSecurity(
  run: ImportRun,
  operations: OperationSource[],
  security: Security,
): string[][] {
  const stated = security.alternatives(own(run.root, 'security'), at(null, 'security'));
  if (stated) return stated;
  const isAssigned = operations.some(
    ({ operation }) => own(operation.value, 'security') !== undefined,
  );
  return isAssigned ? [] : security.unassigned();
}

async function makeTools(
  run: ImportRun,
  operations: OperationSource[],
  previous: PreviousImport,
  parts: Parameters<typeof makeTool>[3],
  onProgress: ImportOptions['onProgress'],
): Promise<ToolDraft[]> {
  const names = nameTools(
    operations.map((operation) => ({
      ...operation,
      operation: operation.key,
      previous: previous.byOperation.get(operation.key)?.name ?? null,
    })),
    previous.otherTools.map(({ name }) => name),
  );
  const drafts: ToolDraft[] = [];
  for (const [index, operation] of operations.entries()) {
    const draft = makeTool(run, operation, names[index] ?? operation.key, parts);
    draft.tool.enabled = previous.byOperation.get(operation.key)?.enabled ?? true;
    drafts.push(draft);
    if (onProgress && (index + 1) % REPORT_EVERY === 0 && index + 1 < operations.length) {
      onProgress(index + 1, operations.length);
      // Lets the report leave before the next operations take the thread.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
  onProgress?.(operations.length, operations.length);
  return drafts;
}

/** Gives each upstream the schemes that its own calls use. */
function finishUpstreams(
  upstreams: Upstream[],
  ownSecurity: string[][],
  tools: ToolDraft['tool'][],
  security: Security,
): { upstreams: Upstream[]; schemes: Set<string> } {
  const schemes = new Set<string>();
  const finished = upstreams.map((upstream) => {
    const ids = new Set(ownSecurity.flat());
    for (const { action } of tools) {
      if (action.upstream === upstream.id)
        for (const id of (action.security ?? []).flat()) ids.add(id);
    }
    for (const id of ids) schemes.add(id);
    return { ...upstream, auth: security.schemesOf(ids), security: ownSecurity };
  });
  return { upstreams: finished, schemes };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
