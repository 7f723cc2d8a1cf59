import type { AppContext } from '#app/platform/app-context.ts';

import { askStripe } from './ask-stripe.server.ts';
import { listUnknownEvents } from './event-store.server.ts';
import type { OpenStripe } from './open-stripe.server.ts';
import { receiveEvent } from './receive-event.server.ts';

/** Payments that went back: what the comparison of subscriptions cannot see. */
const TYPES = ['charge.refunded', 'charge.dispute.*'];
const PAGE_SIZE = 90;
/** Stripe keeps events for 30 days. */
const MAX_PAGES = 10;

/**
 * Deals with the refunds and disputes of the last 30 days whose webhooks never came. False: Stripe did not answer for
 * all of them.
 */
export async function receiveLostEvents(
  app: Pick<AppContext, 'env' | 'log'>,
  opened: OpenStripe,
  now: number,
): Promise<boolean> {
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const cursor = after === undefined ? {} : { starting_after: after };
    const listed = await askStripe(app, () =>
      opened.stripe.events.list({ types: TYPES, limit: PAGE_SIZE, ...cursor }),
    );
    if (!listed.ok) return false;
    const { data, has_more: hasMore } = listed.value;
    const lost = new Set(
      await listUnknownEvents(
        app.env.DB,
        data.map(({ id }) => id),
      ),
    );
    for (const event of data.filter(({ id }) => lost.has(id))) {
      app.log.warn('billing.lostEvent', { eventId: event.id, type: event.type });
      const received = await receiveEvent(app, opened, event, now);
      if (!received.ok && received.reason === 'stripeUnavailable') return false;
    }
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) break;
  }
  return true;
}
