import { toJsonPath } from '#app/platform/json-path.ts';

/** Where in the document something stands: the way up to the root. Cheap to make, written late. */
export type Place = { parent: Place; key: string | number } | null;

/** The place below another one. */
export function at(parent: Place, key: string | number, ...below: (string | number)[]): Place {
  let place: Place = { parent, key };
  for (const next of below) place = { parent: place, key: next };
  return place;
}

/** The keys from the root to a place. */
export function toSegments(place: Place): (string | number)[] {
  const segments: (string | number)[] = [];
  for (let next = place; next !== null; next = next.parent) segments.push(next.key);
  return segments.reverse();
}

/** Writes a place as JSONPath. */
export function toPath(place: Place): string {
  return toJsonPath(toSegments(place));
}
