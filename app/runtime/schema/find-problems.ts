import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { SchemaError } from './check/check-run.ts';
import { describeProblem } from './describe-problem.ts';
import { describeSchema, printValue } from './describe-schema.ts';
import { decodePointerToken, lookUp } from './schema-closure.ts';
import type { SchemaCheck } from './validator.ts';

/** A problem at one place, as a sentence that starts with its path. */
export interface SchemaProblem {
  /** Path tokens from the root of the checked value. */
  path: string[];
  keyword: string;
  message: string;
}

/** Keywords the validator reports around the actual cause. */
const WRAPPERS = new Set(
  (
    '$ref properties patternProperties additionalProperties unevaluatedProperties ' +
    'items prefixItems additionalItems unevaluatedItems allOf if dependentSchemas ' +
    'propertyNames'
  ).split(' '),
);

/** Finds the causes of a value's errors; of alternatives only the closest. */
export function findProblems(check: SchemaCheck, value: JsonValue): SchemaProblem[] {
  return causes(check.errors(value), check.root, value);
}

function causes(units: SchemaError[], root: JsonObject, value: JsonValue): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index];
    if (unit === undefined || WRAPPERS.has(unit.keyword)) continue;
    if (unit.keyword === 'anyOf' || unit.keyword === 'oneOf') {
      const inner = innerUnits(units, index);
      index += inner.length;
      problems.push(...alternativeProblems(unit, inner, root, value));
    } else if (unit.keyword === 'contains' || unit.keyword === 'minContains') {
      index += innerUnits(units, index).length;
      problems.push(toProblem(unit, root, value));
    } else {
      problems.push(toProblem(unit, root, value));
    }
  }
  return problems;
}

/** Errors nested in one: they are reported right after it, below its location. */
function innerUnits(units: SchemaError[], index: number): SchemaError[] {
  const location = `${units[index]?.keywordLocation}/`;
  let end = index + 1;
  // A `false` schema has the location of the value instead of its own.
  const isInner = (unit: SchemaError) =>
    unit.keywordLocation.startsWith(location) || unit.keyword === 'false';
  for (let unit = units[end]; unit !== undefined && isInner(unit); unit = units[end]) end += 1;
  return units.slice(index + 1, end);
}

/**
 * Of several alternatives, the closest is the one the caller meant. More than one match is not an error here:
 * so many documents have overlapping `oneOf`s that a strict reading would make tools impossible to call.
 */
function alternativeProblems(
  unit: SchemaError,
  inner: SchemaError[],
  root: JsonObject,
  value: JsonValue,
): SchemaProblem[] {
  if (unit.keyword === 'oneOf' && !unit.error.includes('(0 matches)')) return [];
  const branches = new Map<string, SchemaError[]>();
  let branch = '';
  for (const error of inner) {
    if (error.keyword !== 'false') {
      branch = error.keywordLocation.slice(unit.keywordLocation.length + 1).split('/')[0] ?? '';
    }
    const errors = branches.get(branch);
    if (errors === undefined) branches.set(branch, [error]);
    else errors.push(error);
  }
  const candidates = [...branches.values()].map((errors) => causes(errors, root, value));
  if (candidates.some((problems) => problems.length === 0)) return [];
  const own = pathOf(unit.instanceLocation);
  const inside = candidates.filter((problems) => !problems.some((problem) => isAt(problem, own)));
  const [closest] = inside.sort((a, b) => a.length - b.length);
  if (closest !== undefined) return closest;
  if (candidates.length === 1 && candidates[0] !== undefined) return candidates[0];
  const schema = schemaAt(root, unit.keywordLocation);
  const expected = describeSchema(isJsonObject(schema) ? withoutType(schema) : true, root);
  const actual = printValue(valueAt(value, own));
  const message = `${toJsonPath(own)} must be ${expected}, not ${actual}`;
  return [{ path: own, keyword: unit.keyword, message }];
}

/** The value has the wrong type altogether, so the alternative cannot have been meant. */
function isAt(problem: SchemaProblem, path: string[]): boolean {
  const isOfKind = ['type', 'const', 'enum'].includes(problem.keyword);
  return isOfKind && problem.path.length === path.length;
}

function withoutType(schema: JsonObject): JsonObject {
  const { anyOf, oneOf } = schema;
  return anyOf === undefined ? { oneOf: oneOf ?? [] } : { anyOf };
}

function toProblem(unit: SchemaError, root: JsonObject, value: JsonValue): SchemaProblem {
  const path = pathOf(unit.instanceLocation);
  const schema = schemaAt(root, unit.keywordLocation);
  const found = describeProblem(
    unit,
    isJsonObject(schema) ? schema : {},
    valueAt(value, path),
    root,
  );
  const full = [...path, ...(found.property === undefined ? [] : [found.property])];
  return { path: full, keyword: unit.keyword, message: `${toJsonPath(full)} ${found.text}` };
}

function pathOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(decodePointerToken);
}

/** `$.tags[0]['a b']` (RFC 9535). */
export function toJsonPath(path: readonly string[]): string {
  return `$${path.map(toSegment).join('')}`;
}

function toSegment(token: string): string {
  if (/^\d+$/.test(token)) return `[${token}]`;
  if (/^[A-Za-z_]\w*$/.test(token)) return `.${token}`;
  return `['${token.replace(/[\\']/g, (character) => `\\${character}`)}']`;
}

function valueAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const token of path) {
    if (Array.isArray(current)) current = current[Number(token)];
    else if (isJsonObject(current) && Object.hasOwn(current, token)) current = current[token];
    else return undefined;
  }
  return current;
}

/** The schema with the keyword at the end of a location. */
function schemaAt(root: JsonObject, keywordLocation: string): JsonValue | undefined {
  let current: JsonValue | undefined = root;
  for (const token of pathOf(keywordLocation).slice(0, -1)) {
    if (Array.isArray(current)) {
      current = current[Number(token)];
    } else if (isJsonObject(current)) {
      const next: JsonValue | undefined = current[token];
      const isRef = token === '$ref' && typeof next === 'string';
      current = isRef ? (lookUp(next, root) ?? undefined) : next;
    }
  }
  return current;
}
