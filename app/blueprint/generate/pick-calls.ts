import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';
import { sampleArguments } from '#app/runtime/mock/sample-arguments.ts';
import { sampleSchema } from '#app/runtime/mock/sample-schema.ts';
import { ArgumentError } from '#app/runtime/request/argument-error.ts';
import { buildRequest } from '#app/runtime/request/build-request.ts';
import { resolveRefs } from '#app/runtime/schema/schema-closure.ts';
import { validateArguments } from '#app/runtime/schema/validate-arguments.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

type Definitions = Blueprint['definitions'];

/** Sample calls of a tool: one that it accepts and one that it rejects. */
export interface Calls {
  /** Arguments that it accepts; absent if none could be found. */
  valid?: JsonObject;
  /** Arguments that it rejects, and the one the error names; absent if it accepts everything. */
  rejected?: { arguments: JsonObject; names: string };
}

/**
 * Picks calls of a tool, each checked with the running server's own validation: the tool's first valid
 * example, else arguments made from its schema, then the same with one error.
 */
export function pickCalls(tool: Tool, definitions: Definitions): Calls {
  const valid = pickValid(tool, definitions);
  const rejected = pickRejected(tool, valid ?? {}, definitions);
  return { ...(valid && { valid }), ...(rejected && { rejected }) };
}

function pickValid(tool: Tool, definitions: Definitions): JsonObject | undefined {
  const isValid = (args: JsonObject) => validateArguments(tool, args, definitions) === null;
  for (const { arguments: args } of tool.examples ?? []) {
    if (isValid(args) && canBeSent(tool, args)) return args;
  }
  // These were checked when they were made.
  const sampled = sampleArguments(tool, definitions);
  if (sampled !== null && canBeSent(tool, sampled)) return sampled;
  // A path may need what the schema says is optional.
  const full = sampleSchema(tool.inputSchema, definitions, { withOptional: true });
  const isFull = full !== undefined && isJsonObject(full);
  return isFull && isValid(full) && canBeSent(tool, full) ? full : undefined;
}

function canBeSent(tool: Tool, args: JsonObject): boolean {
  if (tool.action.kind !== 'http') return true;
  try {
    buildRequest(tool.action, args);
    return true;
  } catch (error) {
    if (error instanceof ArgumentError) return false;
    throw error;
  }
}

/** The first wrong argument that its own error names: of a wrong type, missing, or unknown. */
function pickRejected(tool: Tool, valid: JsonObject, definitions: Definitions): Calls['rejected'] {
  const { root } = checkOf(tool.inputSchema, definitions);
  for (const [names, args] of wrongArguments(valid, root)) {
    const message = validateArguments(tool, args, definitions);
    if (message?.includes(names) === true) return { arguments: args, names };
  }
  return undefined;
}

function* wrongArguments(valid: JsonObject, root: JsonObject): Generator<[string, JsonObject]> {
  const properties = isJsonObject(root['properties']) ? root['properties'] : {};
  const required = Array.isArray(root['required']) ? root['required'] : [];
  const names = Object.keys(properties);
  const first = names.filter((name) => required.includes(name));
  const ordered = [...first, ...names.filter((name) => !first.includes(name))];
  for (const name of ordered) {
    for (const value of wrongValues(properties[name], root)) {
      yield [name, withArgument(valid, name, value)];
    }
  }
  for (const name of first) {
    yield [name, Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name))];
  }
  yield ['notAnArgument', withArgument(valid, 'notAnArgument', true)];
}

/** Values that a schema of one type most likely rejects, the most telling first. */
function wrongValues(schema: JsonValue | undefined, root: JsonObject): JsonValue[] {
  const resolved = isJsonObject(schema) ? resolveRefs(schema, root) : null;
  const type = isJsonObject(resolved) ? resolved['type'] : undefined;
  return type === 'string' ? [12.5, {}] : ['wrong', 12.5, {}];
}

/** A spread with a computed key makes a property of `__proto__`, which an assignment would not. */
function withArgument(args: JsonObject, name: string, value: JsonValue): JsonObject {
  return { ...args, [name]: value };
}
