import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import type { JsonObject, JsonSchema } from '#app/runtime/json.ts';
import { localRefs } from '#app/runtime/schema/schema-closure.ts';

/** Names of definitions that differ, or lead to one that does, or to the schema around them. */
export function findChangedDefinitions(before: JsonObject, after: JsonObject): Set<string> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const users = new Map<string, string[]>();
  const changed = new Set<string>();
  for (const name of names) {
    const [old, now] = [toSchema(before, name), toSchema(after, name)];
    const refs = localRefs(now ?? old ?? true);
    for (const used of refs.names) users.set(used, [...(users.get(used) ?? []), name]);
    if (old === undefined || now === undefined || refs.isBound || !isSameJson(old, now)) {
      changed.add(name);
    }
  }
  // A set hands out what is added while it is gone through.
  for (const name of changed) for (const user of users.get(name) ?? []) changed.add(user);
  return changed;
}

function toSchema(definitions: JsonObject, name: string): JsonSchema | undefined {
  const schema = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  return typeof schema === 'boolean' || (typeof schema === 'object' && !Array.isArray(schema))
    ? (schema ?? undefined)
    : undefined;
}
