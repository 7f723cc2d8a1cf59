import { beforeAll, expect, test } from 'vitest';

import { searchDocs } from '#app/docs/search-docs.ts';
import type { DocPage } from '#app/reading/article.ts';

import { loadDocPages } from '../../scripts/reading/load-doc-pages.ts';

let pages: DocPage[];

beforeAll(async () => {
  pages = await loadDocPages({ root: process.cwd(), onFile: () => {} });
});

const first = (query: string) => searchDocs(pages, query)[0]?.to;

test('a search leads to the section that is about it', () => {
  expect(first('docker')).toBe('/docs/self-hosting#docker-and-workers');
  expect(first('roll back')).toBe('/docs/endpoint#save-publish-roll-back');
  expect(first('rotate key')).toBe('/docs/endpoint#api-keys');
  expect(first('readOnly schema')).toBe('/docs/openapi#schemas');
  expect(first('evals')).toBe('/docs/command-line#evals');
});

test('every word has to begin a word of the section, in any case and order', () => {
  expect(first('BACK rolling')).toBe(first('rolling back'));
  expect(searchDocs(pages, 'docker zebra')).toEqual([]);
  expect(searchDocs(pages, 'ocker')).toEqual([]);
  expect(searchDocs(pages, '  … ')).toEqual([]);
});

test('an excerpt is short, begins and ends with whole words, and holds what was found', () => {
  for (const { excerpt } of searchDocs(pages, 'token')) {
    expect(excerpt.length).toBeLessThan(180);
    expect(excerpt).not.toMatch(/^\s|\s$/);
  }
  const [hit] = searchDocs(pages, 'SIGTERM');
  expect(hit?.excerpt).toContain('SIGTERM');
});

test('signs of regular expressions and very long queries are only text', () => {
  expect(searchDocs(pages, '(.*)+[')).toEqual([]);
  expect(searchDocs(pages, 'token '.repeat(5_000)).length).toBeGreaterThan(0);
});
