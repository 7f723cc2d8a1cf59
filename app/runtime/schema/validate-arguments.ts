import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { unknownProperty } from './describe-problem.ts';
import { findProblems, toJsonPath } from './find-problems.ts';
import type { SchemaProblem } from './find-problems.ts';
import { resolveRefs } from './schema-closure.ts';
import { checkOf } from './validator.ts';

/** Maximum number of problems reported. */
const MAX_PROBLEMS = 20;

/**
 * Checks a tool's arguments.
 *
 * @returns a text for the model that names each wrong argument and what is expected; null if all are valid.
 */
export function validateArguments(
  tool: { name: string; inputSchema: JsonObject },
  args: JsonObject,
  definitions: { [name: string]: JsonSchema },
): string | null {
  const check = checkOf(tool.inputSchema, definitions);
  const problems = findProblems(check, args).map((problem) => explainUnknown(problem, check.root));
  const messages = [...new Set([...problems, ...strayArguments(check.root, args)])];
  if (messages.length === 0) return null;
  const shown = messages.slice(0, MAX_PROBLEMS).map((message) => `- ${message}`);
  const rest = messages.length - shown.length;
  if (rest > 0) shown.push(`- and ${rest} more`);
  return `Invalid arguments for ${tool.name}:\n${shown.join('\n')}`;
}

/** Adds the closest name to "not allowed here". */
function explainUnknown(problem: SchemaProblem, root: JsonObject): string {
  const name = problem.path.at(-1);
  if (problem.keyword !== 'false' || name === undefined) return problem.message;
  const parent = schemaOf(problem.path.slice(0, -1), root);
  return `${toJsonPath(problem.path)} ${unknownProperty(name, parent)}`;
}

/** Schema at a path, as far as plain properties and items lead. */
function schemaOf(path: readonly string[], root: JsonObject): JsonSchema {
  let current: JsonSchema = root;
  for (const token of path) {
    const schema: JsonSchema | null = resolveRefs(current, root);
    if (!isJsonObject(schema)) return true;
    const properties: JsonValue | undefined = schema['properties'];
    const next: JsonValue | undefined = isJsonObject(properties)
      ? properties[token]
      : schema['items'];
    current = isJsonObject(next) ? next : true;
  }
  return resolveRefs(current, root) ?? true;
}

/**
 * Arguments that the action does not read: even if the root schema allows additional properties, they are a
 * mistake of the caller that must be reported.
 */
function strayArguments(root: JsonObject, args: JsonObject): string[] {
  const { properties, additionalProperties, patternProperties } = root;
  const isOpen = [additionalProperties, patternProperties, root['unevaluatedProperties']].some(
    (keyword) => keyword !== undefined,
  );
  const combines = ['allOf', 'anyOf', 'oneOf', '$ref', 'if'].some(
    (word) => root[word] !== undefined,
  );
  if (isOpen || combines || !isJsonObject(properties)) return [];
  return Object.keys(args)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => `${toJsonPath([name])} ${unknownProperty(name, root)}`);
}
