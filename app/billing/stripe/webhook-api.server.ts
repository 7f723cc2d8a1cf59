import { Hono } from 'hono';

import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { addressKey, readBytes } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import { answerBillingFailure } from './billing-problem.server.ts';
import { openStripe } from './open-stripe.server.ts';
import { receiveEvent } from './receive-event.server.ts';
import { verifyEvent } from './verify-event.server.ts';

/** An event with all lines of an invoice is a tenth of it. */
const MAX_BODY_BYTES = 1_048_576;

/**
 * Where Stripe tells what has happened, mounted at `/stripe`. Its signature is the only credential. Answers 2xx once
 * the event is stored, and 5xx where that failed, so that Stripe sends it again.
 */
export const webhookApi = new Hono<AppEnv>().post('/webhook', async (c) => {
  const { app } = c.var;
  const opened = await openStripe(app);
  if (!opened.ok) return answerBillingFailure(app, opened);
  const body = await readBytes(c.req.raw, MAX_BODY_BYTES);
  if (!body.ok) return refuse(app, c.req.raw, body.reason);
  const signature = c.req.header('stripe-signature') ?? null;
  const event = await verifyEvent(opened.value, body.value, signature);
  if (!event.ok) return refuse(app, c.req.raw, event.reason);
  const received = await receiveEvent(app, opened.value, event.value);
  if (!received.ok) return answerBillingFailure(app, { reason: 'stripeUnavailable' });
  const { id, type } = event.value;
  app.log.info('billing.event', { eventId: id, type, outcome: received.value });
  return c.body(null, 204);
});

/** Only what is refused counts towards a rate: Stripe sends a hundred events at once. */
async function refuse(
  app: AppContext,
  request: Request,
  reason: 'tooLarge' | 'forged' | 'wrongMode',
): Promise<Response> {
  app.log.warn('billing.eventRefused', { reason });
  const key = `webhook:${addressKey(request)}`;
  const limited = await refuseAboveRate(app, app.env.LIMIT_SESSIONS, key);
  if (limited) return limited;
  if (reason === 'tooLarge') {
    return problem(app, { status: 413, detail: 'An event may have 1 MB at most.' });
  }
  return problem(app, {
    status: 400,
    detail:
      reason === 'forged'
        ? 'The signature does not match this event, or is not of the last five minutes.'
        : 'This event comes from the other mode of Stripe (test or live) than the configured key.',
  });
}
