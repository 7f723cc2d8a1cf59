import type { JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { findProblems } from '#app/runtime/schema/find-problems.ts';
import { decodePointerToken } from '#app/runtime/schema/schema-closure.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

import { NO_PROBLEMS, toFieldProblems, type ArgumentProblems } from './find-argument-problems.ts';
import { toSchemaRoot, type SchemaRoot } from './schema-root.ts';

const NO_DEFINITIONS = {};

/**
 * Checks a value against a schema of any origin, strictly, in bounded time, and without fetching anything.
 * Parts of the schema that cannot be read (a pattern that is none, a reference that leads nowhere) allow
 * everything: the server has the last word.
 */
export function findValueProblems(schema: JsonSchema, value: JsonValue): ArgumentProblems {
  try {
    return findInRoot(toSchemaRoot(schema), value);
  } catch (error) {
    // The schema nests deeper than the stack.
    if (error instanceof RangeError) return NO_PROBLEMS;
    throw error;
  }
}

function findInRoot(root: SchemaRoot, value: JsonValue): ArgumentProblems {
  const check = checkOf(root, NO_DEFINITIONS);
  const found = findProblems(check, value);
  if (found.length > 0) return toFieldProblems(found);
  // Servers of ours allow a value that fits several alternatives of a `oneOf`.
  const problems = check.errors(value).flatMap(({ keyword, instanceLocation, error }) => {
    if (keyword !== 'oneOf' || error.includes('(0 matches)')) return [];
    const path = instanceLocation.split('/').slice(1).map(decodePointerToken);
    return [{ path, keyword, message: 'fits several alternatives, of which only one is allowed' }];
  });
  return toFieldProblems(problems);
}
