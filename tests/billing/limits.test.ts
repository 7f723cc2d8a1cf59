import { describe, expect, test } from 'vitest';

import { LIMIT_ROWS } from '#app/billing/limit-rows.ts';
import { GATE_TIERS, LIMITS, toGates, unlocks, type GateTier } from '#app/billing/limits.ts';

const status = (tier: string, hasActiveSubscription = true) => ({
  hasActiveSubscription,
  currentPlan: { tier },
});

describe('the table of limits', () => {
  test('reads as people write it', () => {
    const columns = GATE_TIERS.map((tier) => LIMIT_ROWS.map(({ read }) => read(LIMITS[tier])));
    expect(columns).toEqual([
      ['3', '60', '1,000', '20', 'unlimited', '1', '256 KB', '1 day'],
      ['25', '600', '50,000', '300', 'unlimited', '25', '1 MB', '14 days'],
      ['200', '3,000', '500,000', '1,500', 'unlimited', '200', '4 MB', '90 days'],
    ]);
  });
});

describe('the gates of a plan', () => {
  test.each<[tier: string, isActive: boolean, gates: GateTier]>([
    ['free', false, 'free'],
    ['free', true, 'free'],
    ['pro', true, 'pro'],
    ['team', true, 'team'],
    ['Enterprise – EU', true, 'pro'],
    ['constructor', true, 'pro'],
    ['PRO', true, 'pro'],
    ['pro', false, 'free'],
    ['team', false, 'free'],
    ['Enterprise – EU', false, 'free'],
  ])('%s, active: %s, are those of %s', (tier, isActive, gates) => {
    expect(toGates(status(tier, isActive))).toBe(gates);
  });

  test('let pass what their own tier and those below unlock', () => {
    const passed = GATE_TIERS.map((gates) => GATE_TIERS.filter((tier) => unlocks(gates, tier)));
    expect(passed).toEqual([['free'], ['free', 'pro'], ['free', 'pro', 'team']]);
  });

  test('never allow less than the tier below', () => {
    const falls = GATE_TIERS.slice(1).flatMap((tier, at) => {
      const below = LIMITS[GATE_TIERS[at] ?? tier];
      const rises = (name: string) =>
        Reflect.get(LIMITS[tier], name) > Reflect.get(below, name) ||
        Reflect.get(below, name) === null;
      return Object.keys(LIMITS[tier]).filter((name) => !rises(name));
    });
    expect(falls).toEqual([]);
  });
});
