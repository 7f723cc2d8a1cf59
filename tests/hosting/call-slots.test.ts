import { expect, test } from 'vitest';

import { CallSlots } from '#app/hosting/call-slots.ts';

const LIMITS = {
  atWork: 4,
  atWorkOfKey: 2,
  waiting: 3,
  waitingOfKey: 2,
  waitMs: 1_000,
  lostMs: 60_000,
};

/** Slots whose clock stands still until it is moved; whoever waits looks at each move. */
function openSlots() {
  let now = 0;
  let sleepers: (() => void)[] = [];
  const sleep = () => new Promise<void>((resolve) => void sleepers.push(resolve));
  const slots = new CallSlots(LIMITS, () => now, sleep);
  const move = async (ms: number) => {
    now += ms;
    const woken = sleepers;
    sleepers = [];
    for (const wake of woken) wake();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const take = (key: string, signal = new AbortController().signal) => slots.take(key, signal);
  /** A call, and how it stands. */
  const call = (key: string, signal?: AbortSignal) => {
    const state: { is: string; end: () => void } = { is: 'waiting', end: () => {} };
    void take(key, signal).then((end) => {
      state.is = end === null ? 'refused' : 'at work';
      state.end = end ?? (() => {});
    });
    return state;
  };
  return { call, move };
}

test('calls begin at once while there is room, and each key has its share', async () => {
  const { call, move } = openSlots();
  const calls = ['a', 'a', 'a', 'b', 'b', 'c'].map((key) => call(key));
  await move(0);
  expect(calls.map(({ is }) => is)).toEqual([
    'at work',
    'at work',
    'waiting',
    'at work',
    'at work',
    'waiting',
  ]);
});

test('those that wait begin in their order, but none waits for a key that is full', async () => {
  const { call, move } = openSlots();
  const [one, , two, , three, four] = ['a', 'a', 'b', 'b', 'a', 'b'].map((key) => call(key));
  await move(0);
  expect([three?.is, four?.is]).toEqual(['waiting', 'waiting']);
  two?.end();
  await move(20);
  expect([three?.is, four?.is]).toEqual(['waiting', 'at work']);
  one?.end();
  await move(20);
  expect(three?.is).toBe('at work');
});

test('a call begins at once beside those that wait, where there is room for all of them', async () => {
  const { call, move } = openSlots();
  const [one, other, waiting] = ['a', 'a', 'a'].map((key) => call(key));
  await move(0);
  one?.end();
  other?.end();
  const [first, second] = [call('a'), call('a')];
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect([waiting?.is, first.is, second.is]).toEqual(['waiting', 'at work', 'waiting']);
  await move(20);
  expect([waiting?.is, second.is]).toEqual(['at work', 'waiting']);
});

test('above what may wait, of one key or of all, a call is refused at once', async () => {
  const { call, move } = openSlots();
  for (const key of ['a', 'a', 'b', 'b']) call(key);
  const calls = ['a', 'a', 'a', 'b', 'c'].map((key) => call(key));
  await move(0);
  expect(calls.map(({ is }) => is)).toEqual([
    'waiting',
    'waiting',
    'refused',
    'waiting',
    'refused',
  ]);
});

test('a call waits only so long, and one whose caller is gone waits no longer', async () => {
  const { call, move } = openSlots();
  call('a');
  call('a');
  const gone = new AbortController();
  const [late, left] = [call('a'), call('a', gone.signal)];
  await move(500);
  gone.abort();
  await move(20);
  expect([late.is, left.is]).toEqual(['waiting', 'refused']);
  await move(500);
  expect(late.is).toBe('refused');
  const next = call('a');
  await move(0);
  expect(next.is).toBe('waiting');
});

test('a call that never ended is given up, and so is one whose caller left it', async () => {
  const { call, move } = openSlots();
  const left = new AbortController();
  call('a', left.signal);
  call('a');
  left.abort();
  const next = call('a');
  await move(0);
  expect(next.is).toBe('at work');
  await move(LIMITS.lostMs);
  const [one, other] = [call('a'), call('a')];
  await move(0);
  expect([one.is, other.is]).toEqual(['at work', 'at work']);
});
