import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { finishDeletions } from '#app/auth/deletion/delete-account.server.ts';
import { reconcileBilling } from '#app/billing/stripe/reconcile-billing.server.ts';

import { accountLifecycle } from '../../../workers/account-lifecycle.ts';
import { makeApp } from '../../setup/app-of-isolate.workerd.ts';
import { bearer } from '../../setup/browser.workerd.ts';
import { openShop, SECRET, type Buyer, type Shop } from './stripe-shop.workerd.ts';

const HOUR_MS = 60 * 60 * 1_000;

async function isHere({ uid }: Buyer): Promise<boolean> {
  const found = env.DB.prepare('select count(*) as n from users where uid = ?').bind(uid);
  return (await found.first('n')) === 1;
}

describe('an account that is deleted', () => {
  const shop = openShop('deletion');
  const { control } = shop;
  const remove = ({ browser, token }: Buyer) =>
    shop.send(browser.request('/api/account', { method: 'DELETE', headers: bearer(token) }));
  const living = async (customer: string) =>
    (await control.stateOf(customer))['subscriptions']?.filter(
      ({ status }) => status !== 'canceled',
    );

  test('pays no more, and no page of a checkout can be paid', async () => {
    const [buyer, other] = [await shop.signIn(), await shop.signIn()];
    const customer = await buyer.buy();
    const session = await other.checkout();
    expect((await remove(buyer)).status).toBe(204);
    expect((await remove(other)).status).toBe(204);
    expect(await living(customer)).toEqual([]);
    expect(await control.complete(session)).toMatchObject({ error: {} });
    expect([await isHere(buyer), await isHere(other)]).toEqual([false, false]);
    // What Stripe tells of it afterwards is of nobody any more.
    await shop.deliver();
  });

  test('is charged no further by what was paid while nobody could cancel it', async () => {
    const buyer = await shop.signIn();
    const session = await buyer.checkout();
    const customer = await buyer.customer();
    const request = buyer.browser.request('/api/account', {
      method: 'DELETE',
      headers: bearer(buyer.token),
    });
    expect((await shop.send(request, { STRIPE_SECRET_KEY: '' })).status).toBe(204);
    expect(await isHere(buyer)).toBe(false);
    await control.complete(session);
    expect(await living(customer)).toHaveLength(1);
    await shop.deliver();
    expect(await living(customer)).toEqual([]);
  });

  test('while Stripe is away is deleted with the next sweep, which cancels first', async () => {
    const buyer = await shop.signIn();
    const customer = await buyer.buy();
    await control.fault('unavailable', { times: 100 });
    expect((await remove(buyer)).status).toBe(503);
    const failing = finishDeletions(shop.env, accountLifecycle, Date.now() + HOUR_MS);
    await expect(failing).rejects.toThrow('could not be removed');
    expect(await isHere(buyer)).toBe(true);
    expect(await living(customer)).toHaveLength(1);
    await control.clearFaults();
    await finishDeletions(shop.env, accountLifecycle, Date.now() + HOUR_MS);
    expect(await living(customer)).toEqual([]);
    expect(await isHere(buyer)).toBe(false);
  });
});

