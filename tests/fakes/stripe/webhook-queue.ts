import { createHmac } from 'node:crypto';

import type { Account } from './account.ts';
import { customerOf } from './emit.ts';
import { requireObject } from './find-object.ts';
import type { StripeEvent } from './stripe-objects.ts';

/** The secret of `.dev.vars.example`, which signs where no endpoint has another one. */
export const EMULATOR_WEBHOOK_SECRET = 'whsec_emulator';

/** A webhook, ready to be posted. */
export interface Delivery {
  event: string;
  type: string;
  body: string;
  /** Value of the header `Stripe-Signature`. */
  signature: string;
}

/** The value of `Stripe-Signature`: https://docs.stripe.com/webhooks#verify-manually */
export function sign(body: string, secret: string, time = Math.floor(Date.now() / 1_000)): string {
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${mac}`;
}

/** An event as it is posted. */
export function toDelivery(event: StripeEvent, secret: string, time?: number): Delivery {
  const body = JSON.stringify(event, null, 2);
  return { event: event.id, type: event.type, body, signature: sign(body, secret, time) };
}

/** Takes the events that are not delivered yet, oldest first; of one customer, or all. */
export function takeUndelivered(account: Account, customer: string | null): StripeEvent[] {
  const all = account.undelivered.map((id) => requireObject(account, 'events', id));
  const taken = all.filter(({ data }) => customer === null || customerOf(data.object) === customer);
  const ids = new Set(taken.map(({ id }) => id));
  account.undelivered = account.undelivered.filter((id) => !ids.has(id));
  return taken;
}
