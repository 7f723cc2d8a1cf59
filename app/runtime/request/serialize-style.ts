import type { ParameterStyle } from '../definition.ts';
import { isJsonObject, toText } from '../json.ts';
import type { JsonValue } from '../json.ts';
import { percentEncode } from './percent-encode.ts';
import type { Unescaped } from './percent-encode.ts';

/** Serialization of one value: OpenAPI 3.2's table of styles, which follows RFC 6570. */
export interface StyleRule {
  name: string;
  style: ParameterStyle;
  explode: boolean;
  unescaped: Unescaped;
}

/** `name=value`; a null value stands for the bare name. */
export type Pair = [name: string, value: string | null];

/**
 * Serializes a value for a path or a header: `simple`, `label` or `matrix`. Values that RFC 6570 calls
 * undefined (null, an empty list, an empty object) give an empty text.
 */
export function serializeInline(rule: StyleRule, value: JsonValue): string {
  const encode = (item: JsonValue) => percentEncode(toText(item), rule.unescaped);
  if (value === null) return '';
  if (rule.style === 'matrix') {
    const pairs = serializePairs({ ...rule, style: 'form' }, value);
    return pairs.map(([name, text]) => (text ? `;${name}=${text}` : `;${name}`)).join('');
  }
  const dot = rule.style === 'label' && rule.explode;
  const items = inlineItems(value, rule.explode, encode);
  const text = items.join(dot ? '.' : ',');
  return rule.style === 'label' && items.length > 0 ? `.${text}` : text;
}

function inlineItems(
  value: JsonValue,
  explode: boolean,
  encode: (item: JsonValue) => string,
): string[] {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(encode);
  if (!isJsonObject(value)) return [encode(value)];
  return Object.entries(value)
    .filter(([, item]) => item !== null)
    .flatMap(([key, item]) =>
      explode ? [`${encode(key)}=${encode(item)}`] : [encode(key), encode(item)],
    );
}

const DELIMITERS: { [style in ParameterStyle]?: string } = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
};

/**
 * Serializes a value as pairs for a query, a cookie or a form: `form`, `cookie`, `spaceDelimited`,
 * `pipeDelimited`, `tabDelimited` or `deepObject`. Names and values are returned encoded.
 */
export function serializePairs(rule: StyleRule, value: JsonValue): Pair[] {
  const { name, explode, style, unescaped } = rule;
  if (style === 'deepObject') return deepPairs(name, value, unescaped);
  const encode = (item: JsonValue) => percentEncode(toText(item), unescaped);
  // The name comes from the definition: it is encoded even where values may carry reserved text.
  const encodedName = percentEncode(name, unescaped === 'all' ? 'all' : 'none');
  if (value === null) return [];
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== null);
    if (items.length === 0) return [];
    if (explode) return items.map((item) => [encodedName, encode(item)]);
    return [[encodedName, join(items.map(encode), rule)]];
  }
  if (!isJsonObject(value)) return [[encodedName, encode(value)]];
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  if (entries.length === 0) return [];
  if (explode) return entries.map(([key, item]) => [encode(key), encode(item)]);
  return [[encodedName, join(entries.flat().map(encode), rule)]];
}

function join(items: string[], { style, unescaped }: StyleRule): string {
  const delimiter = DELIMITERS[style];
  // Unlike the comma, these delimiters must be encoded in a URL.
  return items.join(
    delimiter === undefined ? ',' : percentEncode(delimiter, escapeOnly(unescaped)),
  );
}

function escapeOnly(unescaped: Unescaped): Unescaped {
  return unescaped === 'all' ? 'all' : 'none';
}

/**
 * `filter[a][b]=1`. No specification covers more than one level: lists of plain values are written
 * `filter[a][]=1`, lists of objects or lists with their index, which Rails, PHP and qs read.
 */
function deepPairs(name: string, value: JsonValue, unescaped: Unescaped): Pair[] {
  if (value === null) return [];
  if (Array.isArray(value)) {
    const plain = value.every((item) => typeof item !== 'object' || item === null);
    return value.flatMap((item, index) =>
      deepPairs(`${name}[${plain ? '' : index}]`, item, unescaped),
    );
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      deepPairs(`${name}[${key}]`, item, unescaped),
    );
  }
  return [[percentEncode(name, escapeOnly(unescaped)), percentEncode(toText(value), unescaped)]];
}
