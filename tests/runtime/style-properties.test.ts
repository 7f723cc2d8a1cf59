import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { HttpParameter, JsonValue, ParameterStyle } from '#app/runtime/definition.ts';
import { buildRequest } from '#app/runtime/request/build-request.ts';

type Place = 'path' | 'query' | 'header' | 'cookie';
type Kind = 'primitive' | 'array' | 'object';

interface Rule {
  place: Place;
  style: ParameterStyle;
  explode: boolean;
}

/** Every combination of OpenAPI 3.2's "Style Values"; n/a in its "Style Examples" is left out. */
const KINDS: Kind[] = ['primitive', 'array', 'object'];
const BOTH = [false, true];
const RULES: [place: Place, style: ParameterStyle, explode: boolean[], kinds: Kind[]][] = [
  ['path', 'simple', BOTH, KINDS],
  ['path', 'label', BOTH, KINDS],
  ['path', 'matrix', BOTH, KINDS],
  ['query', 'form', BOTH, KINDS],
  ['query', 'spaceDelimited', [false], ['array', 'object']],
  ['query', 'pipeDelimited', [false], ['array', 'object']],
  ['query', 'tabDelimited', [false], ['array']],
  ['query', 'deepObject', [true], ['object']],
  ['header', 'simple', BOTH, KINDS],
  ['cookie', 'form', BOTH, KINDS],
  ['cookie', 'cookie', BOTH, KINDS],
];

const CASES = RULES.flatMap(([place, style, explodes, kinds]) =>
  explodes.flatMap((explode) => kinds.map((kind) => ({ place, style, explode, kind }))),
);

/** What the request carries of the parameter: a part of the path, a query, a header, a cookie. */
function write({ place, style, explode }: Rule, value: JsonValue): string {
  const parameter: HttpParameter = { argument: 'color', name: 'color', in: place, style, explode };
  const request = buildRequest(
    {
      kind: 'http',
      upstream: 'api',
      method: 'GET',
      path: place === 'path' ? '/x/{color}' : '/x',
      parameters: [parameter],
      response: {},
    },
    { color: value },
  );
  if (place === 'path') return request.path.slice('/x/'.length);
  if (place === 'query') return request.path.slice('/x?'.length);
  const name = place === 'cookie' ? 'Cookie' : 'color';
  return request.headers.find(([header]) => header === name)?.[1] ?? '';
}

const DELIMITERS: { [style in ParameterStyle]?: string } = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tabDelimited: '%09',
};

/** Reads by the table alone: the entries of an object, the items of a list, or one text. */
function read(rule: Rule, kind: Kind, text: string): unknown {
  const { place, style } = rule;
  const isRaw = place === 'header' || style === 'cookie';
  const decode = isRaw ? (part: string) => part : decodeURIComponent;
  if (style === 'simple') return readList(kind, rule.explode, text.split(','), decode);
  if (style === 'label') {
    expect(text[0]).toBe('.');
    return readList(kind, rule.explode, text.slice(1).split(rule.explode ? '.' : ','), decode);
  }
  const separator = style === 'matrix' ? ';' : place === 'cookie' ? '; ' : '&';
  const body = style === 'matrix' ? text.slice(1) : text;
  const pairs = body.split(separator).map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return at === -1 ? [decode(pair), ''] : [decode(pair.slice(0, at)), pair.slice(at + 1)];
  });
  return readPairs(rule, kind, pairs, decode);
}

function readList(
  kind: Kind,
  explode: boolean,
  parts: string[],
  decode: (text: string) => string,
): unknown {
  if (kind !== 'object') return kind === 'array' ? parts.map(decode) : parts.map(decode).join(',');
  const flat = explode ? parts.flatMap((part) => part.split('=')) : parts;
  return toEntries(flat.map(decode));
}

function readPairs(
  { style, explode }: Rule,
  kind: Kind,
  pairs: [name: string, value: string][],
  decode: (text: string) => string,
): unknown {
  if (kind === 'object' && style === 'deepObject')
    return pairs.map(([name, value]) => [name.slice('color['.length, -1), decode(value)]);
  if (kind === 'object' && explode) return pairs.map(([name, value]) => [name, decode(value)]);
  for (const [name] of pairs) expect(name).toBe('color');
  const values = pairs.map(([, value]) => value);
  if (explode) return kind === 'array' ? values.map(decode) : decode(values.join('&'));
  const items = values.join('&').split(kind === 'primitive' ? '&' : (DELIMITERS[style] ?? ','));
  if (kind === 'primitive') return items.map(decode).join('&');
  return kind === 'array' ? items.map(decode) : toEntries(items.map(decode));
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toEntries(flat: string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [
    flat[2 * index] ?? '',
    flat[2 * index + 1] ?? '',
  ]);
}

/** Texts that a place can carry so that they can be told from its delimiters. */
function textFor({ place, style, explode }: Rule, kind: Kind): fc.Arbitrary<string> {
  if (style === 'cookie') return fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/);
  if (place === 'header') {
    const plain = fc.stringMatching(/^[!-~]+$/);
    if (kind === 'primitive') return plain;
    return plain.filter((text) => !/[,=]/.test(text));
  }
  const any = fc
    .string({ unit: 'binary', minLength: 1 })
    .map((text) => text.toWellFormed())
    // A whole segment of dots is refused in a path.
    .filter((text) => place !== 'path' || !/^(?:\.|%2e)*$/i.test(text));
  if (style === 'label' && explode) return any.filter((text) => !text.includes('.'));
  if (style === 'deepObject') return any.filter((text) => !/[[\]]/.test(text));
  return DELIMITERS[style] === undefined ? any : any.filter((text) => !/[ |\t]/.test(text));
}

describe('the output is readable by the specification’s table:', () => {
  test.each(CASES)('$kind in $place, $style, explode $explode', ({ kind, ...rule }) => {
    const text = textFor(rule, kind);
    const value: fc.Arbitrary<JsonValue> =
      kind === 'primitive'
        ? fc.oneof(text, fc.integer(), fc.boolean())
        : kind === 'array'
          ? fc.array(text, { minLength: 1, maxLength: 5 })
          : fc.dictionary(text, text, { minKeys: 1, maxKeys: 5, noNullPrototype: true });
    fc.assert(
      fc.property(value, (given) => {
        const expected =
          kind === 'primitive'
            ? asText(given)
            : kind === 'array'
              ? given
              : Object.entries(given ?? {});
        expect(read(rule, kind, write(rule, given))).toEqual(expected);
      }),
    );
  });
});

test('all combinations of the table are covered', () => {
  expect(CASES).toHaveLength(48);
});
