import * as z from 'zod/mini';

import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { askProduct, type ProductFailure } from './product-client.server.ts';
import { FREE_TIER, SubscriptionStatus } from './subscription-status.ts';
import { loadSubscription } from './subscription-store.server.ts';
import { keepStatus, readKnownStatus } from './tier-cache.server.ts';

/** The user whose subscription is requested. */
export interface Subscriber {
  uid: string;
  /** The ID token that the caller came with; null: a session, which no product API takes. */
  bearer: string | null;
}

export type StatusFailure = { reason: 'tokenRefused' } | { reason: 'statusUnavailable' };

const STATUS_PATH = '/stripe/subscription/status';

/** The possible answers of a product API: a user without a plan is `free`. */
const ProductStatus = z.object({
  hasActiveSubscription: z.boolean(),
  currentPlan: z.nullish(
    z.object({ tier: z.nullish(SubscriptionStatus.shape.currentPlan.shape.tier) }),
  ),
});

/**
 * Loads a user's subscription: the answer of the last minute if there is one, otherwise by asking
 * the product API (or our own store if none is configured). While that fails, returns the last
 * answer of the past 24 hours; with nothing known, the failure, never a made-up `free`. Only real
 * answers are cached.
 */
export async function loadStatus(
  app: Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>,
  subscriber: Subscriber,
  now: Clock = systemClock,
): Promise<Result<SubscriptionStatus, StatusFailure>> {
  const { uid } = subscriber;
  const known = await readKnownStatus(app, uid, now());
  if (known?.isFresh) return succeed(known.status);

  const asked = await askStatus(app, subscriber, now());
  if (asked.ok) {
    app.waitUntil(keepStatus(app, uid, asked.value, now()));
    return asked;
  }
  if (asked.reason === 'refused') return fail({ reason: 'tokenRefused' });
  app.log.warn('tier.unavailable', { why: asked.why, isKnown: known !== null });
  return known ? succeed(known.status) : fail({ reason: 'statusUnavailable' });
}

async function askStatus(
  app: Pick<AppContext, 'env' | 'config'>,
  { uid, bearer }: Subscriber,
  now: number,
): Promise<Result<SubscriptionStatus, ProductFailure>> {
  if (app.config.PRODUCT_API_URL !== '') {
    if (bearer === null) return fail({ reason: 'unavailable', why: 'no token to ask with' });
    const answer = await askProduct(app, { path: STATUS_PATH, bearer, schema: ProductStatus });
    return answer.ok ? succeed(toStatus(answer.value)) : answer;
  }
  try {
    return succeed(await loadSubscription(app.env.DB, uid, now));
  } catch (error) {
    return fail({ reason: 'unavailable', why: String(error) });
  }
}

function toStatus(answer: z.infer<typeof ProductStatus>): SubscriptionStatus {
  const { hasActiveSubscription, currentPlan } = answer;
  return { hasActiveSubscription, currentPlan: { tier: currentPlan?.tier ?? FREE_TIER } };
}
