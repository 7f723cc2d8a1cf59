import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { OperationSelector } from '#app/blueprint/operation-selector.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { chooseOperations, nameOperations } from './choose-operations.ts';
import type { ImportChanges, TakenChanges } from './import-changes.ts';
import type { ImportFailure } from './import-failure.ts';
import type { ImportWarning } from './import-warning.ts';
import { mergeImport } from './merge/merge-import.ts';
import { openDocument } from './open-document.ts';
import { buildBlueprint } from './openapi/build-blueprint.ts';
import { Warnings } from './warnings.ts';

export interface ImportOptions {
  /** Where the document came from: relative server addresses stand below it. */
  url?: string;
  /** The server that it is imported into: what was edited there, or is of others, is kept. */
  previous?: Blueprint;
  /** The document is one more: only one of the same address, content or API is an earlier version of it. */
  isAddition?: boolean;
  /** The operations that become tools; absent: all. What an earlier import made of others stays as it is. */
  only?: OperationSelector;
  /** Of a whole import only these changes are made; absent: all. */
  taken?: TakenChanges;
  /** SHA-256 of the document's text in UTF-8, hexadecimal, where the caller has it; absent: it is computed. */
  hash?: string;
  /** Called once when the document is read: its text is no longer needed. */
  onRead?: () => void;
  /** Called now and then with the number of operations done and of all. */
  onProgress?: (done: number, total: number) => void;
}

export interface Imported {
  blueprint: Blueprint;
  /** Parts of the document that could not be carried over, or had to be changed. */
  warnings: ImportWarning[];
  /** Operations of the document that are not among the tools. */
  leftOut: number;
  /** Where the server is not as the document has it, because of edits; sentences for people and models. */
  notes: string[];
  /** Effect of the import on the server, part by part. */
  changes: ImportChanges;
}

const NO_TOOLS = { tools: [], definitions: {} };

export type ImportOutcome = Result<Imported, ImportFailure>;

/**
 * Makes a blueprint of a document of any format in `formats.ts`: OpenAPI (2.0, 3.0, 3.1 or 3.2; JSON or
 * YAML), a Postman collection, cURL commands.
 *
 * Every operation that is chosen becomes one tool. Nothing is fetched, nothing of the document is evaluated, and
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
  const opened = await openDocument(document, options, warnings);
  if (!opened.ok) return opened;
  options.onRead?.();
  const { run, read, format, previous, title, hash, operations: all } = opened.value;
  const chosen = chooseOperations(nameOperations(all, previous), previous, options.only);
  if (!chosen.ok) return chosen;

  const { operations, leftOut, removed } = chosen.value;
  const fresh = await buildBlueprint(run, operations, {
    all,
    length: read.length,
    hash,
    title,
    kind: read.kind,
    format: read.version ?? format.version,
    previous,
    into: options.previous ?? null,
    onProgress: options.onProgress ?? null,
  });
  const target = {
    before: options.previous ?? { ...fresh, sources: [], upstreams: [], secrets: [], ...NO_TOOLS },
    sourceId: previous.sourceId,
    record: previous.source?.made ?? null,
    isWhole: options.only === undefined,
    operations: new Set(all.map(({ key }) => key)),
    ...(options.taken === undefined ? {} : { taken: options.taken }),
  };
  const { blueprint, notes, changes } = mergeImport(target, fresh, removed);
  return succeed({ blueprint, warnings: warnings.list(), leftOut, notes, changes });
}
