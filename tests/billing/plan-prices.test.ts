import { describe, expect, test } from 'vitest';

import { decidePlanAction, type PlanVisitor } from '#app/billing/plans/decide-plan-action.ts';
import { formatAmount } from '#app/billing/plans/format-amount.ts';
import { pickPrice, findSaving } from '#app/billing/plans/pick-price.ts';
import type { PlanPrice } from '#app/billing/plans/plan-prices.ts';
import { readPlanQuery, toPlanPath } from '#app/billing/plans/plan-query.ts';

import { OWN, PAID_PRO } from './own-subscriptions.ts';

describe('an amount', () => {
  test.each([
    [1_900, 'usd', 'en', '$19'],
    [1_583, 'usd', 'en', '$15.83'],
    [1_900, 'eur', 'de', '19 €'],
    [19_050, 'gbp', 'en', '£190.50'],
    [2_900, 'jpy', 'en', '¥2,900'],
    [29_000, 'krw', 'en', '₩29,000'],
    // Stripe counts Icelandic krónur in hundredths, although there are none.
    [290_000, 'isk', 'en', 'ISK 2,900'],
    [5_900, 'kwd', 'en', 'KWD 5.900'],
    [0, 'jpy', 'en', '¥0'],
  ])('of %d in %s is written for %s as %s', (amount, currency, locale, text) => {
    expect(formatAmount(amount, currency, locale).replaceAll('\u00a0', ' ')).toBe(text);
  });
});

describe('the saving of a year', () => {
  const prices = (month: number, year: number): PlanPrice[] => [
    { tier: 'pro', interval: 'month', currency: 'usd', amount: month },
    { tier: 'pro', interval: 'year', currency: 'usd', amount: year },
  ];

  test.each([
    [1_900, 19_000, { amount: 3_800, percent: 16 }],
    [1_000, 6_000, { amount: 6_000, percent: 50 }],
    [1_000, 12_000, null],
    [1_000, 13_000, null],
  ])('of %d a month and %d a year follows from both', (month, year, saving) => {
    expect(findSaving(prices(month, year), 'pro')).toEqual(saving);
  });

  test('is none where one of them has no price', () => {
    expect(findSaving(prices(1_900, 19_000).slice(1), 'pro')).toBeNull();
    expect(findSaving(prices(1_900, 19_000), 'team')).toBeNull();
    expect(pickPrice(prices(1_900, 19_000), 'team', 'year')).toBeNull();
  });
});

describe('the address of the page', () => {
  test('is read and written the same way', () => {
    const path = toPlanPath({ plan: 'team', interval: 'year', currency: 'eur' });
    expect(path).toBe('/pricing?plan=team&interval=year&currency=eur');
    expect(readPlanQuery(new URL(path, 'https://here.example').searchParams)).toEqual({
      plan: 'team',
      interval: 'year',
      currency: 'eur',
    });
    expect(toPlanPath({ plan: null })).toBe('/pricing');
  });

  test.each(['plan=free&interval=week&currency=euro', 'plan=%00&currency=%3Cb%3E', ''])(
    'with %j says nothing',
    (text) => {
      expect(readPlanQuery(new URLSearchParams(text))).toEqual({
        plan: null,
        interval: 'month',
        currency: null,
      });
    },
  );
});

describe('what a visitor can do about a plan', () => {
  const somebody: PlanVisitor = { isSignedIn: true, own: OWN, gates: 'free', canBuy: true };
  const payer: PlanVisitor = { ...somebody, own: PAID_PRO, gates: 'pro' };
  const cancelled: PlanVisitor = { ...payer, own: { ...PAID_PRO, renewsAt: null, endsAt: 1 } };

  test.each<[who: string, visitor: PlanVisitor, actions: string]>([
    ['is signed out', { ...somebody, isSignedIn: false }, 'build signIn signIn signIn'],
    [
      'is signed out where nothing is sold',
      { ...somebody, isSignedIn: false, canBuy: false },
      'build off off off',
    ],
    ['has a plan that is not known', { ...somebody, own: null }, 'unknown unknown unknown unknown'],
    ['is free', somebody, 'own checkout checkout checkout'],
    ['is free where nothing is sold', { ...somebody, canBuy: false }, 'own off off off'],
    [
      'has left a first payment open',
      { ...somebody, own: { ...OWN, state: 'incomplete', tier: 'pro' } },
      'own checkout checkout checkout',
    ],
    ['pays for Pro by the month', payer, 'cancel own change change'],
    ['has cancelled Pro', cancelled, 'later resume change change'],
    [
      'is in a trial',
      { ...payer, own: { ...PAID_PRO, state: 'trialing' } },
      'cancel own change change',
    ],
    [
      'owes a payment',
      { ...payer, own: { ...PAID_PRO, state: 'pastDue' } },
      'cancel repair repair repair',
    ],
    ['was given Pro elsewhere', { ...somebody, gates: 'pro' }, 'elsewhere own own elsewhere'],
  ])('who %s', (_who, visitor, actions) => {
    const plans = [
      { tier: 'free', interval: 'month' },
      { tier: 'pro', interval: 'month' },
      { tier: 'pro', interval: 'year' },
      { tier: 'team', interval: 'month' },
    ] as const;
    expect(plans.map((plan) => decidePlanAction(plan, visitor)).join(' ')).toBe(actions);
  });
});
