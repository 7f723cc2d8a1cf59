import { isJsonObject, toText, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

const ALL = ['null', 'boolean', 'object', 'array', 'number', 'string'];

/** The types of the values that a schema accepts; `number` stands for integers, too. */
export function typesOf(schema: JsonObject): ReadonlySet<string> {
  const { type } = schema;
  if (typeof type === 'string') return new Set([type]);
  if (Array.isArray(type)) {
    const names = type.filter((each) => typeof each === 'string');
    return new Set(names.filter((each) => each !== 'integer' || !names.includes('number')));
  }
  return new Set(allowedValues(schema)?.map(typeOfValue) ?? ALL);
}

/** Whether values of a type are among those of others. */
export function coversType(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'));
}

/** Whether no value is of a type of both. */
export function areApart(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return (
    ![...one].some((type) => coversType(other, type)) &&
    ![...other].some((type) => coversType(one, type))
  );
}

/** The only values that a schema accepts; null where it does not list them. */
export function allowedValues(schema: JsonObject): JsonValue[] | null {
  const constant = schema['const'];
  if (constant !== undefined) return [constant];
  const listed = schema['enum'];
  return Array.isArray(listed) ? listed : null;
}

/** The schemas of the named properties. */
export function namedProperties(schema: JsonObject): JsonObject {
  const { properties } = schema;
  return isJsonObject(properties) ? properties : {};
}

/** Names of the properties that have to be there; what is no text is taken as one, as calls are checked. */
export function requiredNames(schema: JsonObject): ReadonlySet<string> {
  const { required } = schema;
  return new Set(Array.isArray(required) ? required.map(toText) : []);
}

function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
