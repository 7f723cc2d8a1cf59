import { afterEach, expect, test, vi } from 'vitest';

import { EventAnswer } from '#app/runtime/protocol/event-answer.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each<[string, (events: EventAnswer) => unknown]>([
  ['that said nothing', () => {}],
  ['that said something', (events) => events.send({ word: 1 })],
])('a notification after the end of a call %s keeps nothing alive', (_, before) => {
  vi.useFakeTimers();
  const events = new EventAnswer(() => {});
  before(events);
  events.end({ answer: 1 });
  events.send({ word: 2 });
  expect(vi.getTimerCount()).toBe(0);
});

test('a notification to a disconnected client keeps nothing alive, and the disconnection is reported', async () => {
  vi.useFakeTimers();
  const onLeave = vi.fn<() => void>();
  const events = new EventAnswer(onLeave);
  events.send({ word: 1 });
  expect(onLeave).not.toHaveBeenCalled();
  await (await events.opened).cancel();
  expect(onLeave).toHaveBeenCalledOnce();
  events.send({ word: 2 });
  expect(vi.getTimerCount()).toBe(0);
});

test('a client that does not read costs at most slightly more than a mebibyte', async () => {
  const events = new EventAnswer(() => {});
  const text = 'x'.repeat(10_000);
  for (let count = 0; count < 1_000; count += 1) events.send({ count, text });
  events.end({ answer: text });
  const body = await new Response(await events.opened).text();
  expect(body.length).toBeGreaterThan(1_000_000);
  expect(body.length).toBeLessThan(1_100_000);
  expect(body.startsWith('event: message\ndata: {"count":0,')).toBe(true);
  expect(body.endsWith(`data: {"answer":"${text}"}\n\n`)).toBe(true);
});

test('a client that reads gets everything', async () => {
  const events = new EventAnswer(() => {});
  const text = 'x'.repeat(100_000);
  const read = events.opened.then((stream) => new Response(stream).text());
  for (let count = 0; count < 30; count += 1) {
    events.send({ count, text });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  events.end({ answer: 1 });
  expect((await read).match(/"count":\d+/g)).toHaveLength(30);
});
