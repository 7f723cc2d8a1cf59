import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject } from '#app/blueprint/import/json-object.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { explainMissing } from './references.ts';

/** An object of the document and its location. */
export interface Located {
  value: JsonObject;
  place: Place;
}

/**
 * The object that a value is or refers to. If there is none, adds a warning with the consequence and returns
 * null.
 */
export function resolveObject(
  run: ImportRun,
  value: JsonValue | undefined,
  place: Place,
  consequence: string,
): Located | null {
  const followed = run.references.follow(value, place);
  if (!followed.found) {
    run.warnings.add('reference', followed.place, explainMissing(followed, consequence));
    return null;
  }
  if (isObject(followed.value)) return { value: followed.value, place: followed.place };
  run.warnings.add('shape', followed.place, `An object is expected here; ${consequence}.`);
  return null;
}
