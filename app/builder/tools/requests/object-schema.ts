import { isJsonObject, valueOf, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

/** The properties of an object's schema. */
export function propertiesOf(schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  return isJsonObject(properties) ? properties : {};
}

/** Names of the properties that an object must have. */
export function requiredOf(schema: JsonObject): string[] {
  const required = schema['required'];
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** The schema with a property set; `required` undefined leaves that as it is. */
export function withProperty(
  schema: JsonObject,
  name: string,
  property: JsonValue,
  required?: boolean,
): JsonObject {
  const needed = new Set(requiredOf(schema));
  if (required === true) needed.add(name);
  if (required === false) needed.delete(name);
  const { required: _old, ...rest } = schema;
  return {
    ...rest,
    properties: { ...propertiesOf(schema), [name]: property },
    ...(needed.size > 0 ? { required: [...needed] } : {}),
  };
}

/** The schema without a property. */
export function withoutProperty(schema: JsonObject, name: string): JsonObject {
  const entries = Object.entries(propertiesOf(schema)).filter(([key]) => key !== name);
  const needed = requiredOf(schema).filter((each) => each !== name);
  const { required: _old, ...rest } = schema;
  return {
    ...rest,
    properties: Object.fromEntries(entries),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

/** The schema with a property under another name, in its place. */
export function withRenamed(schema: JsonObject, from: string, to: string): JsonObject {
  const rename = (name: string) => (name === from ? to : name);
  const entries = Object.entries(propertiesOf(schema)).map(
    ([name, value]) => [rename(name), value] as const,
  );
  const { required: _old, ...rest } = schema;
  const needed = requiredOf(schema).map(rename);
  return {
    ...rest,
    properties: Object.fromEntries(entries),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

/** A property's schema; null where there is none, or only true or false. */
export function propertyOf(schema: JsonObject, name: string): JsonObject | null {
  const property = valueOf(propertiesOf(schema), name);
  return isJsonObject(property) ? property : null;
}
