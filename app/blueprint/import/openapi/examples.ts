import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject, own } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import { exampleValues } from '#app/blueprint/import/schemas/example-values.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { resolveObject } from './resolve.ts';

/** Maximum number of examples read from one place. */
const MAX_EXAMPLES = 10;

export interface NamedExample {
  name: string | null;
  value: JsonValue;
}

/** The examples of a parameter, media type or header, in the notations of all versions. */
export function readExamples(run: ImportRun, holder: JsonObject, place: Place): NamedExample[] {
  const examples: NamedExample[] = [];
  for (const key of ['example', 'x-example']) {
    const value = own(holder, key);
    if (value !== undefined) examples.push({ name: null, value });
  }
  for (const key of ['examples', 'x-examples']) {
    const several = own(holder, key);
    const listPlace = at(place, key);
    if (Array.isArray(several)) {
      for (const value of several.slice(0, MAX_EXAMPLES)) examples.push({ name: null, value });
    } else if (isObject(several)) {
      for (const [name, entry] of Object.entries(several).slice(0, MAX_EXAMPLES)) {
        const value = exampleValue(run, entry, at(listPlace, name));
        if (value !== undefined) examples.push({ name, value });
      }
    }
  }
  return examples;
}

function exampleValue(run: ImportRun, entry: JsonValue, place: Place): JsonValue | undefined {
  // Documents also put the plain value where an Example Object should be.
  if (!isObject(entry)) return entry;
  const located = resolveObject(run, entry, place, 'the example was left out');
  if (!located) return undefined;
  const { value } = located;
  for (const key of ['value', 'dataValue', 'serializedValue']) {
    const found = own(value, key);
    if (found !== undefined) return found;
  }
  if (own(value, 'externalValue') !== undefined) {
    run.warnings.add(
      'example',
      at(located.place, 'externalValue'),
      'An example outside the document is never fetched; it was left out.',
    );
    return undefined;
  }
  const isExampleObject =
    own(value, 'summary') !== undefined || own(value, 'description') !== undefined;
  return isExampleObject ? undefined : value;
}

/** Examples that a schema, or the one it refers to, gives for its own values. */
export function readSchemaExamples(run: ImportRun, schema: JsonValue | undefined): NamedExample[] {
  const followed = run.references.follow(schema, null);
  if (!followed.found || !isObject(followed.value)) return [];
  return exampleValues(followed.value).map((value) => ({ name: null, value }));
}
