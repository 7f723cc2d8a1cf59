import { env } from 'cloudflare:workers';

import { StripeControl } from '../fakes/stripe/stripe-control.ts';
import type { Answer, Person } from './person.workerd.ts';
import type { Step } from './step.workerd.ts';

/** As the configuration of the soak has it. */
const SECRET = 'whsec_of_the_soak';

const shop = new StripeControl('emulator_soak');

/** Buys a plan; Stripe's webhooks come in any order, some twice, and again where they were not taken. */
export const buyPlan: Step = async (person) => {
  if (!person.isSignedIn || person.hasPlan) return false;
  const choice = { tier: 'team', interval: 'month', seats: 3 };
  const { text } = await person.ask(() => person.json('POST', '/api/billing/checkout', choice));
  const session = /cs_\w+/.exec(text)?.[0] ?? '';
  const paid = await shop.complete(session);
  person.expect(paid.subscription !== undefined, `nobody was charged: ${JSON.stringify(paid)}`);
  await deliver(person);
  person.hasPlan = true;
  await checkPlan(person, 'active');
  return true;
};

/** Ends a plan with its period, and takes that back. */
export const wavePlan: Step = async (person) => {
  if (!person.isSignedIn || !person.hasPlan) return false;
  for (const way of ['cancel', 'resume']) {
    await person.ask(() => person.json('POST', `/api/billing/${way}`, {}));
    await deliver(person);
  }
  await checkPlan(person, 'active');
  return true;
};

async function deliver(person: Person): Promise<void> {
  const waiting = await shop.take(undefined, { secret: SECRET });
  const twice = waiting.filter(() => person.random.chance(0.3));
  for (const { body, signature } of shuffle(person, [...waiting, ...twice])) {
    const send = () =>
      person.fetchAsProgram('/stripe/webhook', {
        method: 'POST',
        body,
        headers: { 'stripe-signature': signature },
      });
    // Stripe repeats what was not answered 2xx, whatever else it is answered.
    await person.ask(send, [], ({ status }: Answer) => status >= 500);
  }
}

function shuffle<Item>(person: Person, items: Item[]): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(person.random.below(left.length), 1));
}

/** What was paid for is one subscription, here and at Stripe. */
export async function checkPlan(person: Person, state: string): Promise<void> {
  const answer = await person.browser.fetch('/api/billing/subscription');
  const own: { state?: string; tier?: string } = await answer.json();
  person.expect(own.state === state, `a plan that was paid for is ${own.state}`);
  const account = 'select id from accounts where personal_uid = ?1';
  const rowsOf = (table: string) =>
    env.DB.prepare(`select * from ${table} where account_id in (${account})`)
      .bind(person.uid)
      .all<{ customer_id: string }>();
  const customers = (await rowsOf('billing_customers')).results;
  const rows = (await rowsOf('subscriptions')).results;
  person.expect(customers.length === 1, `${customers.length} customers`);
  person.expect(rows.length === 1, `${rows.length} rows of one subscription`);
  const { subscriptions = [] } = await shop.stateOf(customers[0]?.customer_id ?? '');
  person.expect(subscriptions.length === 1, `${subscriptions.length} subscriptions at Stripe`);
}
