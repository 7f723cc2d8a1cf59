import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type {
  HttpAction,
  HttpParameter,
  JsonValue,
  ParameterStyle,
} from '#app/runtime/definition.ts';
import { buildRequest } from '#app/runtime/request/build-request.ts';

type Place = HttpParameter['in'];

function send(parameter: Partial<HttpParameter>, value: JsonValue, path = '/x') {
  const full: HttpParameter = {
    argument: 'color',
    name: 'color',
    in: 'query',
    style: 'form',
    explode: true,
    ...parameter,
  };
  const template = full.in === 'path' ? `/x/{${full.name}}` : path;
  const action: HttpAction = {
    kind: 'http',
    upstream: 'api',
    method: 'GET',
    path: template,
    parameters: [full],
    response: {},
  };
  return buildRequest(action, { color: value });
}

function written(place: Place, style: ParameterStyle, explode: boolean, value: JsonValue): string {
  const { path, headers } = send({ in: place, style, explode }, value);
  if (place === 'path') return path.slice('/x/'.length);
  if (place === 'query') return path.slice('/x'.length);
  const name = place === 'cookie' ? 'Cookie' : 'color';
  return headers.find(([header]) => header === name)?.[1] ?? '';
}

const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

// OpenAPI 3.2, "Style Examples"; `label` and `matrix` without a value cannot be told from a path that
// is too short, so those with an empty text are left to RFC 6570's own table below.
const table: [Place, ParameterStyle, boolean, JsonValue, string][] = [
  ['path', 'matrix', false, '', ';color'],
  ['path', 'matrix', false, 'blue', ';color=blue'],
  ['path', 'matrix', false, list, ';color=blue,black,brown'],
  ['path', 'matrix', false, object, ';color=R,100,G,200,B,150'],
  ['path', 'matrix', true, 'blue', ';color=blue'],
  ['path', 'matrix', true, list, ';color=blue;color=black;color=brown'],
  ['path', 'matrix', true, object, ';R=100;G=200;B=150'],
  ['path', 'label', false, 'blue', '.blue'],
  ['path', 'label', false, list, '.blue,black,brown'],
  ['path', 'label', false, object, '.R,100,G,200,B,150'],
  ['path', 'label', true, list, '.blue.black.brown'],
  ['path', 'label', true, object, '.R=100.G=200.B=150'],
  ['path', 'simple', false, 'blue', 'blue'],
  ['path', 'simple', false, list, 'blue,black,brown'],
  ['path', 'simple', false, object, 'R,100,G,200,B,150'],
  ['path', 'simple', true, list, 'blue,black,brown'],
  ['path', 'simple', true, object, 'R=100,G=200,B=150'],
  ['header', 'simple', false, '', ''],
  ['header', 'simple', false, list, 'blue,black,brown'],
  ['header', 'simple', false, object, 'R,100,G,200,B,150'],
  ['header', 'simple', true, object, 'R=100,G=200,B=150'],
  ['query', 'form', false, '', '?color='],
  ['query', 'form', false, 'blue', '?color=blue'],
  ['query', 'form', false, list, '?color=blue,black,brown'],
  ['query', 'form', false, object, '?color=R,100,G,200,B,150'],
  ['query', 'form', true, list, '?color=blue&color=black&color=brown'],
  ['query', 'form', true, object, '?R=100&G=200&B=150'],
  ['query', 'spaceDelimited', false, list, '?color=blue%20black%20brown'],
  ['query', 'spaceDelimited', false, object, '?color=R%20100%20G%20200%20B%20150'],
  ['query', 'pipeDelimited', false, list, '?color=blue%7Cblack%7Cbrown'],
  ['query', 'pipeDelimited', false, object, '?color=R%7C100%7CG%7C200%7CB%7C150'],
  ['query', 'tabDelimited', false, list, '?color=blue%09black%09brown'],
  ['query', 'deepObject', true, object, '?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['cookie', 'form', true, 'blue', 'color=blue'],
  ['cookie', 'form', false, list, 'color=blue,black,brown'],
  ['cookie', 'form', true, list, 'color=blue; color=black; color=brown'],
  ['cookie', 'cookie', true, object, 'R=100; G=200; B=150'],
  ['cookie', 'cookie', true, 'a=b%20c', 'color=a=b%20c'],
];

test.each(table)(
  '%s, %s, explode %s: %j is written %s',
  (place, style, explode, value, expected) => {
    expect(written(place, style, explode, value)).toBe(expected);
  },
);

// RFC 6570, section 3.2, with its variables.
test.each([
  ['none', 'Hello World!', 'Hello%20World%21'],
  ['none', '/foo/bar', '%2Ffoo%2Fbar'],
  ['none', '50%', '50%25'],
  ['none', '日本', '%E6%97%A5%E6%9C%AC'],
  ['none', 'a\uD800b', 'a%EF%BF%BDb'],
  ['reserved', "/foo/bar:?@!$'()*,;=", "/foo/bar:?@!$'()*,;="],
  ['reserved', '50%', '50%25'],
  ['reserved', '50%25 of', '50%25%20of'],
  ['reserved', '%2F', '%2F'],
  // What would begin another parameter or end the query stays escaped.
  ['reserved', 'a&b=c#d+[e]', 'a%26b=c%23d%2B%5Be%5D'],
])('with %s characters kept, %j becomes %s', (kept, value, expected) => {
  expect(send({ allowReserved: kept === 'reserved' }, value).path).toBe(`/x?color=${expected}`);
});

test('a header of a null or of an empty list is not sent', () => {
  const sent = (value: JsonValue) =>
    send({ in: 'header', style: 'simple' }, value).headers.some(([name]) => name === 'color');
  for (const value of [null, [], {}, [null]]) expect(sent(value)).toBe(false);
  for (const value of ['', 'blue', ['a'], 0, false]) expect(sent(value)).toBe(true);
});

describe('a query', () => {
  test('omits values that RFC 6570 calls undefined', () => {
    for (const value of [null, [], {}, [null]]) expect(send({}, value).path).toBe('/x');
  });

  test('sends the bare name where the document allows an empty value', () => {
    expect(send({ allowEmptyValue: true }, '').path).toBe('/x?color');
    expect(send({ allowEmptyValue: true }, 'blue').path).toBe('/x?color=blue');
  });

  test('writes nested objects and lists deep', () => {
    const value = { a: { b: [1, 2] }, c: [{ d: 3 }, { d: 4 }] };
    expect(decodeURIComponent(send({ style: 'deepObject' }, value).path)).toBe(
      '/x?color[a][b][]=1&color[a][b][]=2&color[c][0][d]=3&color[c][1][d]=4',
    );
  });

  test('writes content parameters in their media type', () => {
    expect(send({ mediaType: 'application/json' }, { a: 'b c' }).path).toBe(
      '/x?color=%7B%22a%22%3A%22b%20c%22%7D',
    );
    expect(send({ mediaType: 'text/plain' }, 'a b').path).toBe('/x?color=a%20b');
  });

  test('can be a single value', () => {
    const whole = (mediaType: string, value: JsonValue) =>
      send({ in: 'querystring', mediaType }, value).path;
    expect(whole('application/x-www-form-urlencoded', { a: 'x y', b: [1, 2] })).toBe(
      '/x?a=x%20y&b=1&b=2',
    );
    expect(whole('application/json', { a: 1 })).toBe('/x?%7B%22a%22%3A1%7D');
    expect(whole('text/plain', '$.a[0]')).toBe('/x?%24.a%5B0%5D');
  });

  test('includes the pairs of the path template', () => {
    expect(send({}, 'blue', '/x?action=list#part').path).toBe('/x?action=list&color=blue');
    expect(send({}, null, '/x#part').path).toBe('/x');
  });
});

describe('a path', () => {
  test('keeps a value inside its segment', () => {
    expect(send({ in: 'path', style: 'simple' }, '../../admin?x#y').path).toBe(
      '/x/..%2F..%2Fadmin%3Fx%23y',
    );
    expect(send({ in: 'path', style: 'simple', allowReserved: true }, 'a/b?c:d').path).toBe(
      '/x/a%2Fb%3Fc:d',
    );
  });

  test.each(['', '.', '..', '%2e%2E'])('rejects %j as a whole segment', (value) => {
    expect(() => send({ in: 'path', style: 'simple', allowReserved: true }, value)).toThrow(
      '`color` is part of the path and must not be empty, "." or ".."',
    );
  });
});

describe('headers and cookies', () => {
  test.each(['a\r\nX-Admin: 1', 'a\nb', 'a\0b', '日本'])('reject %j in a header', (value) => {
    expect(() => send({ in: 'header', style: 'simple' }, value)).toThrow(
      '`color` is sent in a header',
    );
  });

  test('reject a value that would begin another cookie', () => {
    expect(() => send({ in: 'cookie', style: 'cookie' }, 'a; admin=1')).toThrow(
      '`color` is sent in a cookie',
    );
    expect(written('cookie', 'form', true, 'a; b')).toBe('color=a%3B%20b');
  });

  test('never set headers of the network layer', () => {
    const { headers } = send({ in: 'header', style: 'simple', name: 'Content-Length' }, '5');
    expect(headers.map(([name]) => name)).toEqual(['Accept']);
  });
});

const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed());
const filled = text.filter((value) => value !== '');

