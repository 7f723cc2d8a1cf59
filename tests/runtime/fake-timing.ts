import type { Timing } from '#app/runtime/timing.ts';

/** A clock that stands still but while somebody sleeps, and dice that always show the same. */
export function fakeTiming(roll = 1): Timing & { slept: number[]; pass: (ms: number) => void } {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    random: () => roll,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      time += milliseconds;
    },
    pass: (milliseconds) => {
      time += milliseconds;
    },
  };
}
