import { definitionOfRef } from '#app/blueprint/schema-refs.ts';
import { propertiesOf, requiredOf } from '#app/builder/tools/requests/object-schema.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '#app/runtime/json.ts';

/** Levels that are told as fields; what lies deeper stays JSON, as a text. */
const MAX_DEPTH = 12;

const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const MAPS = new Set(['patternProperties', 'dependentSchemas']);
const SCHEMAS = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
/** Told in another way. */
const LEFT_OUT = new Set(['$defs', '$ref', 'properties', 'required']);

/**
 * Tells schemas as a model writes arguments: properties as `fields`, everything else as it is. A shared
 * definition is told once, where it occurs first; after that its name stands for it.
 */
export class SchemaShapes {
  readonly #definitions: Readonly<Record<string, JsonSchema>>;
  readonly #told = new Set<string>();

  constructor(definitions: Readonly<Record<string, JsonSchema>>) {
    this.#definitions = definitions;
  }

  /** A named value, such as a property. */
  field(name: string, schema: JsonValue, isRequired: boolean, depth = 0): JsonObject {
    return { name, ...(isRequired ? { required: true } : {}), ...this.shape(schema, depth) };
  }

  /** A schema without a name. */
  shape(schema: JsonValue, depth = 0): JsonObject {
    if (schema === false) return { never: true };
    if (!isJsonObject(schema)) return {};
    if (depth > MAX_DEPTH) return { schema: JSON.stringify(schema) };
    const { $ref: ref, ...beside } = schema;
    if (typeof ref !== 'string') return this.#keywords(schema, depth);
    const name = definitionOfRef(ref);
    const target = name !== null && ref.split('/').length === 3 ? this.#find(name) : undefined;
    if (name === null || target === undefined) return { ref, ...this.#keywords(beside, depth) };
    if (this.#told.has(name)) return { definition: name, ...this.#keywords(beside, depth) };
    this.#told.add(name);
    const told = this.#keywords({ ...(isJsonObject(target) ? target : {}), ...beside }, depth);
    return { definition: name, ...told };
  }

  #find(name: string): JsonSchema | undefined {
    return Object.hasOwn(this.#definitions, name) ? this.#definitions[name] : undefined;
  }

  #keywords(schema: JsonObject, depth: number): JsonObject {
    const shape: JsonObject = {};
    for (const [key, value] of Object.entries(schema)) {
      if (!LEFT_OUT.has(key)) shape[key] = this.#keyword(key, value, depth);
    }
    const required = new Set(requiredOf(schema));
    const properties = Object.entries(propertiesOf(schema));
    if (properties.length > 0) {
      shape['fields'] = properties.map(([name, property]) =>
        this.field(name, property, required.delete(name), depth + 1),
      );
    }
    if (required.size > 0) shape['required'] = [...required];
    return shape;
  }

  #keyword(key: string, value: JsonValue, depth: number): JsonValue {
    if (LISTS.has(key) && Array.isArray(value)) {
      return value.map((each) => this.shape(each, depth + 1));
    }
    if (MAPS.has(key) && isJsonObject(value)) {
      const entries = Object.entries(value);
      return Object.fromEntries(entries.map(([name, each]) => [name, this.shape(each, depth + 1)]));
    }
    if (!SCHEMAS.has(key) || !isJsonObject(value)) return value;
    const shape = this.shape(value, depth + 1);
    const [only, ...others] = Object.keys(shape);
    // `items: "string"`, as upsert_tool takes it.
    return key === 'items' && only === 'type' && others.length === 0
      ? (shape['type'] ?? {})
      : shape;
  }
}
