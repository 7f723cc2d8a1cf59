import * as z from 'zod';

import type { Account } from '../account.ts';
import { advanceClock } from '../billing/pass-time.ts';
import { customerOf } from '../emit.ts';
import { requireObject } from '../find-object.ts';
import { completeSession, toSuccessAddress } from '../objects/checkout-sessions.ts';
import { addEndpoint } from '../objects/webhook-endpoints.ts';
import { StripeFailure } from '../stripe-failure.ts';
import { EMULATOR_WEBHOOK_SECRET, takeUndelivered, toDelivery } from '../webhook-queue.ts';

import { disputeCharge, refundCharge } from './take-back.ts';

interface Command<T> {
  body: z.ZodType<T>;
  run: (account: Account, body: T) => object;
}

const command =
  <T>(body: z.ZodType<T>, run: Command<T>['run']) =>
  (account: Account, given: unknown) =>
    run(account, body.parse(given));

const DAY = 86_400;
const ofCustomer = { customer: z.string() };
const how = { secret: z.string().default(EMULATOR_WEBHOOK_SECRET), time: z.int().optional() };

/** What tests and developers do that no program can do at Stripe, by name. */
const commands = {
  /** A person pays at a checkout session; answers where the browser would go. */
  complete: command(
    z.strictObject({ session: z.string(), card: z.string().default('4242424242424242') }),
    (account, { session: id, card }) => {
      const session = requireObject(account, 'checkoutSessions', id);
      completeSession(account, session, card);
      return { url: toSuccessAddress(session), subscription: session.subscription };
    },
  ),
  /** Time passes for a customer. */
  advance: command(
    z.strictObject({ ...ofCustomer, days: z.number().default(0), seconds: z.number().default(0) }),
    (account, { customer, days, seconds }) => {
      advanceClock(account, customer, days * DAY + seconds);
      return {};
    },
  ),
  /** The next payments of a customer fail, whatever the card. */
  fail: command(
    z.strictObject({ ...ofCustomer, times: z.int() }),
    (account, { customer, times }) => {
      account.failing[customer] = times;
      return {};
    },
  ),
  /** The last charge of a customer is given back, wholly or in part. */
  refund: command(
    z.strictObject({ ...ofCustomer, amount: z.int().optional() }),
    (account, { customer, amount }) => refundCharge(account, customer, amount),
  ),
  /** The last charge of a customer is disputed; a second call settles it. */
  dispute: command(
    z.strictObject({ ...ofCustomer, outcome: z.enum(['won', 'lost']).optional() }),
    (account, { customer, outcome }) => disputeCharge(account, customer, outcome),
  ),
  /** A price is gone, as if it had never been. */
  removePrice: command(z.strictObject({ price: z.string() }), (account, { price }) => {
    const { id } = requireObject(account, 'prices', price);
    const { [id]: _, ...others } = account.objects.prices;
    account.objects.prices = others;
    return {};
  }),
  /** The next requests that contain a text go wrong. */
  fault: command(
    z.strictObject({
      match: z.string().default(''),
      kind: z.enum(['error', 'unavailable', 'timeout', 'rate_limit', 'refused', 'lost_answer']),
      times: z.int().default(1),
    }),
    (account, fault) => {
      account.faults.push(fault);
      return {};
    },
  ),
  clearFaults: command(z.strictObject({}), (account) => {
    account.faults = [];
    return {};
  }),
  /** What a subscription becomes after its last attempt. */
  afterRetries: command(
    z.strictObject({ outcome: z.enum(['cancel', 'unpaid', 'past_due']) }),
    (account, { outcome }) => {
      account.afterRetries = outcome;
      return {};
    },
  ),
  /** Takes the webhooks that are waiting, oldest first. */
  take: command(
    z.strictObject({ customer: z.string().optional(), ...how }),
    (account, { customer = null, secret, time }) => ({
      deliveries: takeUndelivered(account, customer).map((each) => toDelivery(each, secret, time)),
    }),
  ),
  /** An event as it would be posted again. */
  replay: command(
    z.strictObject({ event: z.string(), ...how }),
    (account, { event, secret, time }) =>
      toDelivery(requireObject(account, 'events', event), secret, time),
  ),
  /** Webhooks go to an address from now on, and are not taken any more. */
  endpoint: command(
    z.strictObject({ url: z.url(), secret: z.string() }),
    (account, { url, secret }) => {
      account.undelivered = [];
      account.objects.webhookEndpoints = {};
      return addEndpoint(account, url, secret);
    },
  ),
  /** Webhooks wait, or are released: in their order, reversed, or each twice. */
  hold: command(
    z.strictObject({
      isHeld: z.boolean(),
      order: z.enum(['same', 'reversed', 'twice']).default('same'),
    }),
    (account, { isHeld, order }) => {
      account.holdsWebhooks = isHeld;
      const waiting = account.undelivered;
      if (order === 'reversed') account.undelivered = waiting.toReversed();
      if (order === 'twice') account.undelivered = waiting.flatMap((id) => [id, id]);
      return {};
    },
  ),
  /** An event is posted again to the endpoints. */
  resend: command(z.strictObject({ event: z.string() }), (account, { event }) => {
    account.undelivered.push(requireObject(account, 'events', event).id);
    return {};
  }),
  /** Everything that is known, or what concerns one customer. */
  state: command(z.strictObject({ customer: z.string().optional() }), (account, { customer }) =>
    customer === undefined ? account : toStateOf(account, customer),
  ),
  /** Takes what was not as Stripe's document has it. */
  mismatches: command(z.strictObject({}), (account) => {
    const { mismatches } = account;
    account.mismatches = [];
    return { mismatches };
  }),
};

/** Does what a command says; a refusal is an answer, too. */
export function controlAccount(account: Account, name: string, given: unknown): object {
  if (!Object.hasOwn(commands, name)) throw new Error(`no command ${name}`);
  const run = commands[name as keyof typeof commands];
  try {
    return run(account, given);
  } catch (error) {
    if (error instanceof StripeFailure) return { error: error.body };
    throw error;
  }
}

/** Objects of one customer, by kind. */
function toStateOf(account: Account, customer: string): object {
  const kinds = Object.entries(account.objects).map(([kind, all]) => {
    const objects = Object.values<object>(all);
    const own = objects.filter((each) =>
      kind === 'events' && 'data' in each
        ? customerOf((each as { data: { object: object } }).data.object) === customer
        : customerOf(each) === customer,
    );
    return [kind, own] as const;
  });
  return Object.fromEntries(kinds);
}
