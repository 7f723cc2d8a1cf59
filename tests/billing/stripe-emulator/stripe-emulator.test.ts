import Stripe from 'stripe';
import { expect, test } from 'vitest';

import { answerStripe } from '../../fakes/stripe/answer-stripe.ts';
import { StripeControl } from '../../fakes/stripe/stripe-control.ts';

/** Stripe's own library and the control of an account that only this test has. */
function openAccount(name: string) {
  const httpClient = Stripe.createFetchHttpClient((input: RequestInfo | URL, init?: RequestInit) =>
    answerStripe(new Request(input, init)),
  );
  const stripe = new Stripe(`sk_test_emulator_${name}`, { httpClient });
  return { stripe, control: new StripeControl(`emulator_${name}`, answerStripe) };
}

const addresses = {
  success_url: 'https://mcp.example.com/success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://mcp.example.com/pricing',
};

/** A customer who has paid for a plan. */
async function buy(name: string, card?: string) {
  const { stripe, control } = openAccount(name);
  const customer = await stripe.customers.create({
    email: 'a@example.com',
    metadata: { uid: 'u1' },
  });
  const { data: prices } = await stripe.prices.list({ lookup_keys: ['pro_month'], active: true });
  const price = prices[0]!.id;
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price, quantity: 1 }],
    ...addresses,
  });
  const { subscription } = await control.complete(session.id, card);
  return { stripe, control, customer, price, session, subscription: subscription! };
}

test('a customer checks out, pays, is renewed, fails to pay and is cancelled', async () => {
  const { stripe, control, customer, session, subscription } = await buy(
    'life',
    '4000 0000 0000 0341',
  );
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription', 'line_items'],
  });
  expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
  expect(done.line_items!.data).toHaveLength(1);
  const bought = done.subscription as Stripe.Subscription;
  expect(bought).toMatchObject({ id: subscription, status: 'active', customer: customer.id });
  const end = bought.items.data[0]!.current_period_end;
  await control.advance(customer.id, { seconds: end - bought.start_date + 60 });
  const late = await stripe.subscriptions.retrieve(subscription);
  expect(late.status).toBe('past_due');
  expect(late.items.data[0]!.current_period_end).toBeGreaterThan(end);
  await control.advance(customer.id, { days: 16 });
  const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' });
  expect(data.map(({ status }) => status)).toEqual(['canceled']);
  expect(data[0]!.cancellation_details?.reason).toBe('payment_failed');
  const deliveries = await control.take(customer.id, { secret: 'whsec_own' });
  for (const { body, signature, type } of deliveries) {
    const event = await stripe.webhooks.constructEventAsync(body, signature, 'whsec_own');
    expect(event.type).toBe(type);
  }
  expect(deliveries.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'checkout.session.completed',
      'invoice.payment_failed',
      'customer.subscription.deleted',
    ]),
  );
  expect(await control.mismatches()).toEqual([]);
});
