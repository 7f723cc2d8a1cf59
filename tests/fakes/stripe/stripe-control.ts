import * as z from 'zod';

const Delivery = z.object({
  event: z.string(),
  type: z.string(),
  body: z.string(),
  signature: z.string(),
});
/** A webhook that waits to be posted: its body, and the value of `Stripe-Signature`. */
export type Delivery = z.infer<typeof Delivery>;

/** How a webhook is signed: with the emulator's own secret, at this moment. */
interface Signing {
  secret?: string;
  /** Seconds since 1970. */
  time?: number;
}

/**
 * Controls an account of the emulator, from wherever `https://stripe.invalid` leads to it: in workerd by
 * `fetch`, in Node by `answerStripe`.
 */
export class StripeControl {
  readonly #account: string;
  readonly #fetch: (request: Request) => Promise<Response>;

  constructor(
    account = 'emulator',
    ask: (request: Request) => Promise<Response> = (request) => fetch(request),
  ) {
    this.#account = account;
    this.#fetch = ask;
  }

  /** Any command, as `control-account.ts` lists them. */
  async #ask<T>(command: string, given: object, schema: z.ZodType<T>): Promise<T> {
    const url = `https://stripe.invalid/${this.#account}/${command}`;
    const response = await this.#fetch(
      new Request(url, { method: 'POST', body: JSON.stringify(given) }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${command}: ${text}`);
    return schema.parse(JSON.parse(text));
  }

  /** A person pays at a checkout session; an error is what the page tells them. */
  complete(session: string, card?: string) {
    const schema = z.object({
      url: z.string().optional(),
      subscription: z.string().optional(),
      error: z.looseObject({ message: z.string() }).optional(),
    });
    return this.#ask('complete', { session, card }, schema);
  }

  /** Time passes for a customer, with everything that Stripe does on the way. */
  async advance(customer: string, time: { days?: number; seconds?: number }): Promise<void> {
    await this.#ask('advance', { customer, ...time }, z.object({}));
  }

  /** The next payments of a customer fail, whatever the card. */
  async failPayments(customer: string, times: number): Promise<void> {
    await this.#ask('fail', { customer, times }, z.object({}));
  }

  /** The last charge of a customer is given back, wholly or in part. */
  async refund(customer: string, amount?: number): Promise<void> {
    await this.#ask('refund', { customer, amount }, z.looseObject({ id: z.string() }));
  }

  /** The last charge of a customer is disputed; with an outcome, that dispute is settled. */
  async dispute(customer: string, outcome?: 'won' | 'lost'): Promise<void> {
    await this.#ask('dispute', { customer, outcome }, z.looseObject({ id: z.string() }));
  }

  /** A price is gone, as if it had never been. */
  async removePrice(price: string): Promise<void> {
    await this.#ask('removePrice', { price }, z.object({}));
  }

  /** The next requests whose method, address and body contain a text go wrong; without one, any. */
  async fault(
    kind: 'error' | 'unavailable' | 'timeout' | 'rate_limit' | 'refused' | 'lost_answer',
    { match, times }: { match?: string; times?: number } = {},
  ): Promise<void> {
    await this.#ask('fault', { kind, match, times }, z.object({}));
  }

  async clearFaults(): Promise<void> {
    await this.#ask('clearFaults', {}, z.object({}));
  }

  /** What a subscription becomes after the last attempt to have it paid. */
  async afterRetries(outcome: 'cancel' | 'unpaid' | 'past_due'): Promise<void> {
    await this.#ask('afterRetries', { outcome }, z.object({}));
  }

  /** Takes the webhooks that are waiting, oldest first; of one customer, or all. */
  async take(customer?: string, signing: Signing = {}): Promise<Delivery[]> {
    const schema = z.object({ deliveries: z.array(Delivery) });
    const { deliveries } = await this.#ask('take', { customer, ...signing }, schema);
    return deliveries;
  }

  /** An event as it would be posted again. */
  replay(event: string, signing: Signing = {}): Promise<Delivery> {
    return this.#ask('replay', { event, ...signing }, Delivery);
  }

  /** Webhooks go to an address from now on, and are not taken any more. */
  async deliverTo(url: string, secret: string): Promise<void> {
    await this.#ask('endpoint', { url, secret }, z.looseObject({ id: z.string() }));
  }

  /** Webhooks wait until `release`. */
  async hold(): Promise<void> {
    await this.#ask('hold', { isHeld: true }, z.object({}));
  }

  /** Posts what waited: in its order, reversed, or each twice. */
  async release(order: 'same' | 'reversed' | 'twice' = 'same'): Promise<void> {
    await this.#ask('hold', { isHeld: false, order }, z.object({}));
  }

  /** Posts an event again. */
  async resend(event: string): Promise<void> {
    await this.#ask('resend', { event }, z.object({}));
  }

  /** The objects of a customer by kind (`subscriptions`, `invoices`, `events`, …), oldest first. */
  stateOf(customer: string) {
    return this.#ask('state', { customer }, z.record(z.string(), z.array(z.looseObject({}))));
  }

  /** Requests to the API so far. */
  async requests() {
    const Seen = z.object({
      method: z.string(),
      path: z.string(),
      body: z.string(),
      status: z.number(),
    });
    const { requests } = await this.#ask('state', {}, z.looseObject({ requests: z.array(Seen) }));
    return requests;
  }

  /** Takes what was not as Stripe's document has it; a test that finds something here has failed. */
  async mismatches(): Promise<string[]> {
    const schema = z.object({ mismatches: z.array(z.string()) });
    return (await this.#ask('mismatches', {}, schema)).mismatches;
  }

  /** The account is as on its first day. */
  async reset(): Promise<void> {
    await this.#ask('reset', {}, z.object({}));
  }
}
