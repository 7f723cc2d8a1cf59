import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { findSchemaProblems } from '#app/blueprint/find-schema-problems.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import type { ToolChange } from './tool-change.ts';

/** Faults of the schemas and hints that a change gives, before anything is made of them. */
export function findSchemaFaults(
  { input, output, hints, arguments: given = [] }: ToolChange,
  { definitions }: Pick<Blueprint, 'definitions'>,
): PathProblem[] {
  const problems: PathProblem[] = [];
  const check = (schema: unknown, place: string, shared: Blueprint['definitions']) => {
    if (!isJsonObject(schema)) return;
    for (const { path, message } of findSchemaProblems(schema, shared)) {
      problems.push({ path: `$.${place}${path.slice(1)}`, message });
    }
  };
  check(input, 'input', definitions);
  check(output, 'output', definitions);
  const own = isJsonObject(input?.['$defs']) ? input['$defs'] : {};
  const shared = {
    ...definitions,
    ...Object.fromEntries(Object.keys(own).map((name) => [name, true])),
  };
  given.forEach(({ schema }, index) => check(schema, `arguments[${index}].schema`, shared));
  if (input && (input['type'] ?? 'object') !== 'object') {
    const message = 'The arguments of a tool are one object: type "object", with properties.';
    problems.push({ path: '$.input.type', message });
  }
  if (hints?.readOnly === true && hints.destructive === true) {
    const message =
      'A tool that only reads destroys nothing: give one of readOnly and destructive.';
    problems.push({ path: '$.hints', message });
  }
  return problems;
}
