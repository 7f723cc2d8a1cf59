import { setTimeout } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { drainBody } from '#app/platform/outbound/drain-body.ts';

function post(body: ReadableStream<Uint8Array>): Request {
  const init = { method: 'POST', body, duplex: 'half' };
  return new Request('https://builder.test/', init);
}

test('a body that keeps flowing is read to its end', async () => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(chunks) {
      await setTimeout(30);
      sent += 1;
      if (sent > 12) chunks.close();
      else chunks.enqueue(new Uint8Array(1_024));
    },
  });
  await drainBody(post(body));
  expect(sent).toBe(13);
});

test('a body that an overloaded machine brings late is read to its end', async () => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(chunks) {
      await setTimeout(600);
      sent += 1;
      if (sent > 1) chunks.close();
      else chunks.enqueue(new Uint8Array(1_024));
    },
  });
  await drainBody(post(body));
  expect(sent).toBe(2);
});

test('a body that never comes keeps nobody waiting, and is not cancelled', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
  await drainBody(post(body));
  expect(isCancelled).toBe(false);
});

test('a body whose sender goes away is no failure', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (chunks) => chunks.error(new Error('gone')),
  });
  await expect(drainBody(post(body))).resolves.toBeUndefined();
});

test('a body that never ends is read up to 100 MB', async () => {
  let sent = 0;
  const chunk = new Uint8Array(1_048_576);
  const body = new ReadableStream<Uint8Array>({
    pull(chunks) {
      sent += 1;
      chunks.enqueue(chunk);
    },
  });
  await drainBody(post(body));
  expect(sent).toBeGreaterThanOrEqual(100);
  expect(sent).toBeLessThan(110);
});
