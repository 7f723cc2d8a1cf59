import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '#app/runtime/json.ts';

import { areDisjoint } from './are-disjoint.ts';
import { isWords } from './schema-words.ts';
import type { SchemaDifference, SchemaPair, SchemaWalk } from './schema-difference.ts';
import { allowedValues, namedProperties, typesOf } from './schema-types.ts';

type Keyword = 'anyOf' | 'oneOf';

/** An alternative with its key, by which it is found again in the other schema. */
interface Alternative {
  schema: JsonSchema;
  key: string;
}

/**
 * Compares choices. An alternative is compared with its counterpart, or looked for among all of the other schema's:
 * one that accepts the same values and more stands for it.
 */
export function compareAlternatives(pair: SchemaPair, walk: SchemaWalk): void {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const [old, now] = [listOf(pair.before[keyword]), listOf(pair.after[keyword])];
    if (old === null && now === null) continue;
    compareChoice(old ?? [true], now ?? [true], keyword, pair, walk);
  }
  compareLeft(pair, walk);
}

/** A pair in which what is no choice is written as one, if the other schema is nothing but a choice. */
export function alignChoice(pair: SchemaPair): SchemaPair {
  const { before, after, path } = pair;
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    if (isOnly(before, keyword) && after[keyword] === undefined) {
      return { before, after: toChoice(after, keyword), path };
    }
    if (isOnly(after, keyword) && before[keyword] === undefined) {
      return { before: toChoice(before, keyword), after, path };
    }
  }
  return pair;
}

function isOnly(schema: JsonObject, keyword: Keyword): boolean {
  return (
    listOf(schema[keyword]) !== null &&
    Object.keys(schema).every((each) => each === keyword || isWords(each))
  );
}

/** A schema as a choice of one alternative for each of its types. */
function toChoice(schema: JsonObject, keyword: Keyword): JsonObject {
  const rules = Object.fromEntries(Object.entries(schema).filter(([each]) => !isWords(each)));
  const { type } = rules;
  const isSplit = Array.isArray(type) && allowedValues(rules) === null;
  return { [keyword]: isSplit ? type.map((each) => ({ ...rules, type: each })) : [rules] };
}

function compareChoice(
  before: readonly JsonSchema[],
  after: readonly JsonSchema[],
  keyword: Keyword,
  { path }: SchemaPair,
  walk: SchemaWalk,
): void {
  const { pairs, gone, come } = pairUp(
    toAlternatives(before, 'before', walk),
    toAlternatives(after, 'after', walk),
    walk,
  );
  for (const [old, now] of pairs) walk.compare(old, now, path);
  const lost = gone.filter(
    (old) => !after.some((now) => isWithin(walk.differencesOf(old, now), 'narrower')),
  );
  const won = come.filter(
    (now) => !before.some((old) => isWithin(walk.differencesOf(old, now), 'wider')),
  );
  for (const old of lost) {
    const text = `Without the alternative ${nameOf(old, 'before', walk)}.`;
    walk.report({ path, effect: 'narrower', text });
  }
  for (const now of won) {
    walk.report({ path, effect: 'wider', text: `New alternative: ${nameOf(now, 'after', walk)}.` });
  }
  if (keyword === 'anyOf') return;
  const flat = [
    before.map((each) => walk.flatten(each, 'before')),
    after.map((each) => walk.flatten(each, 'after')),
  ];
  if (flat.every(areDisjoint)) return;
  const hasOtherValues =
    lost.length + won.length > 0 ||
    pairs.some(([old, now]) => walk.differencesOf(old, now).some(isOfValues));
  if (!hasOtherValues) return;
  const text =
    'Exactly one alternative has to fit, and which values fit two cannot be told, so it counts as breaking.';
  walk.report({ path, effect: 'other', text });
}

function isOfValues({ effect }: SchemaDifference): boolean {
  return effect === 'narrower' || effect === 'wider' || effect === 'other';
}

