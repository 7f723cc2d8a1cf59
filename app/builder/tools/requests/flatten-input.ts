import { isJsonObject, type JsonObject, type JsonValue } from '#app/runtime/json.ts';
import { lookUp } from '#app/runtime/schema/schema-closure.ts';

import type { Definitions } from './http-tool.ts';
import { propertiesOf, requiredOf } from './object-schema.ts';

/** Keywords that hold for some calls only. */
const CHOICES = ['anyOf', 'oneOf', 'if', 'then', 'else', 'not', 'dependentSchemas'];
/** Schemas that one schema leads to; more are a circle. */
const MAX_PARTS = 200;

/**
 * The schema of an input with all arguments in its `properties`: those of its `$ref` and its `allOf` as well.
 * A sentence where an argument stands in a choice only, and nobody could say where it is sent.
 */
export function flattenInput(input: JsonObject, definitions: Definitions): JsonObject | string {
  const { $defs } = input;
  const root = { $defs: { ...definitions, ...(isJsonObject($defs) ? $defs : {}) } };
  const parts = listParts(input, root);
  if (parts === null) return 'The schema refers to itself at its root.';
  const [first = {}, ...others] = parts;
  const flat = others.reduce(merge, first);
  const known = propertiesOf(flat);
  const hidden = CHOICES.flatMap((keyword) => namesIn(flat[keyword], root, 0));
  const unknown = [...new Set(hidden)].filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return flat;
  return `${unknown.join(', ')}: named in a choice only (anyOf, oneOf, if). Name each argument in properties too, with what holds in every case.`;
}

/** The schema itself and all that always hold with it; null for a circle. */
function listParts(schema: JsonObject, root: JsonObject): JsonObject[] | null {
  const open: JsonObject[] = [schema];
  const parts: JsonObject[] = [];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { $ref, allOf, ...own } = next;
    if (parts.push(own) > MAX_PARTS) return null;
    const target = typeof $ref === 'string' ? lookUp($ref, root) : null;
    const held = Array.isArray(allOf) ? allOf : [];
    open.push(...[target, ...held].filter((each) => isJsonObject(each)));
  }
  return parts;
}

/** One schema of two that both hold. */
function merge(one: JsonObject, other: JsonObject): JsonObject {
  const { properties: _properties, required: _required, ...rules } = other;
  const shared = Object.keys(rules).filter(
    (keyword) => Object.hasOwn(one, keyword) && CHOICES.includes(keyword),
  );
  const kept =
    shared.length > 0 ? Object.fromEntries(shared.map((key) => [key, rules[key] ?? true])) : null;
  const allOf = Array.isArray(one['allOf']) ? one['allOf'] : [];
  const properties = Object.entries(propertiesOf(other)).map(
    ([name, schema]): [string, JsonValue] => {
      const known = propertiesOf(one)[name];
      return [name, known === undefined ? schema : { allOf: [known, schema] }];
    },
  );
  const required = [...new Set([...requiredOf(one), ...requiredOf(other)])];
  return {
    ...rules,
    ...one,
    properties: { ...propertiesOf(one), ...Object.fromEntries(properties) },
    ...(required.length > 0 ? { required } : {}),
    ...(kept === null ? {} : { allOf: [...allOf, kept] }),
  };
}

/** Names of properties in a part of a schema that is about the whole input. */
function namesIn(value: JsonValue | undefined, root: JsonObject, depth: number): string[] {
  if (depth > 20) return [];
  if (Array.isArray(value)) return value.flatMap((each) => namesIn(each, root, depth + 1));
  if (!isJsonObject(value)) return [];
  const { $ref, properties, ...rest } = value;
  const inner = ['allOf', ...CHOICES].flatMap((keyword) => namesIn(rest[keyword], root, depth + 1));
  const target = typeof $ref === 'string' ? lookUp($ref, root) : null;
  return [
    ...(isJsonObject(properties) ? Object.keys(properties) : []),
    ...inner,
    ...namesIn(target ?? undefined, root, depth + 1),
  ];
}
