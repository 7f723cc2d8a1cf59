import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';
import { sha256 } from '#app/platform/sha256.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { withoutCredentials } from './calls/blank-secrets.ts';
import { buildBlueprint } from './openapi/build-blueprint.ts';
import { readFormat } from './openapi/dialect.ts';
import type { Format } from './openapi/dialect.ts';
import { refuse } from './import-failure.ts';
import type { ImportFailure } from './import-failure.ts';
import type { ImportWarning } from './import-warning.ts';
import type { ImportRun } from './import-run.ts';
import { isObject, objectAt, own, stringAt } from './json-object.ts';
import { listOperations } from './openapi/operations.ts';
import { SharedParameters } from './openapi/parameters.ts';
import { readPrevious } from './previous-import.ts';
import type { PreviousImport } from './previous-import.ts';
import { readSource } from './read-source.ts';
import type { ReadSource } from './read-source.ts';
import { References } from './openapi/references.ts';
import { SchemaImporter } from './schemas/schemas.ts';
import { toVisible } from './text/visible-text.ts';
import { Warnings } from './warnings.ts';

export interface ImportOptions {
  /** Where the document came from: relative server addresses stand below it. */
  url?: string;
  /** An earlier import of the document: names and the user's selection are kept. */
  previous?: Blueprint;
  /** The document is one more: only one of the same address or title is an earlier version of it. */
  isAddition?: boolean;
  /** Called now and then with the number of operations done and of all. */
  onProgress?: (done: number, total: number) => void;
}

export interface Imported {
  blueprint: Blueprint;
  /** Parts of the document that could not be carried over, or had to be changed. */
  warnings: ImportWarning[];
}

export type ImportOutcome = Result<Imported, ImportFailure>;

/**
 * Makes a blueprint of a document of any format in `formats.ts`: OpenAPI (2.0, 3.0, 3.1 or 3.2; JSON or
 * YAML), a Postman collection, cURL commands.
 *
 * Every operation becomes one tool. Nothing is fetched, nothing of the document is evaluated, and
 * what cannot be carried over is listed with its path. The same text gives the same blueprint.
 *
 * @param document its text, or that in UTF-8 (without a byte order mark): then the text, which may
 *   weigh twice as much, is not kept while the blueprint is made.
 */
export async function importDocument(
  document: string | Uint8Array<ArrayBuffer>,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const warnings = new Warnings();
  const read = await readSource(document, warnings);
  if (!read.ok) return read;
  const { root, kind } = read.value;
  const format = readFormat(root, warnings);
  if (!format.ok) return format;
  const unusable = findUnusable(root);
  if (unusable) return unusable;

  // Blueprints are saved, exported and published.
  const url = options.url === undefined ? null : withoutCredentials(options.url);
  const title = stringAt(objectAt(root, 'info') ?? {}, 'title') ?? '';
  const previous = readPrevious(options, url, toVisible(title), kind);
  const run = startRun(read.value, format.value, url, warnings, previous);
  const operations = listOperations(run);
  if (operations.length === 0) return refuseEmpty(run);

  const blueprint = await buildBlueprint(run, operations, {
    length: read.value.length,
    // Begun now: where another thread computes it, the tools are made meanwhile.
    hash: sha256(document),
    title: toVisible(title),
    kind,
    format: read.value.version ?? format.value.version,
    previous,
    kept: options.previous ?? null,
    onProgress: options.onProgress ?? null,
  });
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
  { root, hasMarks }: ReadSource,
  format: Format,
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
    hasMarks,
    reserved: Object.keys(previous.definitions),
  });
  const parameters = new SharedParameters();
  return { root, dialect: format.dialect, url, warnings, references, schemas, parameters };
}
