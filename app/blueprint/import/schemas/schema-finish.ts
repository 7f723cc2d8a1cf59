import { isObject, listAt, own, put, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { exampleValues } from './example-values.ts';
import { loosenHiddenNames, loosenHiddenValues, toShownValue } from './hidden-values.ts';
import { isMarkedNullable, reject, toNumber } from './keyword-values.ts';
import type { Translation } from './keyword-values.ts';
import { repairEnum, repairType, repairValue } from './schema-types.ts';

/** Steps that remain after all keywords of a schema were read; bits, to be combined. */
export const STEPS = {
  type: 1,
  required: 2,
  bounds: 4,
  enum: 8,
  default: 16,
  examples: 32,
  discriminator: 64,
  nullable: 128,
};

/** Repairs and translates the keywords that depend on each other, as far as the schema has them. */
export function finishKeywords(translation: Translation, steps: number): JsonObject {
  if (steps === 0) return translation.out;
  const { schema, out } = translation;
  if (steps & STEPS.type) repairType(translation);
  if (steps & STEPS.required) {
    repairRequired(translation);
    loosenHiddenNames(translation);
  }
  if (steps & STEPS.bounds) {
    repairBounds(translation, 'minimum', 'exclusiveMinimum');
    repairBounds(translation, 'maximum', 'exclusiveMaximum');
  }
  if (steps & STEPS.enum) {
    repairEnum(translation);
    loosenHiddenValues(translation);
  }
  if (steps & STEPS.default) repairDefault(translation);
  if (steps & STEPS.examples) {
    const place = at(translation.place, 'examples');
    const examples = exampleValues(schema).map((value) =>
      toShownValue(translation, repairValue(value, out), place),
    );
    if (examples.length > 0) out['examples'] = examples;
  }
  if (steps & STEPS.discriminator) describeDiscriminator(translation);
  const isNullable =
    (steps & STEPS.nullable) !== 0 && isMarkedNullable(schema) && own(schema, '$ref') === undefined;
  return isNullable ? makeNullable(out) : out;
}

function repairRequired(translation: Translation): void {
  const { importer, schema, out, place, frame } = translation;
  const names = new Set<string>();
  const declared = out['required'];
  if (Array.isArray(declared)) {
    for (const name of declared) if (typeof name === 'string') names.add(name);
    if (declared.some((name) => typeof name !== 'string'))
      reject(translation, 'required', 'a list of names');
  } else if (declared !== undefined && declared !== null && declared !== false) {
    // Draft 3 wrote `required: true` on the property; its parent reads it below.
    if (declared !== true) reject(translation, 'required', 'a list of names');
  }
  const properties = own(schema, 'properties');
  const kept = out['properties'];
  for (const name of isObject(properties) ? Object.keys(properties) : []) {
    const property = isObject(properties) ? properties[name] : undefined;
    if (!isObject(property) || own(property, 'required') !== true) continue;
    names.add(name);
    importer.warnings.add(
      'keyword value',
      at(place, 'properties', name, 'required'),
      '"required" must be a list of names on the object around this; it was put there.',
    );
  }
  if (names.size === 0) {
    delete out['required'];
    return;
  }
  const isVisible = (name: string) => isObject(kept) && Object.hasOwn(kept, name);
  const required = [...names].filter((name) => isVisible(name) || !frame.hidden.has(name));
  if (required.length > 0) out['required'] = required;
  else delete out['required'];
}

/** `exclusiveMinimum: true` modified `minimum`; since 3.1 it is a bound of its own. */
function repairBounds(translation: Translation, bound: string, exclusive: string): void {
  const { out } = translation;
  for (const key of [bound, exclusive]) {
    const value = own(out, key);
    if (value === undefined || (key === exclusive && typeof value === 'boolean')) continue;
    const number = toNumber(value);
    if (number !== null) {
      out[key] = number;
      continue;
    }
    delete out[key];
    if (value !== null) reject(translation, key, 'a number');
  }
  const flag = out[exclusive];
  if (typeof flag !== 'boolean') return;
  delete out[exclusive];
  const limit = out[bound];
  if (!flag || typeof limit !== 'number') return;
  out[exclusive] = limit;
  delete out[bound];
}

function repairDefault(translation: Translation): void {
  const { importer, schema, out, place } = translation;
  const value = own(out, 'default');
  if (value === undefined) return;
  const isAllowed = value !== null || isMarkedNullable(schema) || allowsNull(out);
  if (!isAllowed && own(out, 'type') !== undefined) {
    delete out['default'];
    importer.warnings.add(
      'default',
      at(place, 'default'),
      'The default is null, which this type does not allow; it was left out.',
    );
    return;
  }
  out['default'] = toShownValue(translation, repairValue(value, out), at(place, 'default'));
}

function allowsNull(out: JsonObject): boolean {
  const type = out['type'];
  return type === 'null' || (Array.isArray(type) && type.includes('null'));
}

/** Describes in words which property distinguishes the alternatives. */
function describeDiscriminator({ importer, schema, out, place }: Translation): void {
  const discriminator = own(schema, 'discriminator');
  const name =
    typeof discriminator === 'string'
      ? discriminator
      : isObject(discriminator)
        ? stringAt(discriminator, 'propertyName')
        : null;
  if (!name) return;
  const mapping = isObject(discriminator) ? own(discriminator, 'mapping') : undefined;
  const values = isObject(mapping) ? Object.keys(mapping).map((key) => `"${toVisible(key)}"`) : [];
  const hint = `The property "${toVisible(name)}" tells which kind it is${values.length > 0 ? `: ${values.slice(0, 30).join(', ')}` : ''}.`;
  const description = out['description'];
  out['description'] =
    typeof description === 'string' && description !== '' ? `${description}\n${hint}` : hint;
  if (out['oneOf'] !== undefined || out['anyOf'] !== undefined) return;
  importer.warnings.add(
    'discriminator',
    at(place, 'discriminator'),
    'The kinds that this discriminator tells apart are not listed with oneOf or anyOf; what only they have is not described.',
  );
}

const WRAPPED = ['allOf', 'anyOf', 'oneOf', 'not', 'const', 'if', '$ref'];

const DESCRIBING = [
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
];

/** 3.0's `nullable`: null becomes one of the types, or a separate alternative. */
function makeNullable(out: JsonObject): JsonObject {
  if (WRAPPED.some((key) => Object.hasOwn(out, key))) return wrapNullable(out);
  const type = out['type'];
  if (typeof type === 'string' && type !== 'null') out['type'] = [type, 'null'];
  else if (Array.isArray(type) && !type.includes('null')) out['type'] = [...type, 'null'];
  if (Array.isArray(out['enum']) && !out['enum'].includes(null))
    out['enum'] = [...listAt(out, 'enum'), null];
  return out;
}

function wrapNullable(out: JsonObject): JsonObject {
  const outer: JsonObject = {};
  const inner: JsonObject = {};
  for (const [key, value] of Object.entries(out))
    put(DESCRIBING.includes(key) ? outer : inner, key, value);
  const alternatives: JsonValue[] = [inner, { type: 'null' }];
  return { anyOf: alternatives, ...outer };
}
