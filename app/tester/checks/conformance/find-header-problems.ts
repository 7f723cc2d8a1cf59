import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

/** Characters of a header's name (RFC 9110, 5.1). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const SIMPLE = new Set(['string', 'integer', 'boolean']);
const MAX_DEPTH = 50;

/** Faults of the parameters of a tool that are marked to travel as headers. */
export function findHeaderProblems(schema: JsonObject): string[] {
  const problems: string[] = [];
  const names = new Set<string>();
  visit(schema, true, 0, (marked, isReachable) => {
    const name = marked['x-mcp-header'];
    if (typeof name !== 'string' || !TOKEN.test(name)) {
      problems.push(`x-mcp-header ${JSON.stringify(name)} is no name of a header.`);
      return;
    }
    if (names.has(name.toLowerCase())) problems.push(`x-mcp-header ${name} is used twice.`);
    names.add(name.toLowerCase());
    const { type = null } = marked;
    if (typeof type !== 'string' || !SIMPLE.has(type)) {
      problems.push(`x-mcp-header ${name} is on a value of type ${JSON.stringify(type)}.`);
    }
    if (!isReachable) problems.push(`x-mcp-header ${name} cannot be reached by properties alone.`);
  });
  return problems;
}

/** Visits each schema that is marked, with whether only `properties` lead to it. */
function visit(
  value: JsonValue,
  isReachable: boolean,
  depth: number,
  found: (marked: JsonObject, isReachable: boolean) => void,
): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const item of value) visit(item, false, depth + 1, found);
    return;
  }
  if (Object.hasOwn(value, 'x-mcp-header')) found(value, isReachable && depth > 0);
  for (const [key, child] of Object.entries(value)) {
    if (key === 'properties' && isJsonObject(child)) {
      for (const each of Object.values(child)) visit(each, isReachable, depth + 1, found);
    } else if (!['const', 'default', 'enum', 'examples'].includes(key)) {
      visit(child, false, depth + 1, found);
    }
  }
}
