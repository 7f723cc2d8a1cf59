import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { ADDRESSES, buy, findPrice } from './open-account.ts';

test('a customer checks out, pays, is renewed, fails to pay and is cancelled', async () => {
  const { stripe, control, customer, session, subscription } = await buy('life', {
    card: '4000 0000 0000 0341',
  });
  const done = await stripe.checkout.sessions.retrieve(session, {
    expand: ['subscription', 'line_items'],
  });
  expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
  expect(done.line_items?.data).toHaveLength(1);
  const bought = await stripe.subscriptions.retrieve(subscription);
  expect(bought).toMatchObject({ status: 'active', customer, metadata: { uid: 'u' } });
  const { current_period_end: end, price } = bought.items.data[0]!;
  expect(price).toMatchObject({ unit_amount: 1_900, lookup_key: 'pro_month' });
  await control.advance(customer, { seconds: end - bought.start_date + 60 });
  const late = await stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] });
  expect(late).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open' } });
  expect(late.items.data[0]!.current_period_end).toBeGreaterThan(end);
  await control.advance(customer, { days: 16 });
  const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
  expect(data).toMatchObject([
    { status: 'canceled', cancellation_details: { reason: 'payment_failed' } },
  ]);
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
  expect(await control.mismatches()).toEqual([]);
});

test('webhooks are signed as the library verifies them, and taken once', async () => {
  const { stripe, control, customer, subscription } = await buy('webhooks');
  await stripe.subscriptions.cancel(subscription);
  const deliveries = await control.take(customer, { secret: 'whsec_own' });
  for (const { body, signature, type } of deliveries) {
    const event = await stripe.webhooks.constructEventAsync(body, signature, 'whsec_own');
    expect(event.type).toBe(type);
    const stored = await stripe.events.retrieve(event.id);
    expect(stored.data.object).toEqual(event.data.object);
  }
  expect(deliveries.map(({ type }) => type)).toEqual([
    'customer.created',
    'payment_method.attached',
    'customer.updated',
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
    'checkout.session.completed',
    'customer.subscription.deleted',
  ]);
  expect(await control.take(customer)).toEqual([]);
  const old = await control.replay(deliveries[0]!.event, { time: 1_700_000_000 });
  await expect(
    stripe.webhooks.constructEventAsync(old.body, old.signature, 'whsec_emulator'),
  ).rejects.toThrow('Timestamp outside the tolerance zone');
});

