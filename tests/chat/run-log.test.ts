import { expect, test } from 'vitest';

import { RunLog, type LineStore, type LogLine } from '#app/chat/turns/log/run-log.ts';

function memoryStore(): LineStore {
  const lines: LogLine[] = [];
  return {
    append: (number, text) => void lines.push({ number, text }),
    after: (number, limit) =>
      lines.filter((line) => line.number > number && line.number <= number + limit),
  };
}

const numbers = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, n]) => Number(n));
const read = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

test('every line comes under its number, and the end is told', async () => {
  const log = new RunLog(memoryStore(), 0);
  const stream = log.listen(0);
  log.append({ type: 'start' });
  log.append({ type: 'text-delta', delta: 'ä\n' });
  log.end();
  expect(await read(stream)).toBe(
    'id: 1\ndata: {"type":"start"}\n\nid: 2\ndata: {"type":"text-delta","delta":"ä\\n"}\n\ndata: [DONE]\n\n',
  );
});

test('whoever comes late gets what they have missed and what is still to come, without a gap', async () => {
  const log = new RunLog(memoryStore(), 0);
  for (const n of [1, 2, 3]) log.append({ n });
  const late = log.listen(1);
  const later = log.listen(3);
  log.append({ n: 4 });
  log.end();
  expect(numbers(await read(late))).toEqual([2, 3, 4]);
  expect(numbers(await read(later))).toEqual([4]);
});

test('a listener that leaves disturbs nobody', async () => {
  const log = new RunLog(memoryStore(), 0);
  const leaving = log.listen(0);
  const staying = log.listen(0);
  await leaving.cancel();
  log.append({ n: 1 });
  log.end();
  expect(await read(staying)).toContain('id: 1');
});

test('after the end the lines can still be had, and no new ones are taken', async () => {
  const log = new RunLog(memoryStore(), 0);
  log.append({ n: 1 });
  log.end();
  log.append({ n: 2 });
  expect(await read(log.listen(0))).toBe('id: 1\ndata: {"n":1}\n\ndata: [DONE]\n\n');
});

test('numbers go on from turn to turn; one of an earlier turn, or of none, gets all lines', async () => {
  const log = new RunLog(memoryStore(), 50);
  for (const n of [1, 2]) log.append({ n });
  log.end();
  for (const after of [0, 7, 50, 99]) {
    expect(numbers(await read(log.listen(after)))).toEqual([51, 52]);
  }
  expect(numbers(await read(log.listen(51)))).toEqual([52]);
});

test('whoever reads lines that are gone is told, and never that this is the end', async () => {
  const lines = memoryStore();
  const log = new RunLog({ ...lines, after: () => [] }, 0);
  log.append({ n: 1 });
  log.end();
  await expect(read(log.listen(0))).rejects.toThrow('These lines are gone.');
});
