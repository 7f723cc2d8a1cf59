import { own } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import type { SchemaFrame } from './convert-schema.ts';
import type { SchemaImporter } from './schemas.ts';

/** A schema whose keywords are being translated one by one. */
export interface Translation {
  importer: SchemaImporter;
  /** As in the document. */
  schema: JsonObject;
  /** Its translation. */
  out: JsonObject;
  place: Place;
  frame: SchemaFrame;
}

/** Translates one keyword of a schema. */
export type Keyword = (translation: Translation, key: string, value: JsonValue) => void;

/** A number, or a text that is one, as in documents written by hand. */
export function toNumber(value: JsonValue): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(value))
    return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Whether 3.0's `nullable`, or its predecessor, is set. */
export function isMarkedNullable(schema: JsonObject): boolean {
  return own(schema, 'nullable') === true || own(schema, 'x-nullable') === true;
}

/** Warns that a keyword's value is invalid, and drops the keyword. */
export function reject({ importer, place }: Translation, key: string, wanted: string): void {
  const message = `"${key}" must be ${wanted}; it was left out.`;
  importer.warnings.add('keyword value', at(place, key), message);
}
