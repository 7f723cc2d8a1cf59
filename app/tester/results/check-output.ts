import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { findProblems } from '#app/runtime/schema/find-problems.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

/** Whether a result keeps what its tool's `outputSchema` promises. */
export type OutputVerdict =
  /** The tool declares no schema. */
  | { kind: 'undeclared' }
  | { kind: 'valid' }
  | { kind: 'invalid'; problems: readonly string[] }
  /** A schema is declared, and the result has no structured content. */
  | { kind: 'missing' }
  /** The schema cannot be read. */
  | { kind: 'unreadable' };

const NO_DEFINITIONS = {};
const LISTED_PROBLEMS = 20;

/** Checks structured content against the schema that its tool declares. */
export function checkOutput(
  content: JsonValue | undefined,
  outputSchema: JsonObject | null,
): OutputVerdict {
  if (outputSchema === null) return { kind: 'undeclared' };
  if (content === undefined) return { kind: 'missing' };
  try {
    const problems = findProblems(checkOf(outputSchema, NO_DEFINITIONS), content);
    if (problems.length === 0) return { kind: 'valid' };
    return {
      kind: 'invalid',
      problems: problems.slice(0, LISTED_PROBLEMS).map(({ message }) => message),
    };
  } catch {
    // A schema of a stranger may hold anything, at any depth.
    return { kind: 'unreadable' };
  }
}
