import { expect, test } from 'vitest';

import type { TextNode } from '#app/reading/article.ts';

import { compileArticle } from '../../scripts/reading/compile-article.ts';
import { cutRegion } from '../../scripts/reading/fill-snippets.ts';
import { highlightSource } from '../../scripts/reading/highlight-code.ts';
import { textOf } from '../../scripts/reading/tree.ts';

const compile = (text: string) => compileArticle({ text, format: 'mdx', root: process.cwd() });
const plain = (node: TextNode): string =>
  typeof node === 'string' ? node : (node.nodes ?? []).map(plain).join('');

test('code comes from its file, coloured by classes, without its marks', async () => {
  const { nodes } = await compile('```ts file=secrets/seal.ts#seal\n```\n');
  const [pre] = nodes;
  expect(pre).toMatchObject({ tag: 'pre', props: { 'data-language': 'ts' } });
  const text = plain(pre!);
  expect(text).toContain('export async function seal');
  expect(text).not.toContain('region');
  expect(JSON.stringify(pre)).toContain('{"className":"code-word"},"nodes":["export"]');
  expect(JSON.stringify(pre)).not.toContain('style');
});

test('a region that is missing or does not end stops the build', () => {
  expect(() => cutRegion('a\n', 'b', 'a.ts')).toThrow('a.ts has no region b.');
  expect(() => cutRegion('// #region b\na\n', 'b', 'a.ts')).toThrow('does not end');
  expect(cutRegion('  // #region b\n  a\n\n    c\n  // #endregion\n', 'b', 'a.ts')).toBe(
    'a\n\n  c',
  );
});

test.each(['ts', 'js', 'json', 'http', 'sh', 'yaml', 'text'])(
  'highlighting %s loses no letter',
  (language) => {
    const source = 'const a = "<b>";\n# note: { "x": 1 }\n\nPOST /x HTTP/1.1\n\n{\n  "a": 1\n}\n';
    expect(highlightSource(source, language).map(textOf).join('')).toBe(source);
  },
);

test('headings of one text get ids of their own, and words below them are found', async () => {
  const { headings, passages, minutes } = await compile(
    'Before.\n\n## A part\n\nOne `two`.\n\n## A part\n\n| a | b |\n| - | - |\n| c | d |\n',
  );
  expect(headings.map(({ id }) => id)).toEqual(['a-part', 'a-part-2']);
  expect(passages.map(({ text }) => text)).toEqual(['Before.', 'One two.', 'a b c d']);
  expect(minutes).toBe(1);
});

test('limits of plans are those of the gates', async () => {
  const { nodes } = await compile('<PlanLimits />\n');
  expect(plain(nodes[0]!)).toMatch(/^LimitFreeProTeam/);
  expect(plain(nodes[0]!)).toContain('Hosted calls a day1,00050,000500,000');
});
