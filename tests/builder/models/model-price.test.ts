import { expect, test } from 'vitest';

import { costOfTokens, toModelPrice } from '#app/builder/models/model-price.ts';

const MILLION = { input: 1e6, cached: 0, cacheWrite: 0, output: 0 };

test.each([
  ['claude-sonnet-4-5', 0.1],
  ['gpt-5.1-mini', 0.1],
  ['a-model-of-nobody', 0.1],
  ['gpt-4.1', 0.25],
  ['o4-mini', 0.25],
  ['openai/gpt-4o-mini', 0.5],
])('a cached token of %s costs %d of a new one', (model, share) => {
  const price = toModelPrice(model, { input: 2, output: 10 });
  expect(costOfTokens(MILLION, price)).toBeCloseTo(2);
  expect(costOfTokens({ ...MILLION, cached: 1e6 }, price)).toBeCloseTo(2 * share);
});

test('what a cache keeps costs a quarter more, and an operator may know better', () => {
  const written = { ...MILLION, cached: 4e5, cacheWrite: 6e5 };
  const usual = toModelPrice('claude-sonnet-4-5', { input: 2, output: 10 });
  expect(costOfTokens(written, usual)).toBeCloseTo(0.08 + 1.5);
  const own = toModelPrice('claude', { input: 2, output: 10, cached: 1, cacheWrite: 2 });
  expect(costOfTokens(written, own)).toBeCloseTo(0.4 + 1.2);
  expect(costOfTokens({ ...MILLION, output: 1e6 }, own)).toBeCloseTo(12);
});
