import { expect, test } from 'vitest';

import { createFreshLoading, createTurnCount } from '#app/chat/turns/turn-count.ts';

/** A server whose answers come when told to. */
function openServer() {
  const turns = createTurnCount();
  const waiting: ((answer: string) => void)[] = [];
  const told: string[] = [];
  const ask = createFreshLoading(
    turns,
    () => new Promise<string>((resolve) => void waiting.push(resolve)),
  );
  const sync = () => ask((answer) => void told.push(answer));
  return { turns, waiting, told, sync };
}

test('an answer that a turn has overtaken is dropped', async () => {
  const { turns, waiting, told, sync } = openServer();
  const asked = sync();
  turns.begin();
  waiting[0]?.('without the new message');
  await asked;
  expect(told).toEqual([]);
  expect(waiting).toHaveLength(1);
});

test('whoever asks after the turn gets an answer that knows of it', async () => {
  const { turns, waiting, told, sync } = openServer();
  const asked = sync();
  turns.begin();
  turns.end();
  void sync();
  waiting[0]?.('old');
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.('new');
  await asked;
  expect(told).toEqual(['new']);
});

test('two wishes at once are one question, and none is asked while a turn runs', async () => {
  const { turns, waiting, told, sync } = openServer();
  const asked = Promise.all([sync(), sync()]);
  waiting[0]?.('once');
  await asked;
  expect(told).toEqual(['once']);
  turns.begin();
  await sync();
  expect(waiting).toHaveLength(1);
});
