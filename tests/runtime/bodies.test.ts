import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { toBase64 } from '#app/runtime/base64.ts';
import type { BodyContent, JsonValue, PartEncoding } from '#app/runtime/definition.ts';
import { serializeBody } from '#app/runtime/request/serialize-body.ts';

function write(content: BodyContent, body: JsonValue) {
  const written = serializeBody({ argument: 'body', contents: [content] }, { body });
  if (written === null) throw new Error('There is no body.');
  return written;
}

function textOf(content: string | Uint8Array): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

/** Reads a body as a server would. */
function read({ mediaType, content }: { mediaType: string; content: string | Uint8Array }) {
  const body = typeof content === 'string' ? content : new Uint8Array(content);
  return new Response(body, { headers: { 'Content-Type': mediaType } }).formData();
}

const file = (content: string, more: object = {}) => ({ data: btoa(content), ...more });

test('JSON and related types keep their media type', () => {
  expect(write({ mediaType: 'application/json', encoding: 'json' }, { a: [1] })).toEqual({
    mediaType: 'application/json',
    content: '{"a":[1]}',
  });
  expect(
    write({ mediaType: 'application/merge-patch+json', encoding: 'json' }, null).mediaType,
  ).toBe('application/merge-patch+json');
  expect(write({ mediaType: '*/*', encoding: 'json' }, 1).mediaType).toBe('application/json');
});

test('without an argument there is no body', () => {
  const contents: BodyContent[] = [{ mediaType: 'application/json', encoding: 'json' }];
  expect(serializeBody({ argument: 'body', contents }, {})).toBeNull();
});

test('an argument chooses the media type, the first is the default', () => {
  const contents: BodyContent[] = [
    { mediaType: 'application/json', encoding: 'json' },
    { mediaType: 'text/plain', encoding: 'text' },
  ];
  const body = { argument: 'body', mediaTypeArgument: 'contentType', contents };
  expect(serializeBody(body, { body: 'x' })?.content).toBe('"x"');
  expect(serializeBody(body, { body: 'x', contentType: 'text/plain' })?.content).toBe('x');
});

describe('a form', () => {
  const form = (value: JsonValue, parts: { [name: string]: PartEncoding } = {}) =>
    write({ mediaType: 'application/x-www-form-urlencoded', encoding: 'form', parts }, value)
      .content;

  test('repeats lists and writes objects as JSON by default', () => {
    expect(form({ a: 'x y&z', b: [1, 2], c: { d: 1 }, e: null })).toBe(
      'a=x+y%26z&b=1&b=2&c=%7B%22d%22%3A1%7D',
    );
  });

  test('follows the encoding of a property', () => {
    expect(form({ a: [1, 2] }, { a: { style: 'form', explode: false } })).toBe('a=1,2');
    expect(form({ a: { b: 1 } }, { a: { style: 'deepObject' } })).toBe('a%5Bb%5D=1');
    expect(form({ a: { b: 1 } }, { a: { style: 'form' } })).toBe('b=1');
    expect(form({ a: 'x/y' }, { a: { allowReserved: true } })).toBe('a=x/y');
    expect(form({ a: [1, 2] }, { a: { mediaType: 'application/json' } })).toBe('a=%5B1%2C2%5D');
  });

  test('round-trips any value', () => {
    const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed());
    fc.assert(
      fc.property(
        fc.dictionary(text, fc.array(text, { minLength: 1 }), { noNullPrototype: true }),
        (value) => {
          const pairs = new URLSearchParams(textOf(form(value)));
          for (const [name, items] of Object.entries(value))
            expect(pairs.getAll(name)).toEqual(items);
        },
      ),
    );
  });
});

