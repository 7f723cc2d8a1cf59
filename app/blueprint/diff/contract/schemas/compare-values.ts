import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { toCanonicalJson } from '#app/blueprint/diff/to-canonical-json.ts';
import { OUTPUT_FORMATS } from '#app/runtime/listing/known-formats.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import type { SchemaPair, SchemaWalk } from './schema-difference.ts';
import { allowedValues, areApart, coversType, typesOf } from './schema-types.ts';

const MAX_NAMED = 5;
const MAX_VALUE = 40;
/** Values of an enumeration that are compared one by one. */
const MAX_VALUES = 2_000;

/** A limit of one keyword, with the type of the values that it holds for. */
const LIMITS: readonly { keyword: string; type: string; words: string; isLower: boolean }[] = [
  { keyword: 'minLength', type: 'string', words: 'Minimum length', isLower: true },
  { keyword: 'maxLength', type: 'string', words: 'Maximum length', isLower: false },
  { keyword: 'minItems', type: 'array', words: 'Minimum number of items', isLower: true },
  { keyword: 'maxItems', type: 'array', words: 'Maximum number of items', isLower: false },
  {
    keyword: 'minProperties',
    type: 'object',
    words: 'Minimum number of properties',
    isLower: true,
  },
  {
    keyword: 'maxProperties',
    type: 'object',
    words: 'Maximum number of properties',
    isLower: false,
  },
];

/** Compares types; false where no value is of both, so that there is nothing else to compare. */
export function compareTypes({ before, after, path }: SchemaPair, walk: SchemaWalk): boolean {
  const [old, now] = [typesOf(before), typesOf(after)];
  const gone = [...old].filter((type) => !coversType(now, type));
  const come = [...now].filter((type) => !coversType(old, type));
  if (gone.length === 0 && come.length === 0) return true;
  const effect = come.length === 0 ? 'narrower' : gone.length === 0 ? 'wider' : 'other';
  walk.report({ path, effect, text: `Type ${nameTypes(now)}, was ${nameTypes(old)}.` });
  return !areApart(old, now);
}

function nameTypes(types: ReadonlySet<string>): string {
  return types.size >= 6 ? 'any' : [...types].join(' or ');
}

/** Compares enumerations, limits, patterns and formats. */
export function compareValues(pair: SchemaPair, walk: SchemaWalk): void {
  compareAllowed(pair, walk);
  const { before, after } = pair;
  const [old, now] = [typesOf(before), typesOf(after)];
  const holds = (type: string) => holdsFor(old, type) && holdsFor(now, type);
  for (const limit of LIMITS) if (holds(limit.type)) compareLimit(pair, limit, walk);
  if (holds('number')) {
    compareBound(pair, 'minimum', walk);
    compareBound(pair, 'maximum', walk);
    compareMultiple(pair, walk);
  }
  if (holds('array')) compareUnique(pair, walk);
  if (holds('string')) {
    compareRule(pair, 'pattern', toRule(before['pattern']), toRule(after['pattern']), walk);
    const formats = [checkedFormat(before), checkedFormat(after)] as const;
    compareRule(pair, 'format', ...formats, walk);
  }
}

/** Whether a limit on values of a type says something about a schema of such types. */
function holdsFor(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || (type === 'number' && types.has('integer'));
}

function compareAllowed({ before, after, path }: SchemaPair, walk: SchemaWalk): void {
  const [old, now] = [allowedValues(before), allowedValues(after)];
  if (old === null && now === null) return;
  if (old === null) {
    walk.report({
      path,
      effect: 'narrower',
      text: `Only ${nameValues(now ?? [])}, was any value.`,
    });
  } else if (now === null) {
    walk.report({ path, effect: 'wider', text: `Any value, was only ${nameValues(old)}.` });
  } else if (Math.max(old.length, now.length) > MAX_VALUES) {
    if (isSameJson(old, now)) return;
    walk.report({ path, effect: 'other', text: 'Other values. There are too many to compare.' });
  } else {
    const gone = without(old, now);
    const come = without(now, old);
    if (gone.length > 0) {
      walk.report({ path, effect: 'narrower', text: `No longer ${nameValues(gone)}.` });
    }
    if (come.length > 0) {
      walk.report({ path, effect: 'wider', text: `New: ${nameValues(come)}.` });
    }
  }
}

function without(values: readonly JsonValue[], others: readonly JsonValue[]): JsonValue[] {
  const texts = new Set(others.map((value) => toCanonicalJson(value)));
  return values.filter((value) => !texts.has(toCanonicalJson(value)));
}

