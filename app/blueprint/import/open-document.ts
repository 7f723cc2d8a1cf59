import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { sha256 } from '#app/platform/sha256.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { withoutCredentials } from './calls/blank-secrets.ts';
import { refuse, type ImportFailure } from './import-failure.ts';
import type { ImportRun } from './import-run.ts';
import { isObject, objectAt, own, stringAt } from './json-object.ts';
import { readFormat, type Format } from './openapi/dialect.ts';
import { listOperations, type OperationSource } from './openapi/operations.ts';
import { SharedParameters } from './openapi/parameters.ts';
import { readServers } from './openapi/servers.ts';
import { References } from './openapi/references.ts';
import { readPrevious, type DocumentIdentity, type PreviousImport } from './previous-import.ts';
import { readSource, type ReadSource } from './read-source.ts';
import { SchemaImporter } from './schemas/schemas.ts';
import { toVisible } from './text/visible-text.ts';
import { Warnings } from './warnings.ts';

/** A document whose operations are known, and nothing else of it yet. */
export interface OpenedDocument {
  run: ImportRun;
  read: ReadSource;
  format: Format;
  previous: PreviousImport;
  /** The document's title, with hidden characters made visible. */
  title: string;
  /** SHA-256 of its text in UTF-8, hexadecimal. */
  hash: Promise<string>;
  /** At least one. */
  operations: OperationSource[];
}

/** Reads a document of any format up to its operations. */
export async function openDocument(
  document: string | Uint8Array<ArrayBuffer>,
  options: { url?: string; previous?: Blueprint; isAddition?: boolean; hash?: string },
  warnings: Warnings,
): Promise<Result<OpenedDocument, ImportFailure>> {
  const read = await readSource(document, warnings);
  if (!read.ok) return read;
  const { root, kind } = read.value;
  const format = readFormat(root, warnings);
  if (!format.ok) return format;
  const unusable = findUnusable(root);
  if (unusable) return unusable;

  // Blueprints are saved, exported and published.
  const url = options.url === undefined ? null : withoutCredentials(options.url);
  const title = toVisible(stringAt(objectAt(root, 'info') ?? {}, 'title') ?? '');
  // Where another thread computes it, the rest goes on meanwhile.
  const hash = options.hash === undefined ? sha256(document) : Promise.resolve(options.hash);
  const identity = await identify(read.value, format.value, { url, title, hash }, options.previous);
  const previous = readPrevious(options, identity, kind);
  const run = startRun(read.value, format.value, url, warnings, previous);
  const operations = listOperations(run);
  if (operations.length === 0) return refuseEmpty(run);
  return succeed({
    run,
    read: read.value,
    format: format.value,
    previous,
    title,
    hash,
    operations,
  });
}

/** Reads by what a document is compared with earlier ones; without any, nothing is worth reading. */
async function identify(
  { root }: ReadSource,
  { dialect }: Format,
  { url, title, hash }: { url: string | null; title: string; hash: Promise<string> },
  previous: Blueprint | undefined,
): Promise<DocumentIdentity> {
  if (!previous?.sources.length) return { url, title, hash: '', servers: [], paths: [] };
  const servers = readServers({ root, dialect, url, warnings: new Warnings() });
  return {
    url,
    title,
    hash: await hash,
    servers: servers.map(({ baseUrl }) => baseUrl),
    paths: Object.keys(objectAt(root, 'paths') ?? {}),
  };
}

function findUnusable(root: JsonObject): ({ ok: false } & ImportFailure) | null {
  const paths = own(root, 'paths');
  if (paths === undefined || paths === null || isObject(paths)) return null;
  const message =
    '"paths" must be an object that maps each path to its methods. Correct the document and import again.';
  return refuse('unusable', message, [{ path: '$.paths', message }]);
}

function refuseEmpty(run: ImportRun): { ok: false } & ImportFailure {
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
