import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { spoilStores, type Way } from '../../setup/store-faults.workerd.ts';
import { openShop, readLedger, SECRET, type Buyer } from './stripe-shop.workerd.ts';

const shop = openShop('webhook');
const { control } = shop;
const seconds = () => Math.floor(Date.now() / 1_000);

/** Somebody who has paid, and the webhooks that tell of it. */
async function buy() {
  const buyer = await shop.signIn();
  await buyer.buy();
  const deliveries = await control.take(undefined, { secret: SECRET });
  const created = deliveries.find(({ type }) => type === 'customer.subscription.created');
  if (!created) throw new Error('no subscription was created');
  return { buyer, deliveries, created };
}

async function expectOne(buyer: Buyer, events: string[]) {
  expect(await buyer.count()).toEqual({ subscriptions: 1, rows: 1, customers: 1 });
  expect(Object.keys(await readLedger(events)).toSorted()).toEqual([...new Set(events)].toSorted());
}

describe('a webhook', () => {
  test('that nobody signed, or not this, or not now, changes nothing', async () => {
    const { buyer, created } = await buy();
    const { event, body } = created;
    const signed = (time?: number, secret = SECRET) =>
      control.replay(event, time === undefined ? { secret } : { secret, time });
    const bad: [string, string, string | null][] = [
      ['no signature', body, null],
      ['an empty one', body, ''],
      ['nonsense', body, 't=now,v1=0'],
      ['a signature of another secret', body, (await signed(undefined, 'whsec_other')).signature],
      ['a forged body', body.replace('"active"', '"trialing"'), created.signature],
      ['a truncated body', body.slice(0, -100), created.signature],
      ['no body', '', created.signature],
      ['an old signature', body, (await signed(seconds() - 302)).signature],
      ['one of the future', body, (await signed(seconds() + 302)).signature],
    ];
    for (const [why, sent, signature] of bad) {
      const answer = await shop.post(sent, signature);
      expect(answer.status, why).toBe(400);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    }
    expect(await readLedger([event])).toEqual({});
    expect(await buyer.tier()).toBe('free');
    expect((await shop.post(body, (await signed(seconds() - 290)).signature)).status).toBe(204);
    expect(await buyer.tier()).toBe('pro');
  });

  test('of more than a megabyte is not read, and who sends many bad ones is slowed down', async () => {
    const statuses: number[] = [];
    const headers = { 'stripe-signature': 't=1,v1=0', 'cf-connecting-ip': '198.51.100.7' };
    const url = 'https://builder.test/stripe/webhook';
    // The limit counts by the minute, and one may begin meanwhile.
    for (let sent = 0; sent < 120 && statuses.at(-1) !== 429; sent += 1) {
      const init = { method: 'POST', body: 'x'.repeat(1_100_000), headers };
      statuses.push((await shop.send(new Request(url, init))).status);
    }
    expect(statuses[0]).toBe(413);
    expect(statuses.at(-1)).toBe(429);
    const { buyer, created } = await buy();
    expect((await shop.post(created.body, created.signature)).status).toBe(204);
    expect(await buyer.tier()).toBe('pro');
  });

  test('is taken from a page of no other site, and needs no cookie', async () => {
    const { created } = await buy();
    const headers = { 'stripe-signature': created.signature, 'sec-fetch-site': 'cross-site' };
    const url = 'https://builder.test/stripe/webhook';
    const sent = new Request(url, { method: 'POST', body: created.body, headers });
    expect((await shop.send(sent)).status).toBe(204);
    expect((await shop.send(new Request(url))).status).toBe(405);
  });

  test('is taken by any of two secrets, while one replaces the other', async () => {
    const { buyer, created } = await buy();
    const both = { STRIPE_WEBHOOK_SECRET: `whsec_new, ${SECRET}` };
    expect((await shop.post(created.body, created.signature, both)).status).toBe(204);
    expect(await buyer.tier()).toBe('pro');
    const byNew = await control.replay(created.event, { secret: 'whsec_new' });
    expect((await shop.post(byNew.body, byNew.signature, both)).status).toBe(204);
    expect((await shop.post(byNew.body, byNew.signature)).status).toBe(400);
  });

  test('of the other mode is refused', async () => {
    const { buyer, created } = await buy();
    const live = { STRIPE_SECRET_KEY: 'sk_live_of_this_test' };
    const refused = await shop.post(created.body, created.signature, live);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('mode') });
    expect(await readLedger([created.event])).toEqual({});
    await buyer.sync();
    expect(await buyer.tier()).toBe('pro');
    expect(await buyer.tier(live)).toBe('free');
  });

  test('comes twice, also at once: the second finds nothing left to do', async () => {
    const { buyer, deliveries, created } = await buy();
    const answers = await Promise.all(
      [1, 2, 3].map(() => shop.post(created.body, created.signature)),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    const asked = (await control.requests()).length;
    expect((await shop.post(created.body, created.signature)).status).toBe(204);
    expect((await control.requests()).length).toBe(asked);
    for (const { body, signature } of [...deliveries, ...deliveries])
      await shop.post(body, signature);
    await expectOne(
      buyer,
      deliveries.map(({ event }) => event),
    );
    expect(await buyer.tier()).toBe('pro');
  });

  test('comes in any order and days late, and what is so now counts', async () => {
    const { buyer, deliveries } = await buy();
    const customer = await buyer.customer();
    expect((await buyer.post('/api/billing/cancel')).status).toBe(200);
    await control.advance(customer, { days: 32 });
    const later = await control.take(undefined, { secret: SECRET });
    expect(later.map(({ type }) => type)).toContain('customer.subscription.deleted');
    for (const { body, signature } of [...deliveries, ...later].toReversed()) {
      expect((await shop.post(body, signature)).status).toBe(204);
    }
    expect(await buyer.own()).toMatchObject({ state: 'none', isActive: false });
    expect(await buyer.tier()).toBe('free');
  });

  test('of a customer that is not ours is noted, and nothing else', async () => {
    const { created } = await buy();
    const unknown = created.body
      .replaceAll(/cus_\w+/g, 'cus_of_nobody')
      .replace(created.event, 'evt_of_nobody');
    expect((await shop.post(unknown, await sign(unknown))).status).toBe(204);
    expect(await readLedger(['evt_of_nobody'])).toEqual({ evt_of_nobody: 'unknownCustomer' });
    const rows = env.DB.prepare('select count(*) as n from subscriptions where customer_id = ?');
    expect(await rows.bind('cus_of_nobody').first('n')).toBe(0);
  });

  test('that Stripe’s outage stops is sent again, and then counts', async () => {
    const { buyer, created } = await buy();
    await control.fault('unavailable', { match: '/v1/subscriptions', times: 2 });
    expect((await shop.post(created.body, created.signature)).status).toBe(503);
    expect(await readLedger([created.event])).toEqual({});
    expect((await shop.post(created.body, created.signature)).status).toBe(204);
    await expectOne(buyer, [created.event]);
    expect(await buyer.tier()).toBe('pro');
  });
});

