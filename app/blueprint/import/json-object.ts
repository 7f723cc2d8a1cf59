import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

/** Tells an object from everything else that JSON has. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under a key; null where there is none. Never finds what objects inherit. */
export function objectAt(holder: JsonObject, key: string): JsonObject | null {
  const value = own(holder, key);
  return isObject(value) ? value : null;
}

/** The list under a key; empty where there is none. */
export function listAt(holder: JsonObject, key: string): JsonValue[] {
  const value = own(holder, key);
  return Array.isArray(value) ? value : [];
}

/** The string under a key; null where there is none. */
export function stringAt(holder: JsonObject, key: string): string | null {
  const value = own(holder, key);
  return typeof value === 'string' ? value : null;
}

/** The value under a key that the object itself has: `constructor` of `{}` is nothing. */
export function own(holder: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

/** Sets a key that comes from a document: `__proto__` becomes a property as any other. */
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