describe('the nightly comparison', () => {
  const shop = openShop('reconciliation');
  const { control } = shop;
  const night = Date.UTC(2031, 0, 1, 3, 17);
  const compare = (at: number) => {
    const app = makeApp(shop.env);
    return reconcileBilling(app, at);
  };
  const report = (day: string) =>
    env.DB.prepare('select * from billing_reports where day = ?')
      .bind(day)
      .first<{ corrected: number; compared: number; ended_at: number | null; findings: string }>();

  test('corrects what no webhook told, reports it, and finds nothing in the next night', async () => {
    const [lost, ended, right] = [await shop.signIn(), await shop.signIn(), await shop.signIn()];
    await right.buy();
    const gone = await ended.buy({ tier: 'team' });
    await shop.deliver();
    const unheard = await lost.buy();
    const { subscriptions = [] } = await control.stateOf(gone);
    await cancelAtStripe(shop.key, String(subscriptions[0]?.['id']));
    await control.take(undefined, { secret: SECRET });
    expect([await lost.tier(), await ended.tier(), await right.tier()]).toEqual([
      'free',
      'team',
      'pro',
    ]);

    expect(await compare(night - HOUR_MS)).toBeNull();
    expect(await compare(night)).toEqual({ compared: 3, corrected: 2 });
    expect([await lost.tier(), await ended.tier(), await right.tier()]).toEqual([
      'pro',
      'free',
      'pro',
    ]);
    const first = await report('2031-01-01');
    expect(first).toMatchObject({ corrected: 2, ended_at: night });
    expect(JSON.parse(first?.findings ?? '')).toEqual(
      expect.arrayContaining([
        {
          kind: 'corrected',
          customer: unheard,
          before: 'none',
          after: expect.stringMatching(/^pro month ×1 active/),
        },
        {
          kind: 'corrected',
          customer: gone,
          before: expect.stringMatching(/^team month ×1 active/),
          after: 'none',
        },
      ]),
    );
    expect(await compare(night + HOUR_MS)).toBeNull();
    expect(await compare(night + 24 * HOUR_MS)).toEqual({ compared: 2, corrected: 0 });
    expect(await control.mismatches()).toEqual([]);
  });

  test('reports a second subscription, and the better one counts', async () => {
    const buyer = await shop.signIn();
    const customer = await buyer.buy();
    await shop.deliver();
    const second = await openSecond(shop, customer);
    await control.complete(second);
    await shop.deliver();
    expect(await buyer.own()).toMatchObject({ tier: 'team', state: 'active' });
    expect(await compare(night + 72 * HOUR_MS)).toMatchObject({ corrected: 0 });
    const found: unknown = JSON.parse((await report('2031-01-04'))?.findings ?? '');
    expect(found).toEqual([
      { kind: 'excess', customer, subscriptions: [expect.stringMatching(/^sub_/)] },
    ]);
  });

  test('deals with a refund that no webhook told', async () => {
    const buyer = await shop.signIn();
    const customer = await buyer.buy();
    await shop.deliver();
    await control.refund(customer);
    await control.take(undefined, { secret: SECRET });
    expect(await buyer.tier()).toBe('pro');
    await compare(night + 96 * HOUR_MS);
    expect(await buyer.tier()).toBe('free');
  });

  test('passes over a customer whom Stripe refuses, and names them', async () => {
    const [refused, next] = [await shop.signIn(), await shop.signIn()];
    const customer = await refused.buy();
    await next.buy();
    await control.take(undefined, { secret: SECRET });
    await control.fault('refused', { match: `customer=${customer}`, times: 100 });
    const day = night + 120 * HOUR_MS;
    await compare(day);
    await control.clearFaults();
    expect([await refused.tier(), await next.tier()]).toEqual(['free', 'pro']);
    const stored = await report('2031-01-06');
    expect(stored).toMatchObject({ ended_at: day });
    expect(JSON.parse(stored?.findings ?? '')).toContainEqual({ kind: 'refused', customer });
  });

  test('ends what an account pays for that is no more, and leaves customers of others alone', async () => {
    const buyer = await shop.signIn();
    const customer = await buyer.buy();
    const other = await shop.ask('customers', { email: 'shop@example.com' });
    await control.complete(await openSecond(shop, other.id));
    await control.take(undefined, { secret: SECRET });
    const request = buyer.browser.request('/api/account', {
      method: 'DELETE',
      headers: bearer(buyer.token),
    });
    expect((await shop.send(request, { STRIPE_SECRET_KEY: '' })).status).toBe(204);
    await compare(night + 144 * HOUR_MS);
    const statuses = async (id: string) =>
      (await control.stateOf(id))['subscriptions']?.map(({ status }) => status);
    expect(await statuses(customer)).toEqual(['canceled']);
    expect(await statuses(other.id)).toEqual(['active']);
    expect(JSON.parse((await report('2031-01-07'))?.findings ?? '')).toEqual(
      expect.arrayContaining([
        { kind: 'orphan', customer, subscriptions: [expect.stringMatching(/^sub_/)] },
        { kind: 'unknownCustomer', customer: other.id, subscriptions: [expect.anything()] },
      ]),
    );
  });

  test('goes on in the next hour where Stripe is away', async () => {
    await control.fault('unavailable', { times: 100 });
    const day = night + 48 * HOUR_MS;
    expect(await compare(day)).toEqual({ compared: 0, corrected: 0 });
    expect(await report('2031-01-03')).toMatchObject({ ended_at: null });
    await control.clearFaults();
    expect(await compare(day + HOUR_MS)).toMatchObject({ corrected: 0 });
    expect(await report('2031-01-03')).toMatchObject({ ended_at: day + HOUR_MS });
  });
});

/** As an operator does in Stripe's dashboard. */
async function cancelAtStripe(key: string, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const address = `https://api.stripe.com/v1/subscriptions/${id}`;
  const answer = await fetch(address, { method: 'DELETE', headers });
  if (!answer.ok) throw new Error(await answer.text());
}

/** A checkout that we know nothing of. */
async function openSecond(shop: Shop, customer: string): Promise<string> {
  const prices = await shop.ask('prices?lookup_keys[0]=team_month&active=true');
  const session = await shop.ask('checkout/sessions', {
    mode: 'subscription',
    customer,
    'line_items[0][price]': prices.data[0]?.id ?? '',
    'line_items[0][quantity]': '1',
    success_url: 'https://builder.test/success',
  });
  return session.id;
}
