import { expect, test } from 'vitest';

import { describePlan } from '#app/billing/describe-plan.ts';
import { toGates } from '#app/billing/limits.ts';

test.each([
  ['free', false, 'Your plan is Free', 'It is included with every account.'],
  ['pro', true, 'Your plan is Pro', 'Your subscription is active.'],
  ['team', true, 'Your plan is Team', 'Your subscription is active.'],
  [
    'pro',
    false,
    'Your plan is Pro',
    'Its subscription is not active, so the limits of Free apply.',
  ],
  [
    'Founders',
    true,
    'Your plan is Founders',
    'This plan is not listed here; the limits of Pro apply.',
  ],
  [
    'Founders',
    false,
    'Your plan is Founders',
    'Its subscription is not active, so the limits of Free apply.',
  ],
])('plan %s, active: %s, is said in words', (tier, hasActiveSubscription, title, detail) => {
  const gates = toGates({ hasActiveSubscription, currentPlan: { tier } });
  expect(describePlan({ tier, hasActiveSubscription, gates })).toEqual({ title, detail });
});
