import { isObject, own } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import { dropHiddenIn } from '#app/blueprint/import/text/drop-hidden-in.ts';
import { dropHidden, hasHidden, toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonValue } from '#app/runtime/definition.ts';

import type { Translation } from './keyword-values.ts';

/** Characters of a value that a warning shows. */
const MAX_SHOWN = 200;

/**
 * Takes `const` and `enum` back where a value has hidden characters. Without them it may be another value for the
 * API, with them models would read what people do not see: so any value is accepted, and the visible ones are
 * described.
 */
export function loosenHiddenValues({ importer, out, place }: Translation): void {
  for (const key of ['const', 'enum']) {
    const value = own(out, key);
    if (value === undefined) continue;
    const values = key === 'enum' && Array.isArray(value) ? value : [value];
    const shown = values.map(dropHiddenIn);
    const hidden = values.find((each, index) => each !== shown[index]);
    if (hidden === undefined) continue;
    delete out[key];
    const text = typeof hidden === 'string' ? hidden : JSON.stringify(hidden);
    importer.warnings.add(
      'hidden text',
      at(place, key),
      `The value "${toVisible(text).slice(0, MAX_SHOWN)}" contains hidden characters. It is shown without them, and any value is accepted here.`,
    );
    const choices = shown.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    const described = out['description'];
    const hint = `One of: ${choices.filter((choice) => choice !== '').join(', ')}.`;
    out['description'] = typeof described === 'string' ? `${described}\n${hint}` : hint;
  }
}

/** A value for models to read, such as an example, without hidden characters. */
export function toShownValue(
  { importer }: Pick<Translation, 'importer'>,
  value: JsonValue,
  place: Place,
): JsonValue {
  const shown = dropHiddenIn(value);
  if (shown !== value) {
    importer.warnings.add(
      'hidden text',
      place,
      'This value contains hidden characters; it is shown without them.',
    );
  }
  return shown;
}

/** The name of a property as it is shown; null where nothing is left of it, or another has that name. */
export function toShownName(
  { importer }: Pick<Translation, 'importer'>,
  name: string,
  siblings: object,
  place: Place,
): string | null {
  if (!hasHidden(name)) return name;
  const shown = dropHidden(name);
  const isFree = shown !== '' && !Object.hasOwn(siblings, shown);
  importer.warnings.add(
    'hidden text',
    place,
    `The name "${toVisible(name).slice(0, MAX_SHOWN)}" contains hidden characters; ${isFree ? 'it is shown without them' : 'it was left out'}.`,
  );
  return isFree ? shown : null;
}

/** Takes back that an object may have no other properties, and needs those whose names are shown otherwise. */
export function loosenHiddenNames({ schema, out }: Translation): void {
  const required = out['required'];
  if (Array.isArray(required)) {
    const kept = required.filter((name) => typeof name !== 'string' || !hasHidden(name));
    if (kept.length > 0) out['required'] = kept;
    else delete out['required'];
  }
  const properties = own(schema, 'properties');
  if (!isObject(properties) || !Object.keys(properties).some(hasHidden)) return;
  for (const key of ['additionalProperties', 'unevaluatedProperties']) {
    if (out[key] === false) delete out[key];
  }
}
