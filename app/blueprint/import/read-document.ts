import { succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { parseJson } from '#app/runtime/json.ts';

import { foreignFormat, foreignText } from './foreign/refuse-foreign.ts';
import { refuse } from './import-failure.ts';
import type { ImportFailure } from './import-failure.ts';
import { isObject, objectAt, own } from './json-object.ts';
import { checkTree, TOO_DEEP, TOO_LARGE } from './text/check-tree.ts';
import { loadYaml } from './text/load-yaml.ts';
import { measureText, scanJson, toLineColumn } from './text/scan-json.ts';
import { surveyTree } from './text/survey-tree.ts';
import { MAX_DEPTH } from './text/tree-budget.ts';
import type { Warnings } from './warnings.ts';

/** Up to this many characters a document is also searched for keys that stand twice. */
const MAX_DUPLICATE_SCAN = 2_000_000;

/** A broken JSON document up to this long is given to the YAML reader, which forgives more. */
const MAX_SECOND_TRY = 1_000_000;

interface ReadValue {
  value: JsonValue;
  /** Something may be marked as `readOnly` or `writeOnly`. */
  hasMarks: boolean;
}

/** Reads an OpenAPI document; refuses others by their name, and what is no document with line and column. */
export async function readDocument(
  text: string,
  warnings: Warnings,
): Promise<Result<{ root: JsonObject; hasMarks: boolean }, ImportFailure>> {
  const foreign = foreignText(text);
  if (foreign) return foreign;
  const read = await readTree(text, warnings);
  if (!read.ok) return read;
  const { value, hasMarks } = read.value;
  if (!isObject(value)) return refuseNoObject(value);
  return foreignFormat(value) ?? succeed({ root: value, hasMarks });
}

/** Reads JSON or YAML; refuses what is neither, with line and column. */
export async function readTree(
  text: string,
  warnings: Warnings,
): Promise<Result<ReadValue, ImportFailure>> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (!/\S/.test(source)) {
    return refuse('empty', 'The document is empty. Paste an OpenAPI document in JSON or YAML.');
  }
  const isJson = /^\s*[{[]/.test(source);
  return isJson ? readJson(source, warnings) : readAsYaml(source, warnings);
}

function refuseNoObject(value: JsonValue): { ok: false } & ImportFailure {
  if (Array.isArray(value)) {
    return refuse(
      'unsupported',
      'This is a list, not an OpenAPI document: at its root there must be an object with "openapi" or "swagger". Import the single documents one by one.',
    );
  }
  return refuse(
    'unreadable',
    'This is plain text (line 1, column 1), neither JSON nor YAML of an OpenAPI document. Paste the whole document, or give its address.',
  );
}

/** The reader that names mistakes is loaded when there may be one. */
async function readAsYaml(
  source: string,
  warnings: Warnings,
): Promise<Result<ReadValue, ImportFailure>> {
  const loaded = loadYaml(source);
  if (loaded !== undefined && !hasNumericVersion(loaded)) {
    return checkLoaded(loaded, source, warnings);
  }
  const { readYaml } = await import('./text/read-yaml.ts');
  const read = readYaml(source, warnings);
  return read.ok ? succeed(withMarks(read.value, source)) : read;
}

/** Bounds what aliases expand to, before anything else walks the document. */
function checkLoaded(
  value: JsonValue,
  source: string,
  warnings: Warnings,
): Result<ReadValue, ImportFailure> {
  const { depth, hasMarks, hasInfinite, isTooLarge } = surveyTree(value, source.length);
  if (isTooLarge) return refuse('unreadable', TOO_LARGE);
  if (depth > MAX_DEPTH) return refuse('unreadable', TOO_DEEP);
  if (hasInfinite) {
    const checked = checkTree(value, source.length, warnings);
    if (!checked.ok) return checked;
  }
  return succeed({ value, hasMarks });
}

function withMarks(value: JsonValue, source: string): ReadValue {
  return { value, hasMarks: surveyTree(value, source.length).hasMarks };
}

/** How a version is written is only known to the slower reader, where it is read as a number. */
function hasNumericVersion(root: JsonValue): boolean {
  if (!isObject(root)) return false;
  const versions = [own(root, 'openapi'), own(root, 'swagger')];
  versions.push(own(objectAt(root, 'info') ?? {}, 'version'));
  return versions.some((version) => version !== undefined && typeof version !== 'string');
}

async function readJson(
  source: string,
  warnings: Warnings,
): Promise<Result<ReadValue, ImportFailure>> {
  const value = tryParse(source);
  if (value === undefined) return await readBrokenJson(source, warnings);
  const { depth, keys, hasMarks, hasInfinite } = surveyTree(value, source.length);
  if (depth > MAX_DEPTH) return refuseDepth(measureText(source).depth);
  // Of a key that stands twice one is gone: only then it is worth looking where.
  if (source.length <= MAX_DUPLICATE_SCAN && measureText(source).keys !== keys)
    warnDuplicates(source, warnings);
  if (hasInfinite) {
    const checked = checkTree(value, source.length, warnings);
    if (!checked.ok) return checked;
  }
  return succeed({ value, hasMarks });
}

function refuseDepth(depth: number): { ok: false } & ImportFailure {
  return refuse(
    'unreadable',
    `The document nests ${depth} levels deep; at most ${MAX_DEPTH} are read. Take out the nesting and import again.`,
  );
}

function tryParse(source: string): JsonValue | undefined {
  try {
    return parseJson(source);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function readBrokenJson(
  source: string,
  warnings: Warnings,
): Promise<Result<ReadValue, ImportFailure>> {
  const { depth } = measureText(source);
  if (depth > MAX_DEPTH) return refuseDepth(depth);
  const { error } = scanJson(source);
  if (source.length <= MAX_SECOND_TRY) {
    const asYaml = await readAsYaml(source, warnings);
    if (asYaml.ok && isObject(asYaml.value.value)) {
      const where = error
        ? ` (line ${toLineColumn(source, error.offset).line}: ${error.message})`
        : '';
      warnings.add('syntax', null, `This is not strict JSON${where}; it was read as YAML.`);
      return asYaml;
    }
  }
  const { line, column } = toLineColumn(source, error?.offset ?? 0);
  const message = `Not valid JSON at line ${line}, column ${column}: ${error?.message ?? 'it cannot be read'}.`;
  return refuse('unreadable', `${message} Correct that place and import again.`, [
    { path: '$', message },
  ]);
}

function warnDuplicates(source: string, warnings: Warnings): void {
  for (const { offset, key } of scanJson(source).duplicates) {
    const { line, column } = toLineColumn(source, offset);
    warnings.add(
      'duplicate key',
      null,
      `"${key}" at line ${line}, column ${column} occurs twice in its object; the last one counts.`,
    );
  }
}
