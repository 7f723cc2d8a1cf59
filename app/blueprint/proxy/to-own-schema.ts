import { findSchemaProblems } from '#app/blueprint/find-schema-problems.ts';
import { put } from '#app/blueprint/import/json-object.ts';
import { dropHiddenIn } from '#app/blueprint/import/text/drop-hidden-in.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

/** Keywords whose value is data, not schema. */
const PLAIN = new Set(['const', 'default', 'enum', 'examples']);
/** Keywords whose value maps names to schemas: the names are no keywords. */
const MAPS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** Say something about the document that a schema comes from. */
const LEFT_OUT = new Set(['$schema', '$id', 'id', 'example', 'discriminator', 'nullable']);
const MAX_DEPTH = 100;

export interface OwnSchema {
  schema: JsonObject;
  /** False: only the names and descriptions of the arguments could be taken over. */
  isWhole: boolean;
}

/**
 * The schema of another server's tool as one of ours: JSON Schema 2020-12 whose root is an object. Older keywords
 * are translated. If anything else is not understood, every value is accepted: the other server checks them.
 */
export function toOwnSchema(given: JsonValue | undefined): OwnSchema {
  if (!isJsonObject(given)) return { schema: { type: 'object' }, isWhole: false };
  const translated = translate(dropHiddenIn(given), false, 0);
  const schema = { ...(isJsonObject(translated) ? translated : {}), type: 'object' };
  if (findSchemaProblems(schema, {}).length === 0) return { schema, isWhole: true };
  return { schema: toLoose(schema), isWhole: false };
}

function translate(value: JsonValue, isMap: boolean, depth: number): JsonValue {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => translate(item, false, depth + 1));
  const out: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    if (!isMap && LEFT_OUT.has(key)) continue;
    if (!isMap && key === '$ref' && typeof child === 'string') {
      put(out, key, child.replace(/^#\/definitions\//, '#/$defs/'));
    } else if (!isMap && PLAIN.has(key)) {
      put(out, key, child);
    } else {
      const name = !isMap && key === 'definitions' ? '$defs' : key;
      put(out, name, translate(child, !isMap && MAPS.has(key), depth + 1));
    }
  }
  const { type } = out;
  const isNullable = !isMap && value['nullable'] === true && typeof type === 'string';
  return isNullable ? { ...out, type: [type, 'null'] } : out;
}

/** The names of the arguments and what is said about them. */
function toLoose({ properties, required }: JsonObject): JsonObject {
  const loose: JsonObject = {};
  for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
    const description = isJsonObject(schema) ? schema['description'] : undefined;
    put(loose, name, typeof description === 'string' ? { description } : {});
  }
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return {
    type: 'object',
    properties: loose,
    ...(names.length === 0 ? {} : { required: names }),
  };
}
