import { expect, test } from 'vitest';

import { splitHidden } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonValue } from '#app/runtime/definition.ts';
import { checkOutput } from '#app/tester/results/check-output.ts';
import { describeHidden } from '#app/tester/results/describe-hidden.ts';
import { limitText } from '#app/tester/results/limit-text.ts';
import { readContent } from '#app/tester/results/read-content.ts';
import { readTextForm } from '#app/tester/results/read-text.ts';
import { toFileName } from '#app/tester/results/to-file-name.ts';

const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

test('hidden characters are named, and a sentence in tags is spelled out', () => {
  const text = `get\u202Ename${tags('obey me')}\u200B.`;
  const runs = splitHidden(text);
  expect(runs.map(({ text: run }) => run).join('')).toBe(text);
  const marks = runs.filter(({ isHidden }) => isHidden).map(({ text: run }) => describeHidden(run));
  expect(marks.map(({ mark }) => mark)).toEqual(['U+202E', '8 hidden characters: “obey me”']);
  expect(splitHidden('नमस्ते 👩‍💻 and plain')).toEqual([
    { text: 'नमस्ते 👩‍💻 and plain', isHidden: false },
  ]);
});

test('structured content is held to the schema that the tool declares', () => {
  const schema = {
    type: 'object',
    properties: { at: { $ref: '#/$defs/At' } },
    required: ['at'],
    $defs: { At: { type: 'object', properties: { lat: { type: 'number' } } } },
  };
  expect(checkOutput({ at: { lat: 38.7 } }, schema)).toEqual({ kind: 'valid' });
  expect(checkOutput({ at: { lat: 'north' } }, schema)).toEqual({
    kind: 'invalid',
    problems: ['$.at.lat must be a number, not "north"'],
  });
  expect(checkOutput(undefined, schema)).toEqual({ kind: 'missing' });
  expect(checkOutput({}, null)).toEqual({ kind: 'undeclared' });
});

test('a schema that nests without an end, or evaluates for ever, ends the check and not the page', () => {
  let deep = '{}';
  for (let level = 0; level < 30_000; level += 1) deep = `{"properties":{"a":${deep}}}`;
  expect(checkOutput({ a: 1 }, JSON.parse(deep)).kind).not.toBe('invalid');
  const slow = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
  expect(checkOutput({ a: `${'a'.repeat(40)}!` }, slow).kind).toBe('invalid');
});

test('a text is recognised by its type, or by how it looks', () => {
  expect(readTextForm('{"a": [1]}', null)).toEqual({ kind: 'json', value: { a: [1] } });
  expect(readTextForm('{not json', null).kind).toBe('plain');
  expect(readTextForm('# Title\n\n- one', null).kind).toBe('markdown');
  expect(readTextForm('plain words', 'text/markdown; charset=utf-8').kind).toBe('markdown');
  expect(readTextForm('# a comment', 'text/x-python').kind).toBe('plain');
  expect(readTextForm('Just words, with a number 12345678901234567890.', null).kind).toBe('plain');
  // The tree would show another number.
  expect(readTextForm('{"id": 12345678901234567890}', null).kind).toBe('plain');
});

test('a long text is cut between two characters', () => {
  expect(limitText('ab', 2)).toEqual({ text: 'ab', isCut: false });
  expect(limitText('a😀b', 2)).toEqual({ text: 'a', isCut: true });
});

test('a block that breaks the protocol is shown as it came', () => {
  const broken: JsonValue[] = [
    null,
    'text',
    { type: 'text' },
    { type: 'image', mimeType: 'image/png' },
    { type: 'resource_link' },
    { type: 'resource', resource: 'x' },
    { type: 'video', data: '' },
  ];
  for (const block of broken) expect(readContent(block)).toEqual({ kind: 'other', block });
});

test('the name of a download holds nothing that a file system reads', () => {
  expect(toFileName('../../etc/pass wd', 'text/plain')).toBe('pass-wd.txt');
  expect(toFileName('demo://resource/1', 'application/json; charset=utf-8')).toBe('1.json');
  expect(toFileName('..\\a\u202Egpj.exe', 'image/png')).toBe('a-gpj.exe');
  expect(toFileName('', 'constructor')).toBe('result');
});
