import { describe, expect, test } from 'vitest';

import { toCompactText } from '#app/builder/models/to-compact-text.ts';
import type { JsonValue } from '#app/runtime/json.ts';

describe('a result as a model reads it', () => {
  test.each<[string, JsonValue, string]>([
    [
      'alike objects are a table that names its fields once',
      {
        tools: [
          { name: 'get_user', method: 'GET', tags: ['users'] },
          { name: 'ping', method: 'HEAD', enabled: false },
        ],
      },
      'tools, each name | method | tags | enabled:\nget_user | GET | ["users"]\nping | HEAD |  | false',
    ],
    [
      'fields are lines, names a list, and no problem is no word',
      { changed: ['get_user is removed.'], added: ['a_b', 'c'], tools: 2, left: [], problems: [] },
      'changed: get_user is removed.\nadded: a_b, c\ntools: 2\nleft: none',
    ],
    [
      'a problem is told',
      { changed: [], problems: [{ path: '$.a', message: 'No.' }] },
      'changed: none\nproblems: [{"path":"$.a","message":"No."}]',
    ],
    ['an answer in JSON has no escapes', { text: '{"id":"7"}' }, 'text: {"id":"7"}'],
    ['what is nested stays JSON', { page: { number: 1, of: 2 } }, 'page: {"number":1,"of":2}'],
    ['a list by itself', [{ id: 1 }], '[{"id":1}]'],
    ['something else', null, 'null'],
  ])('%s', (_what, value, text) => {
    expect(toCompactText(value)).toBe(text);
  });
});

describe('no text poses as another line, cell or value', () => {
  test.each<[string, JsonValue, string]>([
    ['a line', { text: 'a\nproblems: none' }, 'text:\n  a\n  problems: none'],
    ['a line after another end', { text: 'a\r\nb\rc' }, 'text:\n  a\n  b\n  c'],
    ['a number', { id: '7', name: '', on: 'true' }, 'id: "7"\nname: ""\non: "true"'],
    ['a JSON text', { name: '"x"' }, 'name: "\\"x\\""'],
    ['a name', { 'a\nb: c': 1 }, '"a\\nb: c": 1'],
    ['a list', { names: ['a, b', 'c'] }, 'names: ["a, b","c"]'],
  ])('%s', (_what, value, text) => {
    expect(toCompactText(value)).toBe(text);
  });

  test('a cell', () => {
    const rows = ['GET | x', 'two\nlines', ' '].map((name) => ({ name, method: 'a', longer: 1 }));
    expect(toCompactText({ rows })).toBe(
      'rows, each name | method | longer:\n"GET | x" | a | 1\n"two\\nlines" | a | 1\n" " | a | 1',
    );
  });
});
