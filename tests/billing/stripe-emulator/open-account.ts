import Stripe from 'stripe';

import { answerStripe } from '../../fakes/stripe/answer-stripe.ts';
import { StripeControl } from '../../fakes/stripe/stripe-control.ts';

/** `fetch`, with the emulator in the place of the network. */
export function fetchStripe(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { signal } = request;
  const aborted = new Promise<never>((_, reject) => {
    const fail = () => reject(new DOMException('The request was aborted.', 'AbortError'));
    signal.addEventListener('abort', fail, { once: true });
  });
  return Promise.race([answerStripe(request), aborted]);
}

/** Stripe's own library and the control of an account that only one test has. */
export function openAccount(name: string) {
  const httpClient = Stripe.createFetchHttpClient(fetchStripe);
  const stripe = new Stripe(`sk_test_emulator_${name}`, { httpClient, maxNetworkRetries: 0 });
  return { stripe, control: new StripeControl(`emulator_${name}`, answerStripe) };
}

/** Where a checkout leads. */
export const ADDRESSES = {
  success_url: 'https://mcp.example.com/success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://mcp.example.com/pricing',
};

/** The price of a lookup key. */
export async function findPrice(stripe: Stripe, key: string): Promise<Stripe.Price> {
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true });
  const [price] = data;
  if (!price) throw new Error(`no price ${key}`);
  return price;
}

/** A customer who has paid for a plan. */
export async function buy(
  name: string,
  {
    card,
    plan = 'pro_month',
    quantity = 1,
    trial,
  }: {
    card?: string;
    plan?: string;
    quantity?: number;
    trial?: number;
  } = {},
) {
  const { stripe, control } = openAccount(name);
  const customer = await stripe.customers.create({
    email: 'a@example.com',
    metadata: { uid: 'u' },
  });
  const { id: price } = await findPrice(stripe, plan);
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price, quantity }],
    subscription_data: {
      metadata: { uid: 'u' },
      ...(trial === undefined ? {} : { trial_period_days: trial }),
    },
    ...ADDRESSES,
  });
  const { subscription } = await control.complete(session.id, card);
  if (subscription === undefined) throw new Error('nothing was bought');
  return { stripe, control, customer: customer.id, session: session.id, subscription };
}