describe('a webhook whose stores fail', () => {
  /** The writes on its way, in their order. */
  const WRITES: [string, RegExp, 'D1' | 'KV'][] = [
    ['the ticket', /update "billing_customers"/, 'D1'],
    ['event and row', /insert into "billing_events"/, 'D1'],
    ['the cached plan', /^tier:/, 'KV'],
  ];
  const WAYS: Way[] = ['before', 'after', 'hangs', 'hangsAfter'];

  test.each(
    WRITES.flatMap(([what, at, store]) => WAYS.map((way) => [what, way, at, store] as const)),
  )('at %s (%s) is right after it was sent again', async (_what, way, at, store) => {
    const { buyer, deliveries, created } = await buy();
    const isHit = { subject: '' };
    const spoilt = spoilStores((call) => {
      const isIt = call.store === store && call.method !== 'get' && at.test(call.subject);
      if (isIt) isHit.subject = call.subject;
      return isIt ? way : null;
    });
    const failed = await shop.post(created.body, created.signature).finally(spoilt.heal);
    expect(isHit.subject).toMatch(at);
    expect(spoilt.endless).toEqual([]);
    // Without the cache everything that counts is stored.
    expect(failed.status).toBe(store === 'KV' ? 204 : 503);
    expect((await shop.post(created.body, created.signature)).status).toBe(204);
    expect(await buyer.tier()).toBe('pro');
    for (const { body, signature } of deliveries) await shop.post(body, signature);
    await expectOne(
      buyer,
      deliveries.map(({ event }) => event),
    );
  });
});

/** A signature of now over any body. */
async function sign(body: string): Promise<string> {
  const time = seconds();
  const raw = new TextEncoder().encode(SECRET);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', raw, hmac, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${time}.${body}`));
  return `t=${time},v1=${Buffer.from(mac).toString('hex')}`;
}
