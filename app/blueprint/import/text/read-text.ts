import { own } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import type { Warnings } from '#app/blueprint/import/warnings.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { toVisible } from './visible-text.ts';

/**
 * Text of a document for people and models, with hidden characters made visible; null if it is not text.
 *
 * @param place of the object that has it under the key.
 */
export function readVisibleText(
  value: JsonValue | undefined,
  place: Place,
  key: string,
  warnings: Warnings,
): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const visible = toVisible(value);
  if (visible !== value) {
    warnings.add(
      'hidden text',
      at(place, key),
      'This text contains hidden characters; each is shown as [U+…].',
    );
  }
  return visible;
}

/** The text under a key of an object, trimmed; empty if there is none. */
export function textAt(holder: JsonObject, key: string, place: Place, warnings: Warnings): string {
  return (readVisibleText(own(holder, key), place, key, warnings) ?? '').trim();
}
