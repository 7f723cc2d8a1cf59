import type Stripe from 'stripe';

import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { OpenStripe } from './open-stripe.server.ts';

/** How old or how far ahead a signature may be, as Stripe itself recommends. */
const TOLERANCE_SECONDS = 300;

export type EventRefusal = { reason: 'forged' | 'wrongMode' };

/**
 * Verifies that Stripe has sent a body just now, by any of the secrets, and for the mode of our key. The event itself
 * may be days old: Stripe signs each repetition anew.
 */
export async function verifyEvent(
  { stripe, webhookSecrets, isLive }: OpenStripe,
  body: Uint8Array,
  signature: string | null,
  now = Date.now(),
): Promise<Result<Stripe.Event, EventRefusal>> {
  if (signature === null || isAhead(signature, now)) return fail({ reason: 'forged' });
  for (const secret of webhookSecrets) {
    const event = await construct(stripe, { body, signature, secret, now });
    if (event === null) continue;
    return event.livemode === isLive ? succeed(event) : fail({ reason: 'wrongMode' });
  }
  return fail({ reason: 'forged' });
}

async function construct(
  stripe: Stripe,
  sent: { body: Uint8Array; signature: string; secret: string; now: number },
): Promise<Stripe.Event | null> {
  const { body, signature, secret, now } = sent;
  try {
    const event = await stripe.webhooks.constructEventAsync(
      body,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now,
    );
    return isEvent(event) ? event : null;
  } catch {
    // Not signed with this secret, or too long ago.
    return null;
  }
}

/** The library looks at old signatures only. */
function isAhead(signature: string, now: number): boolean {
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  return !(seconds - now / 1_000 <= TOLERANCE_SECONDS);
}

/** Signed JSON that is no event (of this version of the API) is not read on. */
function isEvent(value: Partial<Stripe.Event> | null): boolean {
  return (
    typeof value === 'object' &&
    value?.object === 'event' &&
    typeof value.id === 'string' &&
    typeof value.type === 'string' &&
    typeof value.data?.object === 'object'
  );
}
