import { isObject, own } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { isMarkedNullable, reject } from './keyword-values.ts';
import type { Translation } from './keyword-values.ts';

const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

/** Whether a value is one of the seven type names. */
export function isType(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && TYPES.has(value);
}

/** Spellings of JSON Schema's seven types in documents, with the implied format. */
const SPELLINGS = new Map<string, { type: string; format?: string }>(
  Object.entries({
    int: { type: 'integer' },
    int32: { type: 'integer', format: 'int32' },
    int64: { type: 'integer', format: 'int64' },
    long: { type: 'integer', format: 'int64' },
    float: { type: 'number', format: 'float' },
    double: { type: 'number', format: 'double' },
    decimal: { type: 'number' },
    numeric: { type: 'number' },
    bool: { type: 'boolean' },
    str: { type: 'string' },
    text: { type: 'string' },
    char: { type: 'string' },
    uuid: { type: 'string', format: 'uuid' },
    date: { type: 'string', format: 'date' },
    datetime: { type: 'string', format: 'date-time' },
    'date-time': { type: 'string', format: 'date-time' },
    list: { type: 'array' },
    dict: { type: 'object' },
    map: { type: 'object' },
    hash: { type: 'object' },
    json: { type: 'object' },
    none: { type: 'null' },
    nil: { type: 'null' },
  }),
);

/** Makes `type` one of the seven, or a list of them; drops anything else. */
export function repairType(translation: Translation): void {
  const { out } = translation;
  const value = own(out, 'type');
  if (value === undefined || isType(value)) return;
  const entries = Array.isArray(value) ? value : [value];
  const types = [...new Set(entries.flatMap((entry) => readType(translation, entry) ?? []))];
  const [first] = types;
  if (first === undefined) delete out['type'];
  else out['type'] = types.length === 1 ? first : types;
}

function readType(translation: Translation, value: JsonValue): string | null {
  const { importer, out, schema, place } = translation;
  if (typeof value !== 'string') {
    if (value !== null) reject(translation, 'type', 'the name of a type');
    return null;
  }
  if (TYPES.has(value)) return value;
  const typePlace = at(place, 'type');
  const lower = value.toLowerCase().trim();
  if (lower === 'file') {
    out['contentMediaType'] = 'application/octet-stream';
    return 'string';
  }
  const spelling = TYPES.has(lower) ? { type: lower } : SPELLINGS.get(lower);
  const said = `"${toVisible(value).slice(0, 80)}" is no type of JSON Schema`;
  if (!spelling) {
    const isAny = lower === 'any' || lower === 'mixed' || lower === '';
    importer.warnings.add(
      'type',
      typePlace,
      isAny ? `${said}; every type is accepted.` : `${said}; it was left out.`,
    );
    return null;
  }
  importer.warnings.add('type', typePlace, `${said}; it was read as "${spelling.type}".`);
  if ('format' in spelling && spelling.format && own(schema, 'format') === undefined)
    out['format'] = spelling.format;
  return spelling.type;
}

/** Makes `enum` a list of distinct values of the schema's type. */
export function repairEnum(translation: Translation): void {
  const { importer, schema, out, place } = translation;
  const value = own(out, 'enum');
  if (value === undefined) return;
  if (!Array.isArray(value) || value.length === 0) {
    delete out['enum'];
    if (value !== null) reject(translation, 'enum', 'a list with at least one value');
    return;
  }
  if (isOfItems(value, out)) return moveToItems(translation, value);
  const repaired = value.map((entry) => repairValue(entry, out));
  if (repaired.some((entry, index) => entry !== value[index])) {
    importer.warnings.add(
      'keyword value',
      at(place, 'enum'),
      'The values were not of the type that the schema names; they were converted.',
    );
  }
  out['enum'] = distinct(repaired);
  if (isMarkedNullable(schema) || !repaired.includes(null) || typeof out['type'] !== 'string')
    return;
  // 3.0 documents list null without `nullable`; a list with an impossible value misleads.
  out['type'] = out['type'] === 'null' ? 'null' : [out['type'], 'null'];
}

/** Whether the values are those of a list's items: no list can be equal to any of them. */
function isOfItems(values: JsonValue[], out: JsonObject): boolean {
  return own(out, 'type') === 'array' && !values.some((value) => Array.isArray(value));
}

function moveToItems({ importer, out, place }: Translation, values: JsonValue[]): void {
  const items = own(out, 'items');
  const described = isObject(items) ? items : {};
  const allowed = distinct(values.map((value) => repairValue(value, described)));
  out['items'] = { enum: allowed, ...described };
  delete out['enum'];
  importer.warnings.add(
    'keyword value',
    at(place, 'enum'),
    'A list cannot be equal to one of the values; they were read as those of its items.',
  );
}

function distinct(values: JsonValue[]): JsonValue[] {
  // Primitive values can be compared without serialization.
  const isPlain = values.every((value) => typeof value !== 'object' || value === null);
  if (isPlain) return [...new Set(values)];
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = JSON.stringify(value);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A scalar converted to the schema's type: "10" is 10 for an integer, 10 is "10" for a string. */
export function repairValue(value: JsonValue, schema: JsonObject): JsonValue {
  const type = own(schema, 'type');
  if (typeof value === 'string') {
    const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value);
    if (isNumber && type === 'number') return Number(value);
    if (isNumber && type === 'integer' && Number.isInteger(Number(value))) return Number(value);
    if (type === 'boolean' && /^(?:true|false)$/i.test(value))
      return value.toLowerCase() === 'true';
  } else if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
    return String(value);
  }
  return value;
}
