import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

import type { SubscriptionStatus } from '#app/billing/subscription-status.ts';
import type { OwnSubscription, PlanChoice } from '#app/billing/subscription/own-subscription.ts';

import worker from '../../../workers/app.ts';
import { StripeControl } from '../../fakes/stripe/stripe-control.ts';
import { bearer, Browser, newUid } from '../../setup/browser.workerd.ts';

export const SECRET = 'whsec_of_this_test';
const WEBHOOK = 'https://builder.test/stripe/webhook';

/** Stripe's account of one test file, whose name must be its own. */
export function openShop(name: string) {
  const key = `sk_test_emulator_${name}`;
  const bindings = { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: SECRET };
  const shopEnv: Env = { ...env, ...bindings };
  const control = new StripeControl(`emulator_${name}`);
  const send = async (request: Request, more: object = {}): Promise<Response> => {
    const context = createExecutionContext();
    const answer = await worker.fetch(request, { ...shopEnv, ...more }, context);
    await waitOnExecutionContext(context);
    return answer;
  };
  const post = (body: string, signature: string | null, more: object = {}) => {
    const headers: Record<string, string> =
      signature === null ? {} : { 'stripe-signature': signature };
    return send(new Request(WEBHOOK, { method: 'POST', body, headers }), more);
  };
  return {
    control,
    key,
    env: shopEnv,
    send,
    post,
    /** Delivers all webhooks that wait, in the order of `arrange`; all have to be taken. */
    async deliver(arrange: <Item>(all: Item[]) => Item[] = (all) => all): Promise<string[]> {
      const waiting = arrange(await control.take(undefined, { secret: SECRET }));
      for (const { body, signature, type } of waiting) {
        const answer = await post(body, signature);
        if (answer.status !== 204)
          throw new Error(`${type}: ${answer.status} ${await answer.text()}`);
      }
      return waiting.map(({ event }) => event);
    },
    /** Asks Stripe's API as an operator's own program does. */
    async ask(path: string, form?: Record<string, string>) {
      const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`https://api.stripe.com/v1/${path}`, { headers, ...init });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json<{ id: string; data: { id: string }[] }>();
    },
    signIn: () => Buyer.signIn(shopEnv, control, send),
  };
}

export type Shop = ReturnType<typeof openShop>;

/** Somebody who is signed in and buys. */
export class Buyer {
  readonly uid = newUid();
  readonly browser = new Browser();
  account = '';
  token = '';

  private constructor(
    readonly shopEnv: Env,
    readonly control: StripeControl,
    readonly send: (request: Request, more?: object) => Promise<Response>,
  ) {}

  static async signIn(shopEnv: Env, control: StripeControl, send: Buyer['send']): Promise<Buyer> {
    const buyer = new Buyer(shopEnv, control, send);
    buyer.token = await buyer.browser.signIn({ sub: buyer.uid, email: `${buyer.uid}@example.com` });
    const found = env.DB.prepare('select id from accounts where personal_uid = ?').bind(buyer.uid);
    buyer.account = (await found.first<string>('id')) ?? '';
    return buyer;
  }

  get(path: string, more: object = {}): Promise<Response> {
    return this.send(this.browser.request(path), more);
  }

  post(path: string, body?: unknown, more: object = {}): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { body: JSON.stringify(body), headers };
    return this.send(this.browser.request(path, { method: 'POST', ...init }), more);
  }

  /** Opens a checkout, and gives the id of its session. */
  async checkout(choice: Partial<PlanChoice> = {}): Promise<string> {
    const answer = await this.post('/api/billing/checkout', {
      tier: 'pro',
      interval: 'month',
      ...choice,
    });
    return toSession(answer);
  }

  /** Buys a plan, and lets no webhook through. */
  async buy(choice: Partial<PlanChoice> = {}): Promise<string> {
    const paid = await this.control.complete(await this.checkout(choice));
    if (!paid.subscription) throw new Error(JSON.stringify(paid));
    return this.customer();
  }

  async customer(): Promise<string> {
    const found = env.DB.prepare('select customer_id from billing_customers where account_id = ?');
    return (await found.bind(this.account).first<string>('customer_id')) ?? '';
  }

  async own(): Promise<OwnSubscription> {
    return (await this.get('/api/billing/subscription')).json();
  }

  async sync(): Promise<OwnSubscription> {
    const answer = await this.post('/api/billing/sync');
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** The plan as everything else asks for it. */
  async tier(more: object = {}): Promise<string> {
    const url = 'https://builder.test/stripe/subscription/status';
    const answer = await this.send(new Request(url, { headers: bearer(this.token) }), more);
    if (!answer.ok) return String(answer.status);
    const { hasActiveSubscription, currentPlan } = await answer.json<SubscriptionStatus>();
    return hasActiveSubscription ? currentPlan.tier : 'free';
  }

  /** How many there are: customers and subscriptions at Stripe, rows here. */
  async count() {
    const customer = await this.customer();
    const { subscriptions = [] } = await this.control.stateOf(customer);
    const rows = (table: string) =>
      env.DB.prepare(`select count(*) as n from ${table} where account_id = ?`)
        .bind(this.account)
        .first<number>('n');
    return {
      subscriptions: subscriptions.filter(({ status }) => status !== 'canceled').length,
      rows: await rows('subscriptions'),
      customers: await rows('billing_customers'),
    };
  }
}

/** The id of the session whose page a checkout leads to. */
export async function toSession(answer: Response): Promise<string> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { url } = await answer.json<{ url: string }>();
  const id = /cs_\w+/.exec(url)?.[0];
  if (id === undefined) throw new Error(`no session in ${url}`);
  return id;
}

/** The outcomes of a customer's events, one for each line of the ledger. */
export async function readLedger(ids: string[]): Promise<Record<string, string>> {
  const { results } = await env.DB.prepare('select id, outcome from billing_events').all<{
    id: string;
    outcome: string;
  }>();
  return Object.fromEntries(
    results.filter(({ id }) => ids.includes(id)).map(({ id, outcome }) => [id, outcome]),
  );
}
