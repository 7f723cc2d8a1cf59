import { env } from 'cloudflare:workers';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';

import { toOwnSubscription } from '#app/billing/stripe/own-subscription.server.ts';
import { loadSubscriptionRow } from '#app/billing/stripe/own-subscription-store.server.ts';
import { openStripe } from '#app/billing/stripe/open-stripe.server.ts';
import { syncSubscription } from '#app/billing/stripe/sync-subscription.server.ts';
import { requireConfig } from '#app/platform/config.ts';

import { makeApp } from '../../setup/app-of-isolate.workerd.ts';
import { openShop } from './stripe-shop.workerd.ts';

const shop = openShop('states');
const { control } = shop;
const DAY_MS = 24 * 60 * 60 * 1_000;

const app = () => ({ ...makeApp(), config: requireConfig(shop.env) });
const openShopStripe = async () => {
  const opened = await openStripe(app());
  if (!opened.ok) throw new Error('billing is off');
  return opened.value;
};

describe('a subscription', () => {
  test('that is cancelled stays to its end, can be resumed before, and bought again after', async () => {
    const buyer = await shop.signIn();
    const customer = await buyer.buy();
    await shop.deliver();
    const { renewsAt } = await buyer.own();
    const cancelled = await buyer.post('/api/billing/cancel');
    expect(await cancelled.json()).toMatchObject({
      state: 'active',
      isActive: true,
      endsAt: renewsAt,
      renewsAt: null,
    });
    expect(await (await buyer.post('/api/billing/resume')).json()).toMatchObject({
      endsAt: null,
      renewsAt,
    });
    await buyer.post('/api/billing/cancel');
    await control.advance(customer, { days: 32 });
    await shop.deliver();
    expect(await buyer.own()).toMatchObject({ state: 'none', tier: null, hasCustomer: true });
    expect((await buyer.post('/api/billing/resume')).status).toBe(409);
    await buyer.buy({ tier: 'team' });
    await shop.deliver();
    expect(await buyer.tier()).toBe('team');
    expect(await buyer.count()).toEqual({ subscriptions: 1, rows: 1, customers: 1 });
  });

  test('that is cancelled ends at that moment, whether or not Stripe tells of it', async () => {
    const buyer = await shop.signIn();
    await buyer.buy();
    await buyer.post('/api/billing/cancel');
    const row = await loadSubscriptionRow(env.DB, buyer.account);
    const end = row?.endsAt ?? 0;
    expect(toOwnSubscription(row, true, end - 1)).toMatchObject({
      state: 'active',
      isActive: true,
    });
    expect(toOwnSubscription(row, true, end)).toMatchObject({ state: 'none', isActive: false });
  });

  test('whose payment fails keeps its plan for a week, and has it back once it is paid', async () => {
    const buyer = await shop.signIn();
    const customer = await buyer.buy();
    await shop.deliver();
    await control.failPayments(customer, 100);
    await control.advance(customer, { days: 32 });
    await shop.deliver();
    const late = await buyer.own();
    expect(late).toMatchObject({ state: 'pastDue', tier: 'pro', isActive: true });
    const row = await loadSubscriptionRow(env.DB, buyer.account);
    const grace = late.graceUntil ?? 0;
    expect(toOwnSubscription(row, true, grace - 1).isActive).toBe(true);
    expect(toOwnSubscription(row, true, grace)).toMatchObject({ state: 'unpaid', isActive: false });
    await control.advance(customer, { days: 3 });
    expect((await buyer.sync()).graceUntil).toBe(grace);
    await control.failPayments(customer, 0);
    await control.advance(customer, { days: 10 });
    await shop.deliver();
    expect(await buyer.own()).toMatchObject({ state: 'active', graceUntil: null });
  });

  test('that is renewed goes on, and may be told so three days late', async () => {
    const buyer = await shop.signIn();
    const customer = await buyer.buy();
    const before = await buyer.sync();
    await control.advance(customer, { days: 32 });
    const row = await loadSubscriptionRow(env.DB, buyer.account);
    const end = before.renewsAt ?? 0;
    expect(toOwnSubscription(row, true, end + 3 * DAY_MS - 1).isActive).toBe(true);
    expect(toOwnSubscription(row, true, end + 3 * DAY_MS).isActive).toBe(false);
    await shop.deliver();
    expect((await buyer.own()).renewsAt).toBeGreaterThan(end);
  });

  test('whose payment is given back in full has no plan; a part of it changes nothing', async () => {
    const buyer = await shop.signIn();
    const customer = await buyer.buy();
    await control.refund(customer, 500);
    await shop.deliver();
    expect(await buyer.tier()).toBe('pro');
    await control.refund(customer);
    await shop.deliver();
    expect(await buyer.own()).toMatchObject({ state: 'unpaid', isActive: false });
    expect(await buyer.tier()).toBe('free');
    await control.advance(customer, { days: 32 });
    await shop.deliver();
    expect(await buyer.tier()).toBe('pro');
  });

  test('whose payment is disputed has no plan until the dispute is won', async () => {
    const buyer = await shop.signIn();
    const customer = await buyer.buy();
    await control.dispute(customer);
    await shop.deliver();
    expect(await buyer.tier()).toBe('free');
    await control.dispute(customer, 'won');
    await shop.deliver();
    expect(await buyer.tier()).toBe('pro');
  });

  test('is changed at once: plan, interval and seats, and never becomes a second one', async () => {
    const buyer = await shop.signIn();
    await buyer.buy();
    const change = async (body: object) =>
      (await buyer.post('/api/billing/change', body)).json<Record<string, unknown>>();
    expect(await change({ tier: 'team', interval: 'month', seats: 4 })).toMatchObject({
      tier: 'team',
      seats: 4,
      amount: 19_600,
    });
    const team = await buyer.post('/api/teams', { name: 'Birds' });
    expect(await team.json()).toMatchObject({ seats: { used: 1, total: 4 } });
    const ofTeam = { tier: 'team', interval: 'month' };
    expect(await change({ ...ofTeam, seats: 6 })).toMatchObject({ seats: 6, amount: 29_400 });
    await buyer.post('/api/billing/cancel');
    // Other seats are no other plan: what was cancelled stays so.
    expect(await change({ ...ofTeam, seats: 5 })).toMatchObject({
      seats: 5,
      endsAt: expect.any(Number),
    });
    expect(await change({ tier: 'pro', interval: 'year' })).toMatchObject({
      tier: 'pro',
      interval: 'year',
      seats: 1,
      endsAt: null,
    });
    await shop.deliver();
    expect(await buyer.count()).toEqual({ subscriptions: 1, rows: 1, customers: 1 });
  });

  test('is not changed by a card that is declined', async () => {
    const buyer = await shop.signIn();
    const customer = await buyer.buy();
    await control.failPayments(customer, 1);
    const refused = await buyer.post('/api/billing/change', { tier: 'team', interval: 'month' });
    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({ type: 'urn:mcp-builder:card-declined' });
    expect(await buyer.sync()).toMatchObject({ tier: 'pro', amount: 1_900 });
  });

  test('that is not paid, or whose payment was given back, is not changed, and ends at once', async () => {
    const late = await shop.signIn();
    const customer = await late.buy({ tier: 'team', seats: 3 });
    await control.failPayments(customer, 100);
    await control.advance(customer, { days: 32 });
    const disputer = await shop.signIn();
    await control.dispute(await disputer.buy({ tier: 'team', seats: 3 }));
    for (const buyer of [late, disputer]) {
      // Stripe would credit the rest of a period that nobody has paid for.
      for (const choice of [{ tier: 'pro' }, { tier: 'team', seats: 1 }]) {
        const body = { ...choice, interval: 'month' };
        expect((await buyer.post('/api/billing/change', body)).status).toBe(409);
      }
      expect(await buyer.sync()).toMatchObject({ tier: 'team', seats: 3 });
      const cancelled = await buyer.post('/api/billing/cancel');
      expect(await cancelled.json()).toMatchObject({ state: 'none', isActive: false });
    }
  });

  test('that somebody granted by hand stays until a plan is bought', async () => {
    const buyer = await shop.signIn();
    const grant =
      'insert into subscriptions (account_id, tier, is_active, changed_at) values (?, ?, 1, 0)';
    await env.DB.prepare(grant).bind(buyer.account, 'team').run();
    const session = await buyer.checkout();
    // There is nothing that pages could change or cancel.
    expect(await buyer.sync()).toMatchObject({ state: 'none', tier: null, hasCustomer: true });
    expect(await buyer.tier()).toBe('team');
    await control.complete(session);
    await shop.deliver();
    expect(await buyer.tier()).toBe('pro');
  });
});

