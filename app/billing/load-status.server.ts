import * as z from 'zod/mini';

import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { readBilling } from './stripe/billing-settings.ts';
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
 * Loads a user's subscription: from our own store, or, where a product API is configured, its answer of the last
 * minute, otherwise by asking it. While that fails, returns the last answer of the past 24 hours; with nothing
 * known, the failure, never a made-up `free`. Only real answers are cached.
 */
export async function loadStatus(
  app: Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>,
  subscriber: Subscriber,
  now: Clock = systemClock,
): Promise<Result<SubscriptionStatus, StatusFailure>> {
  const { uid } = subscriber;
  if (app.config.PRODUCT_API_URL === '') return loadOwnStatus(app, uid, now());
  const known = await readKnownStatus(app, uid, now());
  if (known?.isFresh) return succeed(known.status);

  const asked = await askStatus(app, subscriber);
  if (asked.ok) {
    app.waitUntil(keepStatus(app, uid, asked.value, now()));
    return asked;
  }
  if (asked.reason === 'refused') return fail({ reason: 'tokenRefused' });
  app.log.warn('tier.unavailable', { why: asked.why, isKnown: known !== null });
  return known ? succeed(known.status) : fail({ reason: 'statusUnavailable' });
}

/**
 * Our own store is asked each time, so that a plan holds from the moment in which it is stored; the cache, which
 * other places hear of late, is for when the store is away.
 */
async function loadOwnStatus(
  app: Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>,
  uid: string,
  now: number,
): Promise<Result<SubscriptionStatus, StatusFailure>> {
  const [known, own] = await Promise.all([
    readKnownStatus(app, uid, now),
    readStore(app, uid, now),
  ]);
  if (!own.ok) {
    app.log.warn('tier.unavailable', { why: own.why, isKnown: known !== null });
    return known ? succeed(known.status) : fail({ reason: 'statusUnavailable' });
  }
  const isKept = known?.isFresh === true && isSame(known.status, own.value);
  if (!isKept) app.waitUntil(keepStatus(app, uid, own.value, now));
  return own;
}

function isSame(one: SubscriptionStatus, other: SubscriptionStatus): boolean {
  return (
    one.hasActiveSubscription === other.hasActiveSubscription &&
    one.currentPlan.tier === other.currentPlan.tier
  );
}

async function readStore(
  { env, config }: Pick<AppContext, 'env' | 'config'>,
  uid: string,
  now: number,
): Promise<Result<SubscriptionStatus, { reason: 'unavailable'; why: string }>> {
  const billing = readBilling(config);
  const isLive = billing.ok ? billing.value.isLive : null;
  try {
    return succeed(await loadSubscription(env.DB, uid, { now, isLive }));
  } catch (error) {
    return fail({ reason: 'unavailable', why: String(error) });
  }
}

async function askStatus(
  app: Pick<AppContext, 'config'>,
  { bearer }: Subscriber,
): Promise<Result<SubscriptionStatus, ProductFailure>> {
  if (bearer === null) return fail({ reason: 'unavailable', why: 'no token to ask with' });
  const answer = await askProduct(app, { path: STATUS_PATH, bearer, schema: ProductStatus });
  return answer.ok ? succeed(toStatus(answer.value)) : answer;
}

function toStatus(answer: z.infer<typeof ProductStatus>): SubscriptionStatus {
  const { hasActiveSubscription, currentPlan } = answer;
  return { hasActiveSubscription, currentPlan: { tier: currentPlan?.tier ?? FREE_TIER } };
}
