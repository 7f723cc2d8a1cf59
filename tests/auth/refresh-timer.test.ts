import { expect, test } from 'vitest';

import { createRefreshTimer } from '#app/auth/refresh-timer.ts';

const MINUTE = 60_000;
const BEGIN = 1_800_000_000_000;

/** A clock that moves by hand, with the timers that hang on it. */
function createClock() {
  let now = BEGIN;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    /** As a machine asleep: time goes by, and no timer runs. */
    sleep(milliseconds: number) {
      now += milliseconds;
    },
    setTimer(run: () => void, milliseconds: number) {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    async pass(milliseconds: number) {
      const end = now + milliseconds;
      for (;;) {
        const next = timers.toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > end) break;
        now = Math.max(now, next.at);
        timers = timers.filter((each) => each !== next);
        next.run();
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      }
      now = end;
    },
    count: () => timers.length,
  };
}

function start(answer: (at: number) => number | Error) {
  const clock = createClock();
  const refreshedAt: number[] = [];
  const timer = createRefreshTimer({
    now: clock.now,
    setTimer: (run, milliseconds) => clock.setTimer(run, milliseconds),
    refresh: async () => {
      refreshedAt.push((clock.now() - BEGIN) / MINUTE);
      const expiresAt = answer(clock.now());
      if (expiresAt instanceof Error) throw expiresAt;
      timer.watch(expiresAt);
    },
  });
  return { clock, timer, refreshedAt };
}

const hour = (now: number) => now + 60 * MINUTE;

test('a token is refreshed 5 minutes before it expires, again and again', async () => {
  const { clock, timer, refreshedAt } = start(hour);
  timer.watch(hour(clock.now()));
  await clock.pass(54 * MINUTE);
  expect(refreshedAt).toEqual([]);
  await clock.pass(120 * MINUTE);
  expect(refreshedAt).toEqual([55, 110, 165]);
});

test('a refresh that fails is tried again after 30 s', async () => {
  let failures = 3;
  const { clock, timer, refreshedAt } = start((now) =>
    failures-- > 0 ? new Error('offline') : hour(now),
  );
  timer.watch(hour(clock.now()));
  await clock.pass(60 * MINUTE);
  expect(refreshedAt).toEqual([55, 55.5, 56, 56.5]);
});

test('whoever signs out has nothing refreshed', async () => {
  const { clock, timer, refreshedAt } = start(hour);
  timer.watch(hour(clock.now()));
  timer.watch(null);
  expect(clock.count()).toBe(0);
  await clock.pass(120 * MINUTE);
  timer.check();
  await clock.pass(MINUTE);
  expect(refreshedAt).toEqual([]);
});

test('a token that became due while the machine slept is refreshed when the page is seen', async () => {
  const { clock, timer, refreshedAt } = start(hour);
  timer.watch(hour(clock.now()));
  clock.sleep(58 * MINUTE);
  timer.check();
  await clock.pass(0);
  expect(refreshedAt).toEqual([58]);
});

test('a page that is seen before that refreshes nothing', async () => {
  const { clock, timer, refreshedAt } = start(hour);
  timer.watch(hour(clock.now()));
  await clock.pass(20 * MINUTE);
  timer.check();
  await clock.pass(MINUTE);
  expect(refreshedAt).toEqual([]);
  expect(clock.count()).toBe(1);
});

test('a device whose clock is hours ahead does not refresh without pause', async () => {
  const { clock, timer, refreshedAt } = start((now) => now - 60 * MINUTE);
  timer.watch(clock.now() - 60 * MINUTE);
  await clock.pass(2 * MINUTE);
  expect(refreshedAt).toEqual([0, 0.5, 1, 1.5, 2]);
});
