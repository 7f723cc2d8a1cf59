import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';

import { imported } from './imported.ts';

function api(title: string, path: string): string {
  const get = { responses: { 200: { description: 'Fine.' } } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    servers: [{ url: `https://api.example.com/${title}` }],
    paths: { [path]: { get } },
  });
}

async function namesAfter(first: string, second: string, isAddition: boolean): Promise<string[]> {
  const before = await importDocument(first);
  if (!before.ok) throw new Error('The first is no document.');
  const options = { previous: before.value.blueprint, isAddition };
  const after = await importDocument(second, options);
  if (!after.ok) throw new Error('The second is no document.');
  return after.value.blueprint.tools.map(({ name }) => name).toSorted();
}

test('an additional document keeps the tools of the only earlier one', async () => {
  const names = await namesAfter(api('Shop', '/orders'), api('Weather', '/winds'), true);
  expect(names.join(' ')).toMatch(/order.* .*wind/);
  expect(names).toHaveLength(2);
});

test('a newer version of a document replaces the older, also as an addition', async () => {
  const names = await namesAfter(api('Shop', '/orders'), api('Shop', '/carts'), true);
  expect(names).toHaveLength(1);
});

test('a source is named after its format, and a second one of a format is told from the first', async () => {
  const collection = '{"info":{"name":"P"},"item":[{"name":"a","request":"https://p.test/a"}]}';
  let blueprint: Blueprint | undefined;
  const texts = [
    api('Shop', '/orders'),
    collection,
    'curl https://c.test/x',
    'curl https://c.test/y',
    api('Weather', '/winds'),
  ];
  for (const text of texts) {
    const options = blueprint ? { previous: blueprint, isAddition: true } : {};
    ({ blueprint } = await imported(text, options));
  }
  const ids = ['openapi', 'postman', 'curl', 'curl-2', 'openapi-2'];
  expect(blueprint?.sources.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(blueprint?.tools.map(({ origin }) => origin?.source).toSorted()).toEqual(ids.toSorted());
});

test('a document that replaces the only one may have another title', async () => {
  const names = await namesAfter(api('Shop', '/orders'), api('Store', '/orders'), false);
  expect(names).toHaveLength(1);
});
