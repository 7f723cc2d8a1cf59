import { expect, test } from 'vitest';

import { toModelPrice, type ModelPrice } from '#app/builder/models/model-price.ts';
import { TurnMeter } from '#app/chat/turns/usage/turn-meter.ts';

const BUDGET = { steps: 4, outputTokens: 1_000, milliseconds: 60_000 };

const PRICE = toModelPrice('claude-sonnet', { input: 3, output: 15 });

function meterAt(price: ModelPrice | null = null) {
  const clock = { now: 5_000 };
  const meter = new TurnMeter(BUDGET, () => clock.now);
  meter.setModel({ label: 'One', isBuiltIn: false, price });
  return { clock, meter };
}

test('the last answer is announced before it is asked for', () => {
  const { meter } = meterAt();
  const last: boolean[] = [];
  for (let step = 0; step < BUDGET.steps; step += 1) {
    last.push(meter.beginStep());
    meter.endStep({ outputTokens: 1 });
  }
  expect(last).toEqual([false, false, false, true]);
  expect(meter.isSpent).toBe(true);
});

test('tokens and time end a turn, too, while some of both is left to say so', () => {
  const tokens = meterAt().meter;
  expect(tokens.beginStep()).toBe(false);
  tokens.endStep({ inputTokens: 90_000, outputTokens: 800 });
  expect(tokens.beginStep()).toBe(true);
  const { meter, clock } = meterAt();
  expect(meter.beginStep()).toBe(false);
  clock.now += 48_000;
  expect(meter.beginStep()).toBe(true);
});

test('what was used is told beside what may be used, with its cost where the price is known', () => {
  const { meter, clock } = meterAt(PRICE);
  const inputTokenDetails = { cacheReadTokens: 90_000, cacheWriteTokens: 4_000 };
  meter.endStep({ inputTokens: 100_000, outputTokens: 20_000, inputTokenDetails });
  clock.now += 7_400;
  expect(meter.usage).toEqual({
    model: 'One',
    steps: 1,
    tokens: 20_000,
    input: 100_000,
    cached: 90_000,
    seconds: 7,
    // 6,000 at 3, 90,000 at 0.3 and 4,000 at 3.75, and 20,000 at 15 dollars for a million.
    cost: expect.closeTo(0.018 + 0.027 + 0.015 + 0.3),
    of: { steps: 4, tokens: 1_000, seconds: 60 },
  });
  expect(meterAt().meter.usage).not.toHaveProperty('cost');
});

test('each step costs what its model takes; of a sum that would leave one out nothing is said', () => {
  const { meter } = meterAt(PRICE);
  meter.endStep({ inputTokens: 1_000, outputTokens: 100 });
  meter.setModel({
    label: 'Two',
    isBuiltIn: false,
    price: toModelPrice('gpt-5', { input: 30, output: 150 }),
  });
  meter.endStep({ inputTokens: 1_000, outputTokens: 100 });
  expect(meter.usage.cost).toBeCloseTo(0.0045 + 0.045);
  meter.setModel({ label: 'Three', isBuiltIn: false, price: null });
  meter.endStep({ inputTokens: 0, outputTokens: 0 });
  expect(meter.usage.cost).toBeCloseTo(0.0495);
  meter.endStep({ inputTokens: 10 });
  expect(meter.usage).not.toHaveProperty('cost');
});

test('a turn is free where the built-in builder answered alone', () => {
  const meter = new TurnMeter(BUDGET, () => 0);
  expect(meter.isFree).toBe(false);
  meter.setModel({ label: 'Built-in builder', isBuiltIn: true, price: null });
  expect(meter.isFree).toBe(true);
  expect(meter.usage.model).toBe('Built-in builder');
  meter.setModel({ label: 'One', isBuiltIn: false, price: null });
  meter.setModel({ label: 'Built-in builder', isBuiltIn: true, price: null });
  expect(meter.isFree).toBe(false);
});
