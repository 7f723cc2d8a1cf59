import {
  isJsonObject,
  valueOf,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '#app/runtime/json.ts';

import type { SchemaPair, SchemaWalk } from './schema-difference.ts';
import { namedProperties, requiredNames, typesOf } from './schema-types.ts';

/** Rule for properties without a name of their own: refused, anything, or a schema for each. */
type Rest = 'closed' | 'open' | JsonObject;

/** Compares the properties of objects: named ones, required ones and all others. */
export function compareObjects(pair: SchemaPair, walk: SchemaWalk): void {
  const { before, after } = pair;
  if (!typesOf(before).has('object') || !typesOf(after).has('object')) return;
  const names = new Set(
    [before, after].flatMap((schema) => [
      ...Object.keys(namedProperties(schema)),
      ...requiredNames(schema),
    ]),
  );
  for (const name of names) compareProperty(name, pair, walk);
  comparePatterns(pair, walk);
  compareRest(pair, walk);
}

function compareProperty(name: string, pair: SchemaPair, walk: SchemaWalk): void {
  const { before, after } = pair;
  const path = pair.path === '' ? name : `${pair.path}.${name}`;
  const old = toSchema(valueOf(namedProperties(before), name));
  const now = toSchema(valueOf(namedProperties(after), name));
  const wasRequired = requiredNames(before).has(name);
  const isRequired = requiredNames(after).has(name);
  const isRemoved = old !== undefined && now === undefined;
  if (isRemoved) reportRemoved(old, after, path, walk);
  if (old === undefined && now !== undefined) {
    reportAdded(now, isRequired && !wasRequired, { before, after, path }, walk);
    return;
  }
  if (old !== undefined && now !== undefined) walk.compare(old, now, path);
  if (isRequired && !wasRequired) walk.report({ path, effect: 'narrower', text: 'Required now.' });
  if (wasRequired && !isRequired && !isRemoved) {
    walk.report({ path, effect: 'wider', text: 'No longer required.' });
  }
}

function reportRemoved(old: JsonSchema, after: JsonObject, path: string, walk: SchemaWalk): void {
  const rest = restOf(after);
  if (walk.side === 'result') {
    walk.report({ path, effect: 'gone', text: 'No longer described in the result.' });
  } else if (rest === 'closed') {
    walk.report({ path, effect: 'narrower', text: 'No longer accepted.' });
  } else if (hasPatterns(after)) {
    const text = 'Removed. Whether it is still accepted cannot be told, so it counts as breaking.';
    walk.report({ path, effect: 'other', text });
  } else {
    if (rest !== 'open') walk.compare(old, rest, path);
    walk.report({ path, effect: 'gone', text: 'No longer described, but still accepted.' });
  }
}

function reportAdded(
  now: JsonSchema,
  isNewlyRequired: boolean,
  { before, path }: SchemaPair,
  walk: SchemaWalk,
): void {
  const rest = restOf(before);
  if (typeof rest === 'object') walk.compare(rest, now, path);
  const words = describe(now);
  const texts = words === null ? {} : { before: null, after: words };
  if (walk.side === 'result') walk.report({ path, effect: 'added', text: 'New.', ...texts });
  else if (isNewlyRequired) {
    walk.report({ path, effect: 'narrower', text: 'New and required.', ...texts });
  } else walk.report({ path, effect: 'added', text: 'New and optional.', ...texts });
}

/** Texts that a model reads about a property. */
function describe(schema: JsonSchema): string | null {
  if (!isJsonObject(schema)) return null;
  const texts = [schema['title'], schema['description']].filter((text) => typeof text === 'string');
  return texts.length === 0 ? null : texts.join('\n');
}

function comparePatterns({ before, after, path }: SchemaPair, walk: SchemaWalk): void {
  const [old, now] = [patternsOf(before), patternsOf(after)];
  for (const pattern of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [one, other] = [toSchema(valueOf(old, pattern)), toSchema(valueOf(now, pattern))];
    if (one !== undefined && other !== undefined) {
      walk.compare(one, other, `${path}.<${pattern}>`);
    } else {
      const text = `Another rule for properties whose names match ${pattern}. Its effect cannot be told, so it counts as breaking.`;
      walk.report({ path, effect: 'other', text });
    }
  }
}

function compareRest({ before, after, path }: SchemaPair, walk: SchemaWalk): void {
  const [old, now] = [restOf(before), restOf(after)];
  if (old === 'open' && now === 'open') return;
  if (old === 'closed') {
    if (now === 'closed') return;
    walk.report({ path, effect: 'added', text: 'Other properties are possible now.' });
  } else if (now === 'closed') {
    walk.report({ path, effect: 'narrower', text: 'Other properties are no longer possible.' });
  } else {
    walk.compare(old === 'open' ? true : old, now === 'open' ? true : now, `${path}.*`);
  }
}

function restOf(schema: JsonObject): Rest {
  const { additionalProperties: rest, unevaluatedProperties: others } = schema;
  if (rest === false || others === false) return 'closed';
  return isJsonObject(rest) && Object.keys(rest).length > 0 ? rest : 'open';
}

function patternsOf(schema: JsonObject): JsonObject {
  const { patternProperties: patterns } = schema;
  return isJsonObject(patterns) ? patterns : {};
}

function hasPatterns(schema: JsonObject): boolean {
  return Object.keys(patternsOf(schema)).length > 0;
}

function toSchema(value: JsonValue | undefined): JsonSchema | undefined {
  return isJsonObject(value) || typeof value === 'boolean' ? value : undefined;
}
