import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  createEventStreamParser,
  readEventStream,
  type StreamEvent,
} from '#app/api-client/event-stream.ts';

const STREAM = [
  ': a comment\n',
  'event: progress\ndata: {"step":"reading"}\n\n',
  'id: 7\r\nevent: progress\r\ndata: {"step":\r\ndata: "importing"}\r\n\r\n',
  'data:no space\n\n',
  'event: nothing to say\n\n',
  'event: draft\ndata: "ünïcödé 🛠"\n\n',
].join('');

const EVENTS: StreamEvent[] = [
  { event: 'progress', data: '{"step":"reading"}' },
  { event: 'progress', data: '{"step":\n"importing"}' },
  { event: 'message', data: 'no space' },
  { event: 'draft', data: '"ünïcödé 🛠"' },
];

test('events come out whole however the text is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 20 }), (cuts) => {
      const places = [0, ...cuts.toSorted((one, other) => one - other), STREAM.length];
      const parse = createEventStreamParser();
      const found = places.flatMap((place, index) => parse(STREAM.slice(place, places[index + 1])));
      expect(found).toEqual(EVENTS);
    }),
  );
});

test('characters that are cut between two chunks of bytes are put together', async () => {
  const bytes = new TextEncoder().encode(STREAM);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const found: StreamEvent[] = [];
  for await (const event of readEventStream(body)) found.push(event);
  expect(found).toEqual(EVENTS);
});

test('an event that never ended is not reported', () => {
  expect(createEventStreamParser()('event: draft\ndata: {"id":')).toEqual([]);
});
