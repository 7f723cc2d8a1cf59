import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';

import { readPlainYaml } from '#app/blueprint/import/text/read-plain-yaml.ts';

const DOCUMENTS = [
  ['rclone', readFileSync('tests/specs/rclone-3.1.yaml', 'utf8')],
  ['petstore', readFileSync('tests/specs/petstore-2.0.yaml', 'utf8')],
  ['docker', unpack('docker-engine-2.0.yaml')],
  ['harbor', unpack('harbor-2.0.yaml')],
] as const;

/** What turns plain YAML into something else, put anywhere. */
const PIECES =
  `  |   |:|: |- |-|#| #|"|'|>|>-|[|]|{|}|,|\n|\n\n|\n  |&a |*a|!|~|null|1|0x1|1e3|.5|-0|\\|\\n|\\\n|\t|` +
  `?|? |%|@|\`|---|...|<<: |a: b|[a, b]|{a: 1}|"x"|'y'|true|  # c|2020-01-01|\u00A0|\u2028|é`;
const INSERTED = [...PIECES.split('|'), '|', '|+', '|-'];

function unpack(name: string): string {
  return gunzipSync(readFileSync(`tests/corpus/documents/${name}.gz`)).toString('utf8');
}

/** What a whole reader says; undefined where it complains. */
function readWhole(source: string): unknown {
  const document = parseDocument(source, { merge: true, logLevel: 'error' });
  if (document.errors.length + document.warnings.length > 0) return undefined;
  return document.toJS({ maxAliasCount: 100 });
}

test.each(DOCUMENTS)('%s is read as by the full YAML reader', (_, source) => {
  const read = readPlainYaml(source);
  expect(read).toBeDefined();
  expect(JSON.stringify(read)).toBe(JSON.stringify(readWhole(source)));
});

test('any text is read like the full reader does, and never if that reports an error', () => {
  let seed = 1;
  const below = (limit: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  const all = DOCUMENTS.map(([, source]) => source.split('\n'));
  let count = 0;
  for (let round = 0; round < 4_000; round += 1) {
    const lines = all[round % all.length] ?? [];
    const start = below(lines.length);
    const piece = lines.slice(start, start + 3 + below(20));
    const indent = Math.min(
      ...piece.filter((line) => line !== '').map((line) => line.search(/\S|$/)),
    );
    let text = (below(2) === 0 ? '' : 'x:\n') + piece.map((line) => line.slice(indent)).join('\n');
    for (let edits = below(4); edits > 0; edits -= 1) {
      const at = below(text.length);
      text =
        text.slice(0, at) + (INSERTED[below(INSERTED.length)] ?? '') + text.slice(at + below(3));
    }
    const read = readPlainYaml(text);
    if (read === undefined) continue;
    count += 1;
    expect(JSON.stringify(read), text).toBe(JSON.stringify(readWhole(text)));
  }
  expect(count).toBeGreaterThan(500);
});

test.each([
  ['an anchor', 'a: &x 1\nb: *x'],
  ['a tag', 'a: !!str 1'],
  ['a merge', 'a:\n  <<: {b: 1}'],
  ['a key that stands twice', 'a: 1\na: 2'],
  ['a second document', 'a: 1\n---\nb: 2'],
  ['a tab as indentation', 'a:\n\tb: 1'],
  ['a number that is not written as JSON would', 'a: 0x10'],
  ['a map in a line', 'a: b: c'],
  ['a text that is never closed', 'a: "b'],
])('%s is left to the full reader', (_, source) => {
  expect(readPlainYaml(source)).toBeUndefined();
});

test.each([
  'a: |+\n  x',
  'a: |+\n  x\n# end\n',
  'a:\n  b: |+\n    x\n\n  # c\n',
  'k: "a\n]"',
  'k:\n#c\n  v\nz: 1',
  'k:\n  #c\n  v\nz: 1',
  `k: a${' '.repeat(50)}b`,
  `k: [a${' '.repeat(50)}b, c   \n   , d]`,
])('is read as by the full reader, or not at all: %j', (source) => {
  const whole = readWhole(source);
  const read = readPlainYaml(source);
  expect(read === undefined ? whole : read).toEqual(whole);
});

test('a run of spaces takes no longer than other text', () => {
  // Looked at again from each of its blanks this would take minutes.
  const blanks = ' '.repeat(1_000_000);
  expect(readPlainYaml(`k: a${blanks}b`)).toEqual({ k: `a${blanks}b` });
  expect(readPlainYaml(`k: [a${blanks}b]`)).toEqual({ k: [`a${blanks}b`] });
});

test('names of inherited properties are ordinary keys', () => {
  const read = readPlainYaml('__proto__:\n  a: 1\nconstructor: 2');
  expect(JSON.stringify(read)).toBe('{"__proto__":{"a":1},"constructor":2}');
});
