import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { readBilling } from '#app/billing/stripe/billing-settings.ts';
import {
  GRACE_MS,
  LATE_MS,
  toSubscriptionFacts,
  type FormerState,
} from '#app/billing/stripe/subscription-facts.server.ts';

const START = 1_790_000_000;
const END = START + 30 * 86_400;
const TRIAL_END = START + 7 * 86_400;

interface Parts {
  status: string;
  pause_collection?: { behavior: string };
  cancel_at_period_end?: boolean;
  cancel_at?: number;
  latest_invoice?: { status: string; created: number };
}

/** The fields that are read of a subscription. */
function toFacts(parts: Parts, given: { isReversed?: boolean; former?: FormerState } = {}) {
  const subscription = {
    id: 'sub_1',
    currency: 'eur',
    start_date: START,
    trial_end: TRIAL_END,
    cancel_at: null,
    cancel_at_period_end: false,
    pause_collection: null,
    latest_invoice: null,
    items: {
      data: [
        {
          quantity: 3,
          current_period_start: START,
          current_period_end: END,
          price: { recurring: { interval: 'month' } },
        },
      ],
    },
    ...parts,
  } as unknown as Stripe.Subscription;
  const price = { tier: 'team', unitAmount: 4_900 };
  const { isReversed = false, former = null } = given;
  return toSubscriptionFacts(subscription, price, { isReversed, former });
}

const paid = { status: 'paid', created: START };
const open = { status: 'open', created: START };
const ms = (seconds: number) => seconds * 1_000;

const STATES: [why: string, parts: Parts, state: string, paidUntil: number | null][] = [
  ['active', { status: 'active' }, 'active', ms(END) + LATE_MS],
  ['a trial', { status: 'trialing' }, 'trialing', ms(TRIAL_END) + LATE_MS],
  ['cancelled at its end', { status: 'active', cancel_at_period_end: true }, 'active', ms(END)],
  ['cancelled at a day', { status: 'active', cancel_at: START + 9 }, 'active', ms(START + 9)],
  ['cancelled in a year', { status: 'active', cancel_at: END * 2 }, 'active', ms(END) + LATE_MS],
  ['past due', { status: 'past_due', latest_invoice: open }, 'pastDue', ms(START) + GRACE_MS],
  ['unpaid', { status: 'unpaid' }, 'unpaid', null],
  ['paused after a trial', { status: 'paused' }, 'paused', null],
  ['not paid at first', { status: 'incomplete' }, 'incomplete', null],
  ['never paid', { status: 'incomplete_expired' }, 'none', null],
  ['over', { status: 'canceled' }, 'none', null],
  ['a state that nobody knows', { status: 'suspended' }, 'unpaid', null],
  [
    'not collected, in a paid period',
    { status: 'active', pause_collection: { behavior: 'void' }, latest_invoice: paid },
    'paused',
    ms(END),
  ],
  [
    'not collected, in an unpaid period',
    { status: 'active', pause_collection: { behavior: 'keep_as_draft' }, latest_invoice: open },
    'paused',
    null,
  ],
];

test.each(STATES)('a subscription that is %s', (_why, parts, state, paidUntil) => {
  expect(toFacts(parts)).toMatchObject({ state, paidUntil, isActive: paidUntil !== null });
});

test('a subscription whose money went back holds no plan', () => {
  expect(toFacts({ status: 'active' }, { isReversed: true })).toMatchObject({
    state: 'unpaid',
    isActive: false,
  });
});

test('a second invoice that is not paid prolongs no grace, that of another subscription does not count', () => {
  const late = { status: 'past_due', latest_invoice: { status: 'open', created: END } };
  const former = { state: 'pastDue', subscriptionId: 'sub_1', graceUntil: ms(START) + GRACE_MS };
  expect(toFacts(late, { former }).graceUntil).toBe(ms(START) + GRACE_MS);
  const other = { ...former, subscriptionId: 'sub_0' };
  expect(toFacts(late, { former: other }).graceUntil).toBe(ms(END) + GRACE_MS);
});

test('all seats are paid for', () => {
  expect(toFacts({ status: 'active' })).toMatchObject({
    seats: 3,
    amount: 14_700,
    currency: 'eur',
  });
});

test('both keys are needed, and the mode is that of the key', () => {
  const secrets = { STRIPE_WEBHOOK_SECRET: ['whsec_1'] };
  const live = readBilling({ ...secrets, STRIPE_SECRET_KEY: 'rk_live_1' });
  expect(live).toMatchObject({ ok: true, value: { isLive: true } });
  expect(readBilling({ ...secrets, STRIPE_SECRET_KEY: 'sk_test_1' })).toMatchObject({
    value: { isLive: false },
  });
  // It is of the emulator, which no deployed build knows.
  expect(readBilling({ ...secrets, STRIPE_SECRET_KEY: 'sk_test_emulator' })).toMatchObject({
    missing: ['STRIPE_SECRET_KEY'],
  });
});