describe('any value can be read back:', () => {
  test('form with explode', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (values) => {
        const { path } = send({}, values);
        expect(new URLSearchParams(path.slice(path.indexOf('?'))).getAll('color')).toEqual(values);
      }),
    );
  });

  test.each([
    ['form', ','],
    ['spaceDelimited', '%20'],
    ['pipeDelimited', '%7C'],
    ['tabDelimited', '%09'],
  ] as const)('%s without explode', (style, delimiter) => {
    // The delimiter itself is escaped like any character: only where it is a reserved one can it be
    // told from data, so the others are tried without it in the data.
    const plain = style === 'form' ? text : text.filter((value) => !/[ |\t]/.test(value));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1 }), (values) => {
        const { path } = send({ style, explode: false }, values);
        const raw = path.slice('/x?color='.length);
        expect(raw.split(delimiter).map(decodeURIComponent)).toEqual(values);
      }),
    );
  });

  test('an exploded object', () => {
    fc.assert(
      fc.property(fc.dictionary(filled, text, { minKeys: 1, noNullPrototype: true }), (value) => {
        const { path } = send({}, value);
        expect(Object.fromEntries(new URLSearchParams(path.slice(2)))).toEqual(value);
      }),
    );
  });

  test('deepObject', () => {
    const key = fc.string({ minLength: 1 }).filter((name) => !/[[\]]/.test(name));
    fc.assert(
      fc.property(fc.dictionary(key, text, { minKeys: 1, noNullPrototype: true }), (value) => {
        const { path } = send({ style: 'deepObject' }, value);
        const read = [...new URLSearchParams(path.slice(2))].map(([name, item]) => [
          /^color\[(.*)\]$/s.exec(name)?.[1],
          item,
        ]);
        expect(Object.fromEntries(read)).toEqual(value);
      }),
    );
  });

  test('a path segment stays a single one, in place', () => {
    fc.assert(
      fc.property(filled, fc.boolean(), (value, allowReserved) => {
        fc.pre(!/^(?:\.|%2e){1,2}$/i.test(value));
        const { path } = send({ in: 'path', style: 'simple', allowReserved }, value);
        const { pathname, search, hash } = new URL(`https://h/v1${path}`);
        expect([pathname.split('/').length, pathname.startsWith('/v1/x/'), search, hash]).toEqual([
          4,
          true,
          '',
          '',
        ]);
        if (!allowReserved) expect(decodeURIComponent(pathname.slice('/v1/x/'.length))).toBe(value);
      }),
    );
  });

  test('matrix and label', () => {
    fc.assert(
      fc.property(fc.array(filled, { minLength: 1 }), (values) => {
        const matrix = written('path', 'matrix', true, values);
        expect(
          matrix
            .slice(1)
            .split(';')
            .map((pair) => decodeURIComponent(pair.slice(6))),
        ).toEqual(values);
        const label = written('path', 'label', false, values);
        expect(label.slice(1).split(',').map(decodeURIComponent)).toEqual(values);
      }),
    );
  });

  test('a JSON parameter', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json: JsonValue = JSON.parse(JSON.stringify(value));
        const { path } = send({ mediaType: 'application/json' }, json);
        expect(JSON.parse(new URLSearchParams(path.slice(2)).get('color') ?? '')).toEqual(json);
      }),
    );
  });
});
