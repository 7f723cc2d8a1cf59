import * as z from 'zod/mini';
import { expect, test } from 'vitest';

import { readJsonAnswer } from '#app/api-client/api-request.ts';
import { toFailureText } from '#app/api-client/failure-text.ts';

const Named = z.object({ name: z.string() });

test('an answer is read by its schema', async () => {
  expect(await readJsonAnswer(Named, Response.json({ name: 'x' }))).toEqual({
    ok: true,
    value: { name: 'x' },
  });
});

test('an answer of another shape, or that is no JSON, is a failure of its own', async () => {
  const unreadable = { ok: false, reason: 'unreadable' };
  expect(await readJsonAnswer(Named, Response.json({ title: 'x' }))).toEqual(unreadable);
  expect(await readJsonAnswer(Named, new Response('<title>Proxy</title>'))).toEqual(unreadable);
  expect(toFailureText({ reason: 'unreadable' }, 'change').next).toContain('Reload the page');
});

test('an answer that breaks off is a failure of the network', async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('gone')),
  });
  const read = await readJsonAnswer(Named, new Response(body));
  expect(read).toEqual({ ok: false, reason: 'network' });
});
