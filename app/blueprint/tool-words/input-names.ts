import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { definitionOfRef } from '#app/blueprint/schema-refs.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

type InputTool = Pick<Tool, 'inputSchema' | 'action'>;

/**
 * All names under which a tool takes or sends a value, in a form that ignores case and separators: its arguments, the
 * properties inside them, their names on the wire, and constants.
 */
export function inputNames(
  { inputSchema, action }: InputTool,
  definitions: Blueprint['definitions'],
): Set<string> {
  const names = new Set<string>();
  collectProperties(inputSchema, definitions, names);
  if (action.kind === 'http') {
    const { path, parameters, body, constants = [] } = action;
    const sent = [...parameters, ...constants].map(({ name }) => name);
    const placeholders = Array.from(path.matchAll(/\{([^{}/]+)\}/g), ([, name = '']) => name);
    const fields = Object.values(body?.names ?? {});
    for (const name of [...sent, ...placeholders, ...fields]) names.add(toPlainName(name));
  }
  return names;
}

/** `page_size`, `pageSize` and `page-size` as one name. */
export function toPlainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Every property at any depth; each shared definition is looked at once. */
function collectProperties(
  root: JsonObject,
  definitions: Blueprint['definitions'],
  names: Set<string>,
): void {
  const reached = new Set<string>();
  const open: JsonValue[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...value);
    if (!isJsonObject(value)) continue;
    const { properties, $ref } = value;
    if (isJsonObject(properties)) {
      for (const name of Object.keys(properties)) names.add(toPlainName(name));
    }
    const shared = typeof $ref === 'string' ? definitionOfRef($ref) : null;
    if (shared !== null && !reached.has(shared) && Object.hasOwn(definitions, shared)) {
      reached.add(shared);
      open.push(definitions[shared] ?? true);
    }
    open.push(...Object.values(value));
  }
}
