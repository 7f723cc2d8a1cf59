import { expect, test } from 'vitest';

import { toFileNodes } from '#app/workbench/files/file-nodes.ts';
import { searchFiles } from '#app/workbench/files/search-files.ts';

const FILES = [
  { path: 'README.md', text: '# Pets\n\nA server for pets.\n' },
  { path: 'src/tools/add-pet.ts', text: 'export const addPet = 1;\n' },
  { path: 'package.json', text: '{"name": "zoo"}' },
];

test('names are found before contents, whatever the case', () => {
  expect(searchFiles(FILES, 'PET').map(({ path }) => path)).toEqual([
    'src/tools/add-pet.ts',
    'README.md',
  ]);
});

test('each file shows the lines that match, and counts the rest', () => {
  const text = Array.from({ length: 10 }, (_, index) => `line ${index} needle`).join('\n');
  const [found] = searchFiles([{ path: 'a.txt', text }], 'needle');
  expect(found?.lines.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(found?.more).toBe(7);
});

test('of a long line only what is around the match is shown', () => {
  const text = `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}`;
  const [line] = searchFiles([{ path: 'a.txt', text }], 'needle')[0]?.lines ?? [];
  expect(line?.text).toContain('needle');
  expect(line?.text.length).toBeLessThan(200);
});

test('one character searches names only, and nothing finds nothing', () => {
  expect(searchFiles(FILES, 'z')).toEqual([]);
  expect(searchFiles(FILES, '  ')).toEqual([]);
  expect(searchFiles(FILES, 'zo').map(({ path }) => path)).toEqual(['package.json']);
});

test('the tree begins with the tools in src', () => {
  const tree = toFileNodes(['a/b.ts', 'package.json', 'src/protocol/a.ts', 'src/tools/pet.ts']);
  expect(tree.map(({ name }) => name)).toEqual(['src', 'a', 'package.json']);
  expect(tree[0]?.children?.map(({ name }) => name)).toEqual(['tools', 'protocol']);
});
