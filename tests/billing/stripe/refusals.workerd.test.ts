import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';

import type { PlanPrices } from '#app/billing/plans/plan-prices.ts';
import { askStripe } from '#app/billing/stripe/ask-stripe.server.ts';
import { openStripe } from '#app/billing/stripe/open-stripe.server.ts';
import { requireCustomer } from '#app/billing/stripe/require-customer.server.ts';
import { requireConfig } from '#app/platform/config.ts';

import { makeApp } from '../../setup/app-of-isolate.workerd.ts';
import { breakBinding, loseWrites } from '../../setup/broken-binding.workerd.ts';
import { openShop } from './stripe-shop.workerd.ts';

const shop = openShop('refusals');
const { control } = shop;
const CHOICE = { tier: 'pro', interval: 'month' };
const OFF = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' };

/** Everything that asks Stripe for somebody. */
const DEEDS: [path: string, body?: unknown][] = [
  ['/api/billing/checkout', CHOICE],
  ['/api/billing/portal', {}],
  ['/api/billing/change', { tier: 'team', interval: 'year' }],
  ['/api/billing/cancel'],
  ['/api/billing/resume'],
  ['/api/billing/sync'],
];

beforeEach(() => control.clearFaults());

describe('while Stripe is not set up', () => {
  test('buying is refused in words for the operator, and all else goes on', async () => {
    const buyer = await shop.signIn();
    for (const [path, body] of DEEDS) {
      const refused = await buyer.post(path, body, OFF);
      expect(refused.status, path).toBe(501);
      expect(await refused.json()).toMatchObject({
        type: 'urn:mcp-builder:billing-off',
        detail: expect.stringContaining('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET'),
      });
    }
    expect((await shop.post('{}', 't=1,v1=0', OFF)).status).toBe(501);
    const half = await buyer.post('/api/billing/sync', {}, { STRIPE_WEBHOOK_SECRET: '' });
    expect((await half.json<{ detail: string }>()).detail).not.toContain('STRIPE_SECRET_KEY');
    const ofEmulator = { STRIPE_SECRET_KEY: 'sk_test_emulator' };
    expect((await buyer.post('/api/billing/sync', {}, ofEmulator)).status).toBe(501);
    const own = await buyer.get('/api/billing/subscription', OFF);
    expect(await own.json()).toMatchObject({ state: 'none', hasCustomer: false });
    const invoices = await buyer.get('/api/billing/invoices', OFF);
    expect(await invoices.json()).toEqual({ invoices: [], hasMore: false });
    const prices = await buyer.get('/api/billing/prices?currency=eur', OFF);
    expect(await prices.json()).toMatchObject({ source: 'list', currency: 'eur', canBuy: false });
    expect(await buyer.tier(OFF)).toBe('free');
  });
});

describe('while Stripe is away', () => {
  test.each(['unavailable', 'error', 'rate_limit'] as const)(
    'each request (%s) says so, and nobody loses a plan',
    async (fault) => {
      const buyer = await shop.signIn();
      await buyer.buy();
      await buyer.sync();
      await control.fault(fault, { times: 200 });
      for (const [path, body] of DEEDS) {
        const refused = await buyer.post(path, body);
        expect(refused.status, path).toBe(503);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await buyer.get('/api/billing/invoices')).status).toBe(503);
      expect(await buyer.own()).toMatchObject({ state: 'active', tier: 'pro' });
      expect(await buyer.tier()).toBe('pro');
    },
  );

  test('an answer that is lost makes no second customer and no second checkout', async () => {
    const buyer = await shop.signIn();
    await control.fault('lost_answer', { match: 'POST /v1/customers' });
    await control.fault('lost_answer', { match: 'POST /v1/checkout/sessions' });
    await buyer.checkout();
    const { checkoutSessions = [] } = await control.stateOf(await buyer.customer());
    expect(checkoutSessions).toHaveLength(1);
    const requests = await control.requests();
    const made = requests.filter(
      ({ method, path, body }) =>
        method === 'POST' && path === '/v1/customers' && body.includes(buyer.uid),
    );
    expect(made.length).toBeGreaterThan(1);
  });

  test('the plan that a webhook brought holds while the database is away', async () => {
    const buyer = await shop.signIn();
    await buyer.buy();
    await shop.deliver();
    expect(await buyer.tier({ DB: breakBinding(env.DB) })).toBe('pro');
  });
});