test('a change of plan and of seats is charged for the rest of the period', async () => {
  const { stripe, control, customer, subscription } = await buy('change', {
    plan: 'team_month',
    quantity: 2,
  });
  const { id } = (await stripe.subscriptions.retrieve(subscription)).items.data[0]!;
  await control.advance(customer, { days: 10 });
  const more = await stripe.subscriptions.update(subscription, {
    items: [{ id, quantity: 4 }],
    proration_behavior: 'always_invoice',
    expand: ['latest_invoice'],
  });
  expect(more.items.data[0]).toMatchObject({ id, quantity: 4 });
  const added = more.latest_invoice as Stripe.Invoice;
  expect(added).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
  expect(added.total).toBeGreaterThan(2 * 4_900 * 0.6);
  expect(added.total).toBeLessThan(2 * 4_900 * 0.7);
  const { id: pro } = await findPrice(stripe, 'pro_month');
  await stripe.subscriptions.update(subscription, {
    items: [{ id, price: pro, quantity: 1 }],
    proration_behavior: 'always_invoice',
  });
  const balance = (await stripe.customers.retrieve(customer)) as Stripe.Customer;
  expect(balance.balance).toBeLessThan(-4 * 4_900 * 0.5);
  const { id: year } = await findPrice(stripe, 'pro_year');
  const yearly = await stripe.subscriptions.update(subscription, { items: [{ id, price: year }] });
  const item = yearly.items.data[0]!;
  expect(item.current_period_end - item.current_period_start).toBeGreaterThan(364 * 86_400);
  await control.failPayments(customer, 1);
  const refused = stripe.subscriptions.update(subscription, {
    items: [{ id, quantity: 9 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
  await expect(refused).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' });
  const kept = await stripe.subscriptions.retrieve(subscription);
  expect(kept).toMatchObject({ status: 'active', items: { data: [{ quantity: 1 }] } });
  expect(await control.mismatches()).toEqual([]);
});

test('a subscription is cancelled at the end of its period, resumed, paused, or tried first', async () => {
  const { stripe, control, customer, subscription } = await buy('ends', { trial: 7 });
  const trial = await stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] });
  expect(trial).toMatchObject({ status: 'trialing', latest_invoice: { total: 0, status: 'paid' } });
  await control.advance(customer, { days: 8 });
  const paid = await stripe.subscriptions.retrieve(subscription);
  expect(paid.status).toBe('active');
  const ending = await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
  expect(ending.cancel_at).toBe(ending.items.data[0]!.current_period_end);
  const going = await stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
  expect(going).toMatchObject({ cancel_at: null, canceled_at: null });
  const paused = await stripe.subscriptions.update(subscription, {
    pause_collection: { behavior: 'void' },
  });
  expect(paused).toMatchObject({ status: 'active', pause_collection: { behavior: 'void' } });
  await control.advance(customer, { days: 32 });
  const { data: invoices } = await stripe.invoices.list({ customer, status: 'void' });
  expect(invoices).toHaveLength(1);
  await stripe.subscriptions.update(subscription, {
    pause_collection: '',
    cancel_at_period_end: true,
  });
  await control.advance(customer, { days: 32 });
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
  await expect(
    stripe.subscriptions.update(subscription, { cancel_at_period_end: false }),
  ).rejects.toMatchObject({ statusCode: 400 });
  const types = (await control.take(customer)).map(({ type }) => type);
  expect(types).toContain('customer.subscription.trial_will_end');
  expect(await control.mismatches()).toEqual([]);
});

test('charges are refunded and disputed, invoices paid late, and customers deleted', async () => {
  const { stripe, control, customer, subscription } = await buy('money');
  await control.refund(customer, 500);
  const [charge] = (await stripe.charges.list({ customer })).data;
  expect(charge).toMatchObject({ amount_refunded: 500, refunded: false });
  await control.refund(customer);
  expect(await stripe.charges.retrieve(charge!.id)).toMatchObject({ refunded: true });
  expect((await stripe.refunds.list({ charge: charge!.id })).data).toHaveLength(2);
  await control.dispute(customer);
  const [dispute] = (await stripe.disputes.list({ charge: charge!.id })).data;
  await control.dispute(customer, 'lost');
  expect(await stripe.disputes.retrieve(dispute!.id)).toMatchObject({ status: 'lost' });
  await stripe.paymentIntents.retrieve(charge!.payment_intent as string);
  await control.afterRetries('unpaid');
  await control.failPayments(customer, 4);
  await control.advance(customer, { days: 50 });
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('unpaid');
  const { data: open } = await stripe.invoices.list({ customer, subscription, status: 'open' });
  for (const { id } of open) await stripe.invoices.pay(id);
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');
  const invoice = await stripe.invoices.retrieve(open[0]!.id, { expand: ['payments'] });
  expect(invoice).toMatchObject({ status: 'paid', payments: { data: [{ status: 'paid' }] } });
  expect(invoice.number).toMatch(/^[0-9A-Z]{8}-\d{4}$/);
  await stripe.customers.del(customer);
  expect(await stripe.customers.retrieve(customer)).toEqual({
    id: customer,
    object: 'customer',
    deleted: true,
  });
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
  expect(await control.mismatches()).toEqual([]);
});

test('prices are replaced, lists have pages, and every other operation answers', async () => {
  const { stripe, control, customer, subscription } = await buy('catalogue', { plan: 'pro_year' });
  const old = await findPrice(stripe, 'pro_month');
  const product = await stripe.products.create({ name: 'Other', metadata: { tier: 'pro' } });
  await stripe.products.update(product.id, { description: 'Another' });
  await stripe.products.retrieve(product.id);
  expect((await stripe.products.list({ active: true })).data).toHaveLength(3);
  const next = await stripe.prices.create({
    product: old.product as string,
    currency: 'usd',
    unit_amount: 2_500,
    recurring: { interval: 'month' },
    currency_options: { eur: { unit_amount: 2_400 } },
    lookup_key: 'pro_month',
    transfer_lookup_key: true,
    expand: ['currency_options'],
  });
  expect(next.currency_options?.['eur']?.unit_amount).toBe(2_400);
  await stripe.prices.update(old.id, { active: false });
  expect(await findPrice(stripe, 'pro_month')).toMatchObject({ id: next.id });
  expect(await stripe.prices.retrieve(old.id)).toMatchObject({ lookup_key: null, active: false });
  expect(await stripe.prices.retrieve(old.id)).not.toHaveProperty('currency_options');
  const first = await stripe.prices.list({ limit: 2 });
  expect(first.has_more).toBe(true);
  const all: string[] = [];
  for await (const price of stripe.prices.list({ limit: 2 })) all.push(price.id);
  expect(all).toHaveLength(5);
  expect(all.slice(0, 2)).toEqual(first.data.map(({ id }) => id));
  await stripe.customers.update(customer, { email: 'b@example.com', metadata: { uid: '' } });
  expect((await stripe.customers.list({ email: 'b@example.com' })).data[0]?.metadata).toEqual({});
  const [method] = (await stripe.customers.listPaymentMethods(customer)).data;
  await stripe.paymentMethods.retrieve(method!.id);
  const portal = await stripe.billingPortal.sessions.create({
    customer,
    return_url: 'https://mcp.example.com/subscription',
    flow_data: { type: 'payment_method_update' },
  });
  expect(portal.url).toMatch(/^https:\/\/billing\.stripe\.com\//);
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: next.id, quantity: 1 }],
    ...ADDRESSES,
  });
  expect(session.url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
  await stripe.checkout.sessions.listLineItems(session.id);
  expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired');
  expect((await stripe.checkout.sessions.list({ customer })).data).toHaveLength(2);
  const made = await stripe.subscriptions.create({ customer, items: [{ price: next.id }] });
  expect(made.status).toBe('active');
  // Nobody is there to take any.
  await control.hold();
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'https://mcp.example.com/stripe/webhook',
    enabled_events: ['invoice.paid'],
  });
  expect(endpoint.secret).toMatch(/^whsec_/);
  expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty('secret');
  expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
  await stripe.webhookEndpoints.del(endpoint.id);
  const events = await stripe.events.list({ types: ['customer.subscription.*'], limit: 100 });
  expect(events.data.map(({ type }) => type)).toContain('customer.subscription.created');
  await control.removePrice(next.id);
  await expect(stripe.prices.retrieve(next.id)).rejects.toMatchObject({ statusCode: 404 });
  await stripe.subscriptions.retrieve(subscription);
  expect(await control.mismatches()).toEqual([]);
});
