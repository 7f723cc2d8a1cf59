import Stripe from 'stripe';
import { expect, test } from 'vitest';

import { openContract } from '../../fakes/stripe/contract/open-contract.ts';
import type { Operation } from '../../fakes/stripe/operation.ts';

import { ADDRESSES, buy, fetchStripe, findPrice, openAccount } from './open-account.ts';

test('refusals have Stripe’s statuses, types and codes', async () => {
  const { stripe, control } = openAccount('refusals');
  const unknown = stripe.customers.retrieve('cus_unknown');
  await expect(unknown).rejects.toMatchObject({
    statusCode: 404,
    type: 'StripeInvalidRequestError',
    code: 'resource_missing',
    requestId: expect.stringMatching(/^req_/),
  });
  const customer = await stripe.customers.create({ email: 'a@example.com' });
  const { id: price } = await findPrice(stripe, 'pro_month');
  const checkout = (of: string, currency = 'usd') =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: of, quantity: 1 }],
      currency,
      ...ADDRESSES,
    });
  await expect(checkout('price_gone')).rejects.toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'line_items[0][price]',
  });
  await expect(checkout(price, 'jpy')).rejects.toMatchObject({ statusCode: 400 });
  const session = await checkout(price);
  const { error } = await control.complete(session.id, '4000000000000002');
  expect(error).toMatchObject({ type: 'card_error', code: 'card_declined' });
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
  await stripe.prices.update(price, { active: false });
  await expect(checkout(price)).rejects.toThrow('inactive');
  const misspelt = { emial: 'a@example.com' };
  await expect(
    stripe.customers.create(misspelt as Stripe.CustomerCreateParams),
  ).rejects.toMatchObject({
    code: 'parameter_unknown',
    param: 'emial',
  });
  const stranger = new Stripe('sk_test_somebody', {
    httpClient: Stripe.createFetchHttpClient(fetchStripe),
  });
  await expect(stranger.customers.list()).rejects.toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
  });
});

test('a key for idempotency gives the same answer, and refuses another request', async () => {
  const { stripe, control } = openAccount('idempotency');
  const once = { idempotencyKey: 'customer-1' };
  await control.fault('lost_answer', { match: '/v1/customers' });
  await expect(stripe.customers.create({ name: 'A' }, once)).rejects.toThrow('Invalid JSON');
  const made = await stripe.customers.create({ name: 'A' }, once);
  expect((await stripe.customers.create({ name: 'A' }, once)).id).toBe(made.id);
  expect((await stripe.customers.list()).data).toHaveLength(1);
  await expect(stripe.customers.create({ name: 'B' }, once)).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeIdempotencyError',
  });
});

test('requests go wrong as often as control says, and where it says', async () => {
  const { stripe, control } = openAccount('faults');
  await control.fault('unavailable', { match: 'GET /v1/prices', times: 2 });
  await stripe.customers.list();
  await expect(stripe.prices.list()).rejects.toMatchObject({ statusCode: 503 });
  await expect(stripe.prices.list()).rejects.toMatchObject({ statusCode: 503 });
  await stripe.prices.list();
  await control.fault('rate_limit');
  await expect(stripe.prices.list()).rejects.toMatchObject({ type: 'StripeRateLimitError' });
  await control.fault('timeout');
  await expect(stripe.prices.list({}, { timeout: 50 })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  });
  const statuses = (await control.requests()).map(({ status }) => status);
  expect(statuses).toEqual([200, 503, 503, 200, 429, 0]);
});

test('accounts of other keys are other accounts', async () => {
  const { customer } = await buy('mine');
  const { stripe, control } = openAccount('other');
  await expect(stripe.customers.retrieve(customer)).rejects.toMatchObject({ statusCode: 404 });
  const kept = await stripe.customers.create();
  await control.reset();
  await expect(stripe.customers.retrieve(kept.id)).rejects.toMatchObject({ statusCode: 404 });
});

test('what is not as Stripe’s document has it is named', async () => {
  const contract = openContract();
  const of = (method: Operation['method'], path: string): Operation => ({
    method,
    path,
    run: () => ({}),
  });
  const customers = of('post', '/v1/customers');
  const customer = { id: 'cus_1', object: 'customer', created: 1, livemode: false };
  expect(contract.checkAnswer(customers, 200, customer)).toEqual([]);
  expect(contract.checkAnswer(customers, 200, { ...customer, created: 'now' })).toEqual([
    '/created must be integer {"type":"integer"}',
  ]);
  expect(contract.checkAnswer(customers, 200, {})).toHaveLength(4);
  expect(contract.checkAnswer(customers, 404, { error: 'No such customer' })).toHaveLength(1);
  expect(contract.checkRequest(customers, { email: 'a', metadata: { a: '1' } })).toEqual([]);
  expect(contract.checkRequest(customers, { mail: 'a' })).toHaveLength(1);
  const prices = of('get', '/v1/prices');
  expect(contract.checkRequest(prices, { limit: '3', active: 'true' })).toEqual([]);
  expect(contract.checkRequest(prices, { limit: 'many' })).toHaveLength(1);
  const sessions = of('post', '/v1/checkout/sessions');
  const item = { price: 'price_1', quantity: '2' };
  expect(contract.checkRequest(sessions, { success_url: 'a', line_items: [item] })).toEqual([]);
  expect(
    contract.checkRequest(sessions, {
      success_url: 'a',
      line_items: [{ ...item, quantity: 'two' }],
    }),
  ).not.toEqual([]);
});