describe('a customer', () => {
  test('whose binding failed after they were made is the same one in the next attempt', async () => {
    const buyer = await shop.signIn();
    const failed = await buyer.post('/api/billing/checkout', CHOICE, {
      DB: loseWrites(env.DB, 'before'),
    });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(await buyer.customer()).toBe('');
    await buyer.checkout();
    const requests = await control.requests();
    const made = requests.filter(
      ({ method, path, body }) =>
        method === 'POST' && path === '/v1/customers' && body.includes(buyer.uid),
    );
    expect(made).toHaveLength(2);
    const { customers = [] } = await control.stateOf(await buyer.customer());
    expect(customers).toHaveLength(1);
    expect(await countCustomers(buyer.uid)).toBe(1);
  });

  test('whose address Stripe does not take is made without it, and no log names the address', async () => {
    const { account: accountId, uid } = await shop.signIn();
    const app = { ...makeApp(), config: requireConfig(shop.env) };
    const opened = await openStripe(app);
    if (!opened.ok) throw new Error('billing is off');
    const email = `${'x'.repeat(600)}@example.org`;
    const made = await requireCustomer(app, opened.value, { accountId, uid, email });
    expect(made).toMatchObject({ ok: true, value: { id: expect.stringMatching(/^cus_/) } });
    const refusal = { type: 'StripeInvalidRequestError', code: 'email_invalid' };
    const error = Object.assign(new Error('Invalid email address: ada@example.org'), refusal);
    await askStripe(app, () => Promise.reject(error));
    expect(app.lines.at(-1)).toMatchObject({
      code: 'email_invalid',
      message: 'Invalid email address: [address]',
    });
  });

  test('who has bought nothing has no portal and nothing to change', async () => {
    const buyer = await shop.signIn();
    for (const [path, body] of DEEDS.slice(1, 5)) {
      expect((await buyer.post(path, body)).status, path).toBe(409);
    }
    expect(await buyer.sync()).toMatchObject({ state: 'none' });
  });

  test('reaches the portal and pages of invoices, and nobody else’s', async () => {
    const [buyer, other] = [await shop.signIn(), await shop.signIn()];
    await buyer.buy();
    await other.buy();
    const portal = await buyer.post('/api/billing/portal', { flow: 'payment' });
    expect(await portal.json()).toEqual({ url: expect.stringMatching(/^https:/) });
    const page = await (
      await buyer.get('/api/billing/invoices')
    ).json<{ invoices: { id: string }[] }>();
    expect(page).toMatchObject({
      hasMore: false,
      invoices: [{ status: 'paid', amount: 1_900, currency: 'usd' }],
    });
    const last = page.invoices[0]?.id;
    const rest = await buyer.get(`/api/billing/invoices?cursor=${last}`);
    expect(await rest.json()).toEqual({ invoices: [], hasMore: false });
    expect((await buyer.get('/api/billing/invoices?cursor=in_ofNobody')).status).toBe(400);
    expect((await buyer.get('/api/billing/invoices?cursor=../x')).status).toBe(400);
  });
});

describe('a request that makes no sense', () => {
  test.each([
    { tier: 'free', interval: 'month' },
    { tier: 'pro', interval: 'week' },
    { tier: 'team', interval: 'month', seats: 0 },
    { tier: 'team', interval: 'month', seats: 201 },
    { tier: 'pro', interval: 'month', currency: 'USD' },
  ])('is refused: %o', async (choice) => {
    const buyer = await shop.signIn();
    expect((await buyer.post('/api/billing/checkout', choice)).status).toBe(422);
  });
});

describe('prices', () => {
  const prices = async (own: typeof shop, currency: string) => {
    const answer = await own.send(
      new Request(`https://builder.test/api/billing/prices?currency=${currency}`),
    );
    return answer.json<PlanPrices>();
  };

  test('come from Stripe, in a currency that it has, then from the cache', async () => {
    const own = openShop('prices');
    await env.CACHE.delete('prices:v1:test');
    const first = await prices(own, 'eur');
    expect(first).toMatchObject({ source: 'stripe', currency: 'eur', canBuy: true });
    expect(first.currencies).toEqual(['eur', 'gbp', 'usd']);
    expect(first.prices).toHaveLength(4);
    await own.control.fault('unavailable', { times: 50 });
    const second = await prices(own, 'jpy');
    expect(second).toMatchObject({ source: 'cache', currency: 'usd', canBuy: true });
    await env.CACHE.put('prices:v1:test', JSON.stringify({ prices: await stored(), storedAt: 1 }));
    expect(await prices(own, 'gbp')).toMatchObject({ source: 'cache', currency: 'gbp' });
    await env.CACHE.delete('prices:v1:test');
    expect(await prices(own, 'gbp')).toMatchObject({
      source: 'list',
      currency: 'gbp',
      canBuy: true,
    });
  });

  const stored = async () =>
    (await env.CACHE.get<{ prices: unknown }>('prices:v1:test', 'json'))?.prices;
});

/** Customers at Stripe that a user has. */
async function countCustomers(uid: string): Promise<number> {
  const headers = { authorization: `Bearer ${shop.key}` };
  const answer = await fetch('https://api.stripe.com/v1/customers?limit=100', { headers });
  const { data } = await answer.json<{ data: { metadata: Record<string, string> }[] }>();
  return data.filter(({ metadata }) => metadata['uid'] === uid).length;
}