function nameValues(values: readonly JsonValue[]): string {
  const named = values.slice(0, MAX_NAMED).map((value) => shorten(JSON.stringify(value)));
  const rest = values.length - named.length;
  return [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

function shorten(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE).toWellFormed()}…` : text;
}

function compareLimit(
  { before, after, path }: SchemaPair,
  { keyword, words, isLower }: (typeof LIMITS)[number],
  walk: SchemaWalk,
): void {
  const [old, now] = [toLimit(before, keyword), toLimit(after, keyword)];
  if (old === now) return;
  const isTighter = old === null || (now !== null && (isLower ? now > old : now < old));
  const text = `${words} ${now ?? 'none'}, was ${old ?? 'none'}.`;
  walk.report({ path, effect: isTighter ? 'narrower' : 'wider', text });
}

/** A limit; null where none is set, or one that all values keep. */
function toLimit(schema: JsonObject, keyword: string): number | null {
  const limit = schema[keyword];
  if (typeof limit !== 'number') return null;
  return limit === 0 && /^min[A-Z]/.test(keyword) ? null : limit;
}

/** Compares the bounds of numbers on one side, whether the bound itself is in or not. */
function compareBound(
  { before, after, path }: SchemaPair,
  side: 'minimum' | 'maximum',
  walk: SchemaWalk,
): void {
  const sign = side === 'minimum' ? 1 : -1;
  const [old, now] = [toBound(before, side, sign), toBound(after, side, sign)];
  const isEqual = old.limit === now.limit && old.isOut === now.isOut;
  if (isEqual) return;
  const isTighter = now.limit === old.limit ? now.isOut : now.limit * sign > old.limit * sign;
  const words = side === 'minimum' ? 'Minimum' : 'Maximum';
  const text = `${words} ${nameBound(now)}, was ${nameBound(old)}.`;
  walk.report({ path, effect: isTighter ? 'narrower' : 'wider', text });
}

interface Bound {
  limit: number;
  isOut: boolean;
}

/** The tighter one of a bound that is in and one that is out. */
function toBound(schema: JsonObject, side: 'minimum' | 'maximum', sign: 1 | -1): Bound {
  const read = (keyword: string) => {
    const limit = schema[keyword];
    return typeof limit === 'number' ? limit : -Infinity * sign;
  };
  const inside = read(side);
  const outside = read(side === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum');
  const isOut = Number.isFinite(outside) && outside * sign >= inside * sign;
  return { limit: isOut ? outside : inside, isOut };
}

function nameBound({ limit, isOut }: Bound): string {
  if (!Number.isFinite(limit)) return 'none';
  return isOut ? `${limit} (not ${limit} itself)` : String(limit);
}

function compareMultiple({ before, after, path }: SchemaPair, walk: SchemaWalk): void {
  const [old, now] = [before['multipleOf'] ?? null, after['multipleOf'] ?? null];
  if (old === now) return;
  const text = `Multiple of ${toWords(now)}, was ${toWords(old)}.`;
  const isMultiple = (one: JsonValue, of: JsonValue) =>
    typeof one === 'number' && typeof of === 'number' && Number.isInteger(one / of);
  if (old === null || isMultiple(now, old)) walk.report({ path, effect: 'narrower', text });
  else if (now === null || isMultiple(old, now)) walk.report({ path, effect: 'wider', text });
  else walk.report({ path, effect: 'other', text });
}

function compareUnique({ before, after, path }: SchemaPair, walk: SchemaWalk): void {
  const [old, now] = [before['uniqueItems'] === true, after['uniqueItems'] === true];
  if (old === now) return;
  if (now) walk.report({ path, effect: 'narrower', text: 'No item may appear twice now.' });
  else walk.report({ path, effect: 'wider', text: 'Items may appear twice now.' });
}

/** A rule that texts keep or not; whether one of two is stricter cannot be told. */
function compareRule(
  { path }: SchemaPair,
  keyword: string,
  old: string | null,
  now: string | null,
  walk: SchemaWalk,
): void {
  if (old === now) return;
  const text = `New ${keyword}: ${shorten(now ?? '')}`;
  if (now === null) {
    walk.report({
      path,
      effect: 'wider',
      text: `No ${keyword} any more, was ${shorten(old ?? '')}.`,
    });
  } else if (old === null) walk.report({ path, effect: 'narrower', text: `${text}, was none.` });
  else walk.report({ path, effect: 'other', text: `${text}, was ${shorten(old)}.` });
}

function toRule(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** A format that is checked; others are words. */
function checkedFormat({ format }: JsonObject): string | null {
  return typeof format === 'string' && OUTPUT_FORMATS.has(format) ? format : null;
}

function toWords(value: JsonValue): string {
  return value === null ? 'none' : JSON.stringify(value);
}
