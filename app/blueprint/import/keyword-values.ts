import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import type { Frame } from './convert-schema.ts';
import type { Place } from './place.ts';
import type { SchemaImporter } from './schemas.ts';

/** One keyword of one schema, and where its translation goes. */
export interface KeywordUse {
  importer: SchemaImporter;
  schema: JsonObject;
  out: JsonObject;
  frame: Frame;
  key: string;
  value: JsonValue;
  place: Place;
}

/** A number, or a text that is one, as documents written by hand have it. */
export function toNumber(value: JsonValue): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(value))
    return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Warns that a keyword's value is none it may have, and leaves the keyword out. */
export function reject(
  { importer, key, place }: Pick<KeywordUse, 'importer' | 'key' | 'place'>,
  wanted: string,
): void {
  importer.warnings.add('keyword value', place, `"${key}" must be ${wanted}; it was left out.`);
}
