import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { unknownProperty } from './describe-problem.ts';
import { findProblems, toJsonPath } from './find-problems.ts';
import type { SchemaProblem } from './find-problems.ts';
import { resolveRefs } from './schema-closure.ts';
import { checkOf } from './validator.ts';

/** More than this many problems teach nobody anything. */
const MAX_PROBLEMS = 20;

/**
 * Checks a tool's arguments.
 *
 * @returns a text for the model that names each wrong argument and what is expected; null when all
 *   is well.
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

/** "Not allowed here" helps more with the name that was probably meant. */
function explainUnknown(problem: SchemaProblem, root: JsonObject): string {
  const name = problem.path.at(-1);
  if (problem.keyword !== 'false' || name === undefined) return problem.message;
  const parent = schemaOf(problem.path.slice(0, -1), root);
  return `${toJsonPath(problem.path)} ${unknownProperty(name, parent)}`;
}

/** The schema of a place, as far as plain properties and items lead there. */
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
 * A root schema that leaves further arguments open does not say that anything is done with them: an
 * argument that nobody reads is a mistake of the caller that must not pass in silence.
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
