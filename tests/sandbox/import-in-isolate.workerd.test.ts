import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import { listDocument } from '#app/blueprint/import/list-document.ts';
import { importInIsolate, listInIsolate } from '#app/sandbox/import-in-isolate.server.ts';

const documents = import.meta.glob<string>('../specs/*.{json,yaml}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const ignore = () => {};

test('there are documents to import', () => {
  expect(Object.keys(documents).length).toBeGreaterThanOrEqual(4);
});

test.each(Object.entries(documents))(
  '%s gives the same in an isolate as here, and reports progress',
  async (_, text) => {
    const reports: [number, number][] = [];
    const outcome = await importInIsolate(env.LOADER, { text }, (...report) => {
      reports.push(report);
    });
    expect(outcome.ok).toBe(true);
    expect(outcome).toEqual(JSON.parse(JSON.stringify(await importDocument(text))));
    const [done, total] = reports.at(-1) ?? [];
    expect(done).toBe(total);
    expect(reports.length).toBeLessThanOrEqual(100);
  },
  30_000,
);

test('a choice is made in the isolate, and the operations are listed there', async () => {
  const text = documents['../specs/asana-3.0.json'] ?? '';
  const only = { tags: ['Tasks'], methods: ['GET'] };
  const outcome = await importInIsolate(env.LOADER, { text, only }, ignore);
  expect(outcome.ok && outcome.value.leftOut).toBeGreaterThan(100);
  expect(outcome).toEqual(JSON.parse(JSON.stringify(await importDocument(text, { only }))));
  const listed = await listInIsolate(env.LOADER, { text });
  expect(listed.ok && listed.value.operations.length).toBe(167);
  expect(listed).toEqual(JSON.parse(JSON.stringify(await listDocument(text))));
  expect(await listInIsolate(env.LOADER, { text: 'hello: world' })).toEqual(
    await listDocument('hello: world'),
  );
});

test('a document’s address is passed on with it', async () => {
  const text = Object.entries(documents).find(([path]) => path.includes('petstore-3.0'))?.[1] ?? '';
  const url = 'https://petstore.example.com/api/openapi.json';
  const outcome = await importInIsolate(env.LOADER, { text, url }, ignore);
  expect(outcome.ok && outcome.value.blueprint.sources[0]?.url).toBe(url);
});

test('an invalid document is reported in the same words', async () => {
  for (const text of ['', '{"a":', 'hello: world', '<!doctype html><title>x</title>']) {
    const outcome = await importInIsolate(env.LOADER, { text }, ignore);
    expect(outcome).toMatchObject({ ok: false, message: expect.any(String) });
    expect(outcome).toEqual(await importDocument(text));
  }
});

test('without a loader the import runs here', async () => {
  const text = documents['../specs/petstore-2.0.yaml'] ?? '';
  const outcome = await importInIsolate(undefined, { text }, ignore);
  expect(outcome).toMatchObject({ ok: true });
});

test('a document of some megabytes crosses in both directions', async () => {
  const values = Array.from({ length: 400 }, (_, index) => `ein längerer Wert Nummer ${index}`);
  const parameters = [{ name: 'value', in: 'query', schema: { type: 'string', enum: values } }];
  const operation = { get: { parameters, responses: { 200: { description: 'OK' } } } };
  const paths = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`/p${index}`, operation]),
  );
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Big', version: '1' }, paths });
  expect(text.length).toBeGreaterThan(3_000_000);
  const outcome = await importInIsolate(env.LOADER, { text }, ignore);
  expect(outcome.ok && outcome.value.blueprint.tools.length).toBe(300);
});
