import { isMap, isScalar, parseDocument } from 'yaml';
import type { Document, YAMLError } from 'yaml';

import { refuse } from '#app/blueprint/import/import-failure.ts';
import type { ImportFailure } from '#app/blueprint/import/import-failure.ts';
import { isObject, put } from '#app/blueprint/import/json-object.ts';
import type { Warnings } from '#app/blueprint/import/warnings.ts';
import type { Result } from '#app/platform/result.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { checkTree, TOO_DEEP } from './check-tree.ts';

/** Limit of expanded aliases; a "billion laughs" bomb exceeds it at its fourth line. */
const MAX_ALIASES = 2_000;

/** Problems named of one broken document. */
const MAX_PROBLEMS = 10;

const ALIAS_BOMB =
  'The aliases of this YAML document multiply without end (an "alias bomb"). Write the repeated parts once, under components, and refer to them with $ref.';

/** Reads YAML 1.2 (and merge keys, which documents use); anchors are kept as shared objects. */
export function readYaml(source: string, warnings: Warnings): Result<JsonValue, ImportFailure> {
  const document = parseSafely(source);
  if (document === null) return refuse('unreadable', TOO_DEEP);
  const errors = document.errors.filter((error) => error.code !== 'DUPLICATE_KEY');
  if (errors.some((error) => error.code === 'RESOURCE_EXHAUSTION'))
    return refuse('unreadable', TOO_DEEP);
  if (errors.length > 0) return refuseErrors(errors);
  for (const error of document.errors) {
    warnings.add(
      'duplicate key',
      null,
      `${where(error)}: this key occurs twice in its object; the last one counts.`,
    );
  }
  for (const warning of document.warnings) {
    warnings.add('yaml', null, `${where(warning)}: ${sentence(warning)}.`);
  }
  return toPlain(document, source, warnings);
}

/**
 * The core schema alone, whatever version or tags a document names: times, bytes, sets and ordered maps
 * have no form in JSON.
 */
const OPTIONS = {
  schema: 'core',
  merge: true,
  resolveKnownTags: false,
  logLevel: 'error',
} as const;

function parseSafely(source: string): Document.Parsed | null {
  try {
    return parseDocument(source, OPTIONS);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function toPlain(
  document: Document.Parsed,
  source: string,
  warnings: Warnings,
): Result<JsonValue, ImportFailure> {
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof RangeError) return refuse('unreadable', TOO_DEEP);
    if (!(error instanceof ReferenceError)) throw error;
    if (/alias count/i.test(error.message)) return refuse('unreadable', ALIAS_BOMB);
    return refuse(
      'unreadable',
      `Not valid YAML: ${error.message}. Correct the alias and import again.`,
    );
  }
  const root = (value ?? null) as JsonValue;
  const checked = checkTree(root, source.length, warnings);
  if (checked.ok && isObject(root)) keepVersions(document, root);
  return checked;
}

/** `version: 1.10` is the number 1.1 in YAML; a version is meant as it is written. */
function keepVersions(document: Document.Parsed, root: JsonObject): void {
  const contents = document.contents;
  if (!isMap(contents)) return;
  for (const key of ['openapi', 'swagger']) {
    const scalar: unknown = contents.get(key, true);
    if (isScalar(scalar) && scalar.source) put(root, key, scalar.source);
  }
  const version: unknown = contents.getIn(['info', 'version'], true);
  const info = root['info'];
  if (isObject(info) && isScalar(version) && typeof version.value === 'number' && version.source) {
    info['version'] = version.source;
  }
}

function refuseErrors(errors: YAMLError[]): { ok: false } & ImportFailure {
  const [first] = errors;
  const problems = errors.slice(0, MAX_PROBLEMS).map((error) => ({
    path: '$',
    message: `${where(error)}: ${sentence(error)}.`,
  }));
  const message = first ? `${sentence(first)} (${where(first)})` : 'it cannot be read';
  return refuse(
    'unreadable',
    `Neither JSON nor YAML: ${message}. Correct that place and import again.`,
    problems,
  );
}

function where(error: YAMLError): string {
  const start = error.linePos?.[0];
  return start ? `Line ${start.line}, column ${start.col}` : 'Line 1, column 1';
}

function sentence(error: YAMLError): string {
  const [line = ''] = error.message.split('\n');
  return line.replace(/ at line \d+, column \d+:?$/, '').replace(/\.$/, '');
}
