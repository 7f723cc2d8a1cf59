import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import { loadYaml } from '#app/blueprint/import/text/load-yaml.ts';
import { readYaml } from '#app/blueprint/import/text/read-yaml.ts';
import { Warnings } from '#app/blueprint/import/warnings.ts';

const DOCUMENTS = [
  ['rclone', readFileSync('tests/specs/rclone-3.1.yaml', 'utf8')],
  ['petstore', readFileSync('tests/specs/petstore-2.0.yaml', 'utf8')],
  ['docker', unpack('docker-engine-2.0.yaml')],
  ['harbor', unpack('harbor-2.0.yaml')],
  ['openai', unpack('openai-3.1.yaml')],
] as const;

/** What turns plain YAML into something else, put anywhere. */
const PIECES =
  `  |   |:|: |- |-|#| #|"|'|>|>-|[|]|{|}|,|\n|\n\n|\n  |&a |*a|!|~|null|1|0x1|1e3|.5|-0|\\|\\n|\\\n|\t|` +
  `?|? |%|@|\`|---|...|<<: |a: b|[a, b]|{a: 1}|"x"|'y'|true|  # c|2020-01-01|\u00A0|\u2028|é`;
const INSERTED = [...PIECES.split('|'), '|', '|+', '|-'];

function unpack(name: string): string {
  return gunzipSync(readFileSync(`tests/corpus/documents/${name}.gz`)).toString('utf8');
}

/** What the reader that diagnoses says; undefined where it complains. */
function readWhole(source: string): unknown {
  const document = parseDocument(source, { merge: true, logLevel: 'error' });
  if (document.errors.length + document.warnings.length > 0) return undefined;
  return document.toJS({ maxAliasCount: 100 });
}

test.each(DOCUMENTS)('%s is read as by the reader that diagnoses', (_, source) => {
  const read = loadYaml(source);
  expect(read).toBeDefined();
  expect(JSON.stringify(read)).toBe(JSON.stringify(readWhole(source)));
});

