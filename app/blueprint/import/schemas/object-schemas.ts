import { isObject, listAt, own } from '#app/blueprint/import/json-object.ts';
import type { JsonSchema, JsonValue } from '#app/runtime/definition.ts';

/** Whether all values that a schema accepts are meant to be objects. */
export function isObjectSchema(
  schema: JsonValue | undefined,
  definitions: { [name: string]: JsonSchema },
  depth = 0,
): boolean {
  if (!isObject(schema) || depth > 20) return false;
  const type = own(schema, 'type');
  if (type !== undefined) return type === 'object';
  const isNext = (member: JsonValue | undefined) => isObjectSchema(member, definitions, depth + 1);
  const ref = own(schema, '$ref');
  if (typeof ref === 'string' && isNext(definitions[ref.replace('#/$defs/', '')])) return true;
  if (listAt(schema, 'allOf').some(isNext)) return true;
  for (const key of ['oneOf', 'anyOf']) {
    const members = listAt(schema, key);
    if (members.length > 0) return members.every(isNext);
  }
  return ref === undefined && own(schema, 'properties') !== undefined;
}
