import { expect, test } from 'vitest';

import { startBuiltWorker } from '../setup/built-worker.ts';

const ask = async (url: string) => {
  const response = await fetch(`${url}/api/drafts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://upstream.example.net/openapi.json' }),
  });
  return { status: response.status, text: await response.text() };
};

test('each built Worker lives in a world of its own', async () => {
  const document = (title: string) =>
    Response.json({
      openapi: '3.0.3',
      info: { title, version: '1' },
      paths: { '/ping': { get: { operationId: 'ping', responses: { 200: { description: '' } } } } },
    });
  const seen: string[] = [];
  let title = 'First';
  const worlds = await Promise.all([
    startBuiltWorker({
      outside: ({ url }) => {
        seen.push(new URL(url).host);
        return url.startsWith('https://upstream.') ? document(title) : undefined;
      },
    }),
    startBuiltWorker({
      outside: ({ url }) => (url.includes('.json') ? document('Other') : undefined),
    }),
    startBuiltWorker(),
  ]);
  const [first, other, plain] = await Promise.all(worlds.map(({ url }) => ask(url)));
  expect(first!.text).toContain('"First"');
  expect(other!.text).toContain('"Other"');
  expect(plain!.status).toBeGreaterThanOrEqual(400);
  expect(seen).toContain('upstream.example.net');
  title = 'Second';
  expect((await ask(worlds[0].url)).text).toContain('"Second"');
  const rows = await worlds[0].env.DB.prepare('SELECT count(*) AS drafts FROM drafts').first();
  expect(rows).toEqual({ drafts: 2 });
  await Promise.all(worlds.map(({ close }) => close()));
});
