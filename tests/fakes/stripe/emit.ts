import { newId, nowOf, type Account } from './account.ts';
import { present } from './present.ts';
import type { StripeEvent } from './stripe-objects.ts';

/** The version of the API that the library of package.json speaks. */
export const API_VERSION = '2026-10-28.endive';

/** Notes what happened, with the object as it is now; webhooks tell of it. */
export function emit(
  account: Account,
  type: StripeEvent['type'],
  object: object,
  previous?: object,
): void {
  const event: StripeEvent = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: nowOf(account, customerOf(object)),
    data: {
      object: present(account, object),
      ...(previous === undefined ? {} : { previous_attributes: structuredClone(previous) }),
    },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  account.objects.events[event.id] = event;
  account.undelivered.push(event.id);
}

/** The customer whom an object is about, or null. */
export function customerOf(object: object): string | null {
  if ('object' in object && object.object === 'customer' && 'id' in object)
    return String(object.id);
  return 'customer' in object && typeof object.customer === 'string' ? object.customer : null;
}