/** Whether no difference of a kind, or one that cannot be told, is among those of two schemas. */
function isWithin(differences: readonly SchemaDifference[], effect: 'narrower' | 'wider'): boolean {
  // A property that came or went tells alternatives apart, harmless as it is elsewhere.
  const telling: string[] = [effect, 'added', 'gone', 'other'];
  return !differences.some((each) => telling.includes(each.effect));
}

function pairUp(before: Alternative[], after: Alternative[], walk: SchemaWalk) {
  const pairs: [JsonSchema, JsonSchema][] = [];
  const open = [...after];
  const take = (isMatch: (now: Alternative) => boolean) => {
    const index = open.findIndex(isMatch);
    return index === -1 ? undefined : open.splice(index, 1)[0];
  };
  const left = before.filter(
    ({ schema }) => take((now) => walk.isSame(schema, now.schema)) === undefined,
  );
  const gone = left.filter(({ schema, key }) => {
    const match = take((now) => now.key === key);
    if (match !== undefined) pairs.push([schema, match.schema]);
    return match === undefined;
  });
  const [old, now] = [gone[0], open[0]];
  if (before.length === 1 && after.length === 1 && old !== undefined && now !== undefined) {
    return { pairs: [[old.schema, now.schema] as const], gone: [], come: [] };
  }
  return { pairs, gone: gone.map(({ schema }) => schema), come: open.map(({ schema }) => schema) };
}

function toAlternatives(
  schemas: readonly JsonSchema[],
  of: 'before' | 'after',
  walk: SchemaWalk,
): Alternative[] {
  return schemas.map((schema) => ({ schema, key: keyOf(schema, walk.flatten(schema, of)) }));
}

/** Name of an alternative, or the values that tell it from others, or its types. */
function keyOf(schema: JsonSchema, flat: JsonObject): string {
  if (isJsonObject(schema) && typeof schema['$ref'] === 'string') return schema['$ref'];
  const constants = Object.entries(namedProperties(flat)).flatMap(([name, property]) => {
    const values = isJsonObject(property) ? allowedValues(property) : null;
    return values?.length === 1 ? [`${name}=${JSON.stringify(values[0])}`] : [];
  });
  if (constants.length > 0) return constants.toSorted().join();
  if (typeof flat['title'] === 'string') return flat['title'];
  return [...typesOf(flat)].toSorted().join();
}

function nameOf(schema: JsonSchema, of: 'before' | 'after', walk: SchemaWalk): string {
  const key = keyOf(schema, walk.flatten(schema, of));
  return key
    .slice(key.lastIndexOf('/') + 1)
    .slice(0, 60)
    .toWellFormed();
}

/** Compares conditions that could not be merged; one more narrows, one less widens. */
function compareLeft({ before, after, path }: SchemaPair, walk: SchemaWalk): void {
  const [old, now] = [listOf(before['allOf']) ?? [], listOf(after['allOf']) ?? []];
  const open = [...now];
  const gone = old.filter((each) => {
    const index = open.findIndex((other) => walk.isSame(each, other));
    if (index !== -1) open.splice(index, 1);
    return index === -1;
  });
  if (gone.length === open.length) {
    gone.forEach((each, index) => walk.compare(each, open[index] ?? true, path));
    return;
  }
  if (open.length > gone.length) {
    walk.report({ path, effect: 'narrower', text: 'Another condition applies.' });
    if (gone.length > 0) walk.report({ path, effect: 'other', text: 'Its conditions differ.' });
  } else {
    walk.report({ path, effect: 'wider', text: 'A condition no longer applies.' });
    if (open.length > 0) walk.report({ path, effect: 'other', text: 'Its conditions differ.' });
  }
}

function listOf(value: JsonValue | undefined): JsonSchema[] | null {
  if (!Array.isArray(value)) return null;
  return value.map((each) => (isJsonObject(each) || typeof each === 'boolean' ? each : true));
}
