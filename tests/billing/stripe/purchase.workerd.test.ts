import { describe, expect, test } from 'vitest';

import { openShop, readLedger, toSession } from './stripe-shop.workerd.ts';

const shop = openShop('purchase');

describe('a purchase', () => {
  test('leads from free to pro by the webhook alone, and leaves one of everything', async () => {
    const buyer = await shop.signIn();
    expect(await buyer.tier()).toBe('free');
    expect(await buyer.own()).toMatchObject({ state: 'none', hasCustomer: false });
    await buyer.buy();
    expect(await buyer.tier()).toBe('free');
    const events = await shop.deliver();
    expect(await buyer.tier()).toBe('pro');
    expect(await buyer.own()).toMatchObject({
      state: 'active',
      tier: 'pro',
      isActive: true,
      interval: 'month',
      amount: 1_900,
      currency: 'usd',
      seats: 1,
      renewsAt: expect.any(Number),
      endsAt: null,
      hasCustomer: true,
    });
    expect(await buyer.count()).toEqual({ subscriptions: 1, rows: 1, customers: 1 });
    expect(Object.keys(await readLedger(events)).toSorted()).toEqual(events.toSorted());
    expect(await shop.control.mismatches()).toEqual([]);
  });

  test('is known to whoever comes back before the webhook, and to nobody else', async () => {
    const [buyer, other] = [await shop.signIn(), await shop.signIn()];
    await buyer.buy({ tier: 'team', interval: 'year', currency: 'eur', seats: 3 });
    expect(await other.sync()).toMatchObject({ state: 'none', isActive: false });
    expect(await buyer.sync()).toMatchObject({
      tier: 'team',
      interval: 'year',
      currency: 'eur',
      amount: 147_000,
      seats: 3,
    });
    expect(await buyer.tier()).toBe('team');
    expect(await other.tier()).toBe('free');
  });

  test('that began twice at once is of one customer, and only its latest checkout can be paid', async () => {
    const buyer = await shop.signIn();
    const choice = (tier: string) =>
      buyer.post('/api/billing/checkout', { tier, interval: 'month' });
    const answers = await Promise.all([choice('pro'), choice('team'), choice('pro')]);
    const sessions = await Promise.all(answers.map(toSession));
    const { checkoutSessions = [], customers = [] } = await shop.control.stateOf(
      await buyer.customer(),
    );
    const open = checkoutSessions.filter(({ status }) => status === 'open');
    expect(open).toHaveLength(1);
    expect(customers).toHaveLength(1);
    const made = await shop.control.requests();
    const own = made.filter(
      ({ path, body }) => path === '/v1/customers' && body.includes(buyer.uid),
    );
    expect(own.length).toBeGreaterThan(0);
    for (const session of new Set(sessions)) await shop.control.complete(session);
    await shop.deliver();
    expect(await buyer.count()).toEqual({ subscriptions: 1, rows: 1, customers: 1 });
    const again = await choice('pro');
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ type: 'urn:mcp-builder:already-subscribed' });
  });

  test('ends an attempt whose first payment is missing, so that nobody pays twice', async () => {
    const buyer = await shop.signIn();
    await buyer.checkout();
    const prices = await shop.ask('prices?lookup_keys[0]=pro_month&active=true');
    await shop.ask('subscriptions', {
      customer: await buyer.customer(),
      'items[0][price]': prices.data[0]?.id ?? '',
    });
    expect((await buyer.count()).subscriptions).toBe(1);
    await shop.control.complete(await buyer.checkout());
    await shop.deliver();
    expect(await buyer.count()).toEqual({ subscriptions: 1, rows: 1, customers: 1 });
    expect(await buyer.tier()).toBe('pro');
  });

  test('of a plan whose price is gone is refused, and the others can be bought', async () => {
    const own = openShop('pricegone');
    const buyer = await own.signIn();
    const session = await buyer.checkout();
    const [price] = (await own.control.requests()).filter(({ path }) => path.includes('/prices'));
    expect(price).toBeDefined();
    await own.control.removePrice(await priceOf(own, await buyer.customer(), session));
    const refused = await buyer.post('/api/billing/checkout', { tier: 'pro', interval: 'month' });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ title: 'price_gone' });
    await buyer.checkout({ interval: 'year' });
  });
});

async function priceOf(own: typeof shop, customer: string, session: string): Promise<string> {
  const { checkoutSessions = [] } = await own.control.stateOf(customer);
  const found = JSON.stringify(checkoutSessions.find(({ id }) => id === session));
  return /price_\w+/.exec(found)?.[0] ?? '';
}
