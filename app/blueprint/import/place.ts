import { toJsonPath } from '#app/platform/json-path.ts';

/** Location in the document, as a path to the root. Cheap to make, formatted on demand. */
export type Place = { parent: Place; key: string | number } | null;

/** A location below another one. */
export function at(parent: Place, key: string | number, ...below: (string | number)[]): Place {
  let place: Place = { parent, key };
  for (const next of below) place = { parent: place, key: next };
  return place;
}

/** The keys from the root to a location. */
export function keysOf(place: Place): (string | number)[] {
  const segments: (string | number)[] = [];
  for (let next = place; next !== null; next = next.parent) segments.push(next.key);
  return segments.reverse();
}

/** Formats a location as JSONPath. */
export function toPath(place: Place): string {
  return toJsonPath(keysOf(place));
}
