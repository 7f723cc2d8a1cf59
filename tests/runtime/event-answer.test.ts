import { expect, test } from 'vitest';

import { EventAnswer } from '#app/runtime/event-answer.ts';

test('a client that does not read makes nobody keep more than a bit over a mebibyte', async () => {
  const events = new EventAnswer();
  const text = 'x'.repeat(10_000);
  for (let count = 0; count < 1_000; count += 1) events.send({ count, text });
  events.end({ answer: text });
  const body = await new Response(await events.opened).text();
  expect(body.length).toBeGreaterThan(1_000_000);
  expect(body.length).toBeLessThan(1_100_000);
  expect(body.startsWith('event: message\ndata: {"count":0,')).toBe(true);
  expect(body.endsWith(`data: {"answer":"${text}"}\n\n`)).toBe(true);
});

test('a client that reads misses nothing', async () => {
  const events = new EventAnswer();
  const text = 'x'.repeat(100_000);
  const read = events.opened.then((stream) => new Response(stream).text());
  for (let count = 0; count < 30; count += 1) {
    events.send({ count, text });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  events.end({ answer: 1 });
  expect((await read).match(/"count":\d+/g)).toHaveLength(30);
});
