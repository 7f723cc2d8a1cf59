import { describe, expect, test } from 'vitest';

import { GATE_TIERS, LIMITS, toGates, unlocks, type GateTier } from '#app/billing/limits.ts';

const status = (tier: string, hasActiveSubscription = true) => ({
  hasActiveSubscription,
  currentPlan: { tier },
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
    const columns = GATE_TIERS.map((tier) => LIMITS[tier]);
    for (const [at, limits] of columns.entries()) {
      const below = columns[at - 1];
      if (!below) continue;
      for (const name of Object.keys(limits)) {
        const [more, less] = [Reflect.get(limits, name), Reflect.get(below, name)];
        if (more !== null) expect(more, name).toBeGreaterThan(less);
      }
    }
  });
});
