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

test('while a step runs its input is estimated, and what it has written, and the cost of both', () => {
  const { meter } = meterAt();
  expect(meter.estimate, 'nothing runs').toBeNull();
  meter.setModel({ label: 'One', isBuiltIn: false, price: PRICE });
  meter.ask(10_000);
  expect(meter.estimate).toMatchObject({
    steps: 1,
    tokens: 0,
    input: 10_000,
    cost: expect.closeTo(0.03),
    isEstimate: true,
  });
  expect(meter.write(700)).toBe(200);
  expect(meter.estimate).toMatchObject({ tokens: 200, cost: expect.closeTo(0.03 + 0.003) });
  expect(meter.usage, 'what is stored was counted').toMatchObject({ steps: 0, tokens: 0 });
  meter.endStep({ inputTokens: 12_000, outputTokens: 300 });
  expect(meter.estimate).toBeNull();
  expect(meter.usage).not.toHaveProperty('isEstimate');
});

test('an estimate follows what the provider has counted before, and what its cache has served', () => {
  const { meter } = meterAt(PRICE);
  const inputTokenDetails = { cacheReadTokens: 6_000 };
  meter.ask(10_000);
  meter.endStep({ inputTokens: 12_000, outputTokens: 100, inputTokenDetails });
  const before = meter.usage.cost ?? 0;
  meter.ask(20_000);
  expect(meter.estimate).toMatchObject({
    steps: 2,
    input: 12_000 + 24_000,
    cached: 6_000 + 12_000,
    // Half of it at 3 dollars, half at 0.3.
    cost: expect.closeTo(before + 0.036 + 0.0036),
  });
});

test('before any model has answered, the one that is asked first is expected to', () => {
  const meter = new TurnMeter(BUDGET, () => 0);
  meter.expectModel({ label: 'One', isBuiltIn: false, price: PRICE });
  meter.ask(1_000);
  expect(meter.estimate).toMatchObject({ model: 'One', cost: expect.closeTo(0.003) });
  expect(meter.usage, 'nothing was used').not.toHaveProperty('cost');
  expect(meter.isFree).toBe(false);
});

test('of the built-in builder nothing is estimated, and of an unknown price no cost', () => {
  const meter = new TurnMeter(BUDGET, () => 0);
  meter.expectModel({ label: 'Built-in builder', isBuiltIn: true, price: null });
  meter.ask(1_000);
  expect(meter.estimate).toBeNull();
  const unpriced = meterAt().meter;
  unpriced.ask(1_000);
  expect(unpriced.estimate).toMatchObject({ input: 1_000 });
  expect(unpriced.estimate).not.toHaveProperty('cost');
});

test('a cost that the provider reports is taken in place of the price', () => {
  const { meter } = meterAt(PRICE);
  meter.endStep({ inputTokens: 1_000, outputTokens: 100, raw: { cost: 0.02 } });
  expect(meter.usage.cost).toBeCloseTo(0.02);
  const unpriced = meterAt().meter;
  unpriced.endStep({ inputTokens: 1_000, outputTokens: 100, raw: { cost: 0 } });
  expect(unpriced.usage.cost).toBe(0);
  const behind = { cost: 0.01, is_byok: true, cost_details: { upstream_inference_cost: 0.2 } };
  unpriced.endStep({ inputTokens: 1_000, outputTokens: 100, raw: behind });
  expect(unpriced.usage.cost).toBeCloseTo(0.21);
});

test.each([{ cost: -1 }, { cost: '0.02' }, { cost: 1e9 }, { cost: { total: 1 } }, undefined])(
  'what is no cost is none: %j',
  (raw) => {
    const { meter } = meterAt();
    meter.endStep({ inputTokens: 1_000, outputTokens: 100, raw });
    expect(meter.usage).not.toHaveProperty('cost');
  },
);
