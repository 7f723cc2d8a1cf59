import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

/** Whether a JSON value is an object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under a key; null if there is none. Ignores inherited properties. */
export function objectAt(holder: JsonObject, key: string): JsonObject | null {
  const value = own(holder, key);
  return isObject(value) ? value : null;
}

/** The list under a key; empty if there is none. */
export function listAt(holder: JsonObject, key: string): JsonValue[] {
  const value = own(holder, key);
  return Array.isArray(value) ? value : [];
}

/** The string under a key; null if there is none. */
export function stringAt(holder: JsonObject, key: string): string | null {
  const value = own(holder, key);
  return typeof value === 'string' ? value : null;
}

/** The value of an own property: `constructor` of `{}` is undefined. */
export function own(holder: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

/** Sets a key from a document: `__proto__` becomes an ordinary property. */
export function put(holder: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') {
    holder[key] = value;
    return;
  }
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
