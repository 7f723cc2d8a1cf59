import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { OUTPUT_FORMATS } from '#app/runtime/listing/known-formats.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import type { SchemaPair, SchemaWalk } from './schema-difference.ts';

/** Keywords that are compared by what they accept. */
const RULES = new Set(
  (
    'type const enum minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf properties required additionalProperties ' +
    'patternProperties items prefixItems allOf anyOf oneOf $ref $defs'
  ).split(' '),
);

/** Keywords whose effect on the accepted values is not looked at: any change of them is one. */
const UNREAD = new Set(
  (
    'not if then else dependentSchemas dependentRequired dependencies contains minContains maxContains ' +
    'propertyNames unevaluatedItems unevaluatedProperties $dynamicRef $dynamicAnchor $anchor $id ' +
    'definitions nullable x-mcp-header'
  ).split(' '),
);

const UNSAID = new Set(['$schema']);

const NAMES: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  default: 'Default',
  examples: 'Examples',
  format: 'Format',
};

/** Whether a keyword only tells people and models something. */
export function isWords(keyword: string): boolean {
  return !RULES.has(keyword) && !UNREAD.has(keyword) && keyword !== 'format';
}

/** Reports keywords whose effect is not looked at. */
export function compareUnread({ before, after, path }: SchemaPair, walk: SchemaWalk): void {
  for (const keyword of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!UNREAD.has(keyword)) continue;
    const [old, now] = [before[keyword], after[keyword]];
    const isEqual =
      old !== undefined && now !== undefined && walk.isSame({ [keyword]: old }, { [keyword]: now });
    if (isEqual) continue;
    const text = `The rule "${keyword}" differs. Its effect cannot be told, so it counts as breaking.`;
    walk.report({ path, effect: 'other', text });
  }
}

/** Reports texts, defaults and other keywords that models read and nothing checks. */
export function compareWords({ before, after, path }: SchemaPair, walk: SchemaWalk): void {
  for (const keyword of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!isWords(keyword) && keyword !== 'format') continue;
    if (UNSAID.has(keyword)) continue;
    const [old, now] = [toWords(before, keyword), toWords(after, keyword)];
    if (old === now || isSameJson(before[keyword], after[keyword])) continue;
    const text = `${NAMES[keyword] ?? `"${keyword}"`} ${verbFor(old, now)}.`;
    walk.report({ path, effect: 'words', text, before: old, after: now });
  }
}

function verbFor(old: string | null, now: string | null): string {
  if (old === null) return 'added';
  return now === null ? 'removed' : 'changed';
}

function toWords(schema: JsonObject, keyword: string): string | null {
  const value = schema[keyword];
  if (value === undefined) return null;
  if (keyword === 'format' && typeof value === 'string' && OUTPUT_FORMATS.has(value)) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Both texts that two schemas tell of the same value. */
export function mergeWords(one: JsonValue, other: JsonValue): JsonValue {
  return typeof one === 'string' && typeof other === 'string' ? `${one}\n${other}` : other;
}