/** Keys that are lists or maps: both readers make up a name for them, each its own. */
const ODD_KEY = /^[\s-]*(?:\?|[[{&].*:)/m;

test('any text is read as by the reader that diagnoses, where that does not complain', () => {
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
    const read = loadYaml(text);
    const whole = read === undefined || ODD_KEY.test(text) ? undefined : readWhole(text);
    if (whole === undefined) continue;
    count += 1;
    expect(JSON.stringify(read), text).toBe(JSON.stringify(whole));
  }
  expect(count).toBeGreaterThan(500);
});

test.each([
  ['a tag of its own', 'a: !ours 1'],
  ['code', 'a: !!js/function "() => 1"'],
  ['bytes', 'a: !!binary aGk='],
  ['a key that stands twice', 'a: 1\na: 2'],
  ['a second document', 'a: 1\n---\nb: 2'],
  ['a tab as indentation', 'a:\n\tb: 1'],
  ['a map in a line', 'a: b: c'],
  ['a text that is never closed', 'a: "b'],
  ['an alias of nothing', 'a: *b'],
  ['a hundred levels', `a: ${'['.repeat(100)}${']'.repeat(100)}`],
  ['merges that multiply', `a: &a {b: 1}\nc:\n  <<: [${'*a, '.repeat(6_000)}*a]`],
])('%s is left to the reader that diagnoses', (_, source) => {
  expect(loadYaml(source)).toBeUndefined();
});

test.each(
  `0b11 0o17 017 08 1_000 1e3 1.5e-3 .5 -.5 +.5 5. 0x1F -0x1F +1 12345678901234567890 1e999 .inf -.INF .nan -0
  1:30 2020-01-01 2020-01-01T00:00:00Z yes on y True NULL ~ 1.10 v1 0 -1 1. . - + e1 0x 0o .e1 infinity`
    .split(/\s+/)
    .filter((text) => text !== '-'),
)('%s is the value that the core schema gives it', (text) => {
  const source = `a: ${text}\nb: [${text}]\n`;
  expect(loadYaml(source)).toEqual(readWhole(source));
});

test.each([
  'a: |+\n  x',
  'a: |+\n  x\n# end\n',
  'a:\n  b: |+\n    x\n\n  # c\n',
  'k:\n  #c\n  v\nz: 1',
  `k: a${' '.repeat(50)}b`,
  `k: [a${' '.repeat(50)}b, c   \n   , d]`,
  'a: &x {b: 1}\nc: {<<: *x, d: 2}\ne: {b: 3, <<: *x}',
])('is read as by the reader that diagnoses, or not at all: %j', (source) => {
  const whole = readWhole(source);
  const read = loadYaml(source);
  expect(read === undefined ? whole : read).toEqual(whole);
});

test.each([
  ['k: "a\n]"', { k: 'a ]' }],
  ['k:\n#c\n  v\nz: 1', { k: 'v', z: 1 }],
])('small mistakes that leave no doubt are forgiven: %j', (source, value) => {
  expect(readWhole(source)).toBeUndefined();
  expect(loadYaml(source)).toEqual(value);
});

test('a run of blanks costs no more than other text', () => {
  // Looked at again from each of its blanks this would take minutes.
  const blanks = ' '.repeat(1_000_000);
  expect(loadYaml(`k: a${blanks}b`)).toEqual({ k: `a${blanks}b` });
  expect(loadYaml(`k: [a${blanks}b]`)).toEqual({ k: [`a${blanks}b`] });
});

test('names that objects have of themselves are only names', () => {
  const read = loadYaml(
    '__proto__:\n  a: 1\nconstructor: 2\nb: &b {__proto__: {c: 1}}\nd: {<<: *b}',
  );
  expect(JSON.stringify(read)).toBe(
    '{"__proto__":{"a":1},"constructor":2,"b":{"__proto__":{"c":1}},"d":{"__proto__":{"c":1}}}',
  );
  expect(Object.hasOwn(Object.prototype, 'c')).toBe(false);
});

test('an alias of what holds it is refused', async () => {
  const cyclic = await importDocument('openapi: 3.1.0\nx: &x\n  y: *x\npaths: {}\n');
  expect(cyclic).toMatchObject({ ok: false, message: expect.stringMatching(/nests more than/) });
});

const TAG = '!<tag:yaml.org,2002:seq>';

test.each([
  ['each of them', '&a', '&b'],
  ['each of them directly behind a tag', `${TAG}&a`, `${TAG}&b`],
  ['a part that holds itself twice', `&a`, `&b [*b, *b], c: ${TAG}&c`],
])('aliases that multiply are refused: %s', async (_, first, second) => {
  const bomb = ['openapi: 3.1.0', 'paths: {}', `a: ${first} [${'x, '.repeat(2_000)}x]`];
  bomb.push(`b: {b: ${second} [${'*a, '.repeat(2_000)}*a]}`);
  const { ok, ...rest } = await importDocument(bomb.join('\n'));
  expect({ ok, ...rest }).toMatchObject({ ok: false, message: expect.stringMatching(/expand to/) });
});

test('a long text that stands a thousand times by aliases is refused', async () => {
  const text = `a: &a ${'long '.repeat(10_000)}\nb: [${'*a, '.repeat(1_000)}*a]\n`;
  const outcome = await importDocument(`openapi: 3.1.0\npaths: {}\n${text}`);
  expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(/expand to/) });
});

test.each([
  ['a time', 'x: !!timestamp 2026-01-01T00:00:00Z'],
  ['bytes', 'x: !!binary aGVsbG8='],
  ['a set', 'x: !!set {a, b}'],
  ['an ordered map', 'x: !!omap [a: 1]'],
  ['YAML 1.1', 'x: 2026-01-01'],
])('what has no form in JSON stays as it is written: %s', (what, line) => {
  const head = what === 'YAML 1.1' ? '%YAML 1.1\n---\n' : '';
  const read = readYaml(`${head}a: 1\na: 2\n${line}\nb: &b {c: 1}\nd: {<<: *b}\n`, new Warnings());
  if (!read.ok) throw new Error(read.message);
  expect(JSON.parse(JSON.stringify(read.value))).toEqual(read.value);
  expect(read.value).toMatchObject({ a: 2, d: { c: 1 } });
  const { x } = read.value as { x: unknown };
  expect([Object.prototype, Array.prototype, String.prototype]).toContain(Object.getPrototypeOf(x));
});

test('a key made of aliases does not end the import with a bug', async () => {
  const text = `a: &a ${'x'.repeat(100_000)}\n? [${'*a, '.repeat(10_000)}*a]\n: 1\n`;
  const outcome = await importDocument(`openapi: 3.1.0\npaths: {}\n${text}`);
  expect(outcome.ok).toBe(false);
});