describe('of two syncs at a time', () => {
  test('the one that began later counts, whichever ends first', async () => {
    const buyer = await shop.signIn();
    const customer = await buyer.buy();
    const opened = await openShopStripe();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const { stripe } = opened;
    // The first has the subscription already, and waits for the charges.
    const charges = new Proxy(stripe.charges, {
      get: (target, name) =>
        name === 'list'
          ? async (params: Stripe.ChargeListParams) => {
              asked();
              await held;
              return target.list(params);
            }
          : Reflect.get(target, name),
    });
    const slow = new Proxy(stripe, {
      get: (target, name): unknown => (name === 'charges' ? charges : Reflect.get(target, name)),
    });
    const first = syncSubscription(app(), { ...opened, stripe: slow }, customer);
    await isAsked;
    await stripe.subscriptions
      .list({ customer })
      .then(({ data }) => stripe.subscriptions.cancel(data[0]?.id ?? ''));
    await syncSubscription(app(), opened, customer);
    expect(await buyer.tier()).toBe('free');
    release();
    expect(await first).toMatchObject({ ok: true });
    expect(await buyer.tier()).toBe('free');
    expect(await buyer.own()).toMatchObject({ state: 'none' });
  });

  test('a webhook and a page that come at once leave one row', async () => {
    const buyer = await shop.signIn();
    await buyer.buy();
    await Promise.all([buyer.sync(), shop.deliver(), buyer.sync()]);
    expect(await buyer.count()).toEqual({ subscriptions: 1, rows: 1, customers: 1 });
    expect(await buyer.tier()).toBe('pro');
  });
});