describe('multipart', () => {
  const multipart = (value: JsonValue, parts: { [name: string]: PartEncoding } = {}) =>
    write({ mediaType: 'multipart/form-data', encoding: 'multipart', parts }, value);

  test('carries values, lists, objects and files', async () => {
    const value = {
      title: 'Größe "1"',
      tags: ['a', 'b'],
      meta: { x: 1 },
      photo: file('PNG!', { name: 'a "b".png', mediaType: 'image/png' }),
      scans: [file('one', { name: '1.txt' }), file('two', { name: '2.txt' })],
    };
    const form = await read(multipart(value, { photo: { file: true }, scans: { file: true } }));
    expect(form.get('title')).toBe('Größe "1"');
    expect(form.getAll('tags')).toEqual(['a', 'b']);
    expect(form.get('photo')).toMatchObject({ name: 'a "b".png', type: 'image/png' });
    expect(form.getAll('scans').map((scan) => (scan as File).name)).toEqual(['1.txt', '2.txt']);
    expect(await (form.get('photo') as File).text()).toBe('PNG!');
    expect(textOf(multipart({ meta: { x: 1 } }).content)).toContain(
      'name="meta"\r\nContent-Type: application/json\r\n\r\n{"x":1}\r\n',
    );
  });

  test('gives the same bytes for the same arguments, with a boundary that is not in the content', () => {
    const [first, second] = [multipart({ a: 'x' }), multipart({ a: 'x' })];
    expect(first).toEqual(second);
    const boundary = first.mediaType.split('boundary=')[1] ?? '';
    const echo = multipart({ a: `--${boundary}`, b: 'x' });
    expect(textOf(echo.content).split(`--${echo.mediaType.split('boundary=')[1]}`)).toHaveLength(4);
  });

  test('keeps names and types inside their header', () => {
    const evil = file('x', { name: 'a"\r\nX: 1', mediaType: 'text/html\r\nX: 1' });
    const text = textOf(
      multipart({ 'n"\r\nY: 2': evil }, { 'n"\r\nY: 2': { file: true } }).content,
    );
    expect(text).toContain('name="n%22%0D%0AY: 2"; filename="a%22%0D%0AX: 1"');
    expect(text).toContain('Content-Type: application/octet-stream\r\n');
    expect(text).not.toMatch(/^[XY]: /m);
  });

  test('takes the first concrete type of an encoding', () => {
    const text = textOf(
      multipart({ a: file('x') }, { a: { file: true, mediaType: 'image/*, image/webp' } }).content,
    );
    expect(text).toContain('Content-Type: image/webp');
  });

  test('follows styles', async () => {
    const form = await read(
      multipart(
        { a: [1, 2], b: { c: 3 } },
        { a: { style: 'form', explode: false }, b: { style: 'deepObject' } },
      ),
    );
    expect([...form]).toEqual([
      ['a', '1,2'],
      ['b[c]', '3'],
    ]);
  });

  test('round-trips any bytes and any text', async () => {
    const pairs = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.uint8Array()), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(pairs, async (items) => {
        const files = Object.fromEntries(
          items.map(([name, bytes], index) => [`f${index}`, { data: toBase64(bytes), name }]),
        );
        const parts = Object.fromEntries(Object.keys(files).map((name) => [name, { file: true }]));
        const form = await read(multipart({ ...files, last: 'end' }, parts));
        for (const [index, [, bytes]] of items.entries()) {
          const part = form.get(`f${index}`) as File;
          expect(new Uint8Array(await part.arrayBuffer())).toEqual(new Uint8Array(bytes));
        }
        expect(form.get('last')).toBe('end');
      }),
      { numRuns: 50 },
    );
  });

  test('names the file whose data is not base64', () => {
    expect(() => multipart({ photo: { data: '&&' } }, { photo: { file: true } })).toThrow(
      '`body.photo.data` must be the file in base64',
    );
  });
});

describe('text and binary', () => {
  test('text is sent unchanged', () => {
    expect(write({ mediaType: 'application/xml', encoding: 'text' }, '<a/>').content).toBe('<a/>');
    expect(write({ mediaType: 'text/plain', encoding: 'text' }, 5).content).toBe('5');
  });

  test('a file is sent as its bytes, with its own type if the document leaves it open', () => {
    const octets: BodyContent = { mediaType: 'application/octet-stream', encoding: 'binary' };
    expect(write(octets, file('é'))).toEqual({
      mediaType: 'application/octet-stream',
      content: new Uint8Array([0xe9]),
    });
    expect(write(octets, file('x', { mediaType: 'image/png' })).mediaType).toBe('image/png');
    expect(write({ mediaType: 'image/gif', encoding: 'binary' }, file('x')).mediaType).toBe(
      'image/gif',
    );
    expect(
      write({ mediaType: 'image/*', encoding: 'binary' }, file('x', { mediaType: 'image/png' }))
        .mediaType,
    ).toBe('image/png');
    expect(write(octets, { data: 'data:image/png;base64,/_8' }).content).toEqual(
      new Uint8Array([255, 255]),
    );
  });
});
