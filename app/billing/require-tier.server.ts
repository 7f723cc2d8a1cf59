import { readBearer } from '#app/auth/token/bearer.ts';
import type { Caller } from '#app/auth/caller.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { toGates, unlocks, type GateTier } from './limits.ts';
import { loadStatus, type Subscriber } from './load-status.server.ts';
import { readKnownStatus } from './tier-cache.server.ts';
import type { TierFailure } from './tier-problem.server.ts';

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

/**
 * Returns the tier whose limits apply to a user. While it cannot be determined, the last known one
 * of the past 24 hours, so that our outage locks out nobody who paid; with nothing known, the
 * failure, never a made-up `free`.
 */
export async function getTier(
  app: App,
  subscriber: Subscriber,
  now: Clock = systemClock,
): Promise<Result<GateTier, { reason: 'statusUnavailable' }>> {
  const status = await loadStatus(app, subscriber, now);
  if (status.ok) return succeed(toGates(status.value));
  // We took the token; that the product API does not is its outage as much as any other.
  const known = await readKnownStatus(app, subscriber.uid, now());
  return known ? succeed(toGates(known.status)) : fail({ reason: 'statusUnavailable' });
}

/** Whether a caller may pass a gate; guests and nobody have what `free` has. */
export async function requireTier(
  app: App,
  request: Request,
  caller: Caller,
  needs: GateTier,
  now: Clock = systemClock,
): Promise<Result<void, TierFailure>> {
  if (needs === 'free') return succeed(undefined);
  const has = await getCallerTier(app, request, caller, now);
  if (!has.ok) return has;
  if (unlocks(has.value, needs)) return succeed(undefined);
  return fail({ reason: 'tierTooLow', has: has.value, needs });
}

/** As {@link getTier}, of whoever makes a request; guests and nobody have `free`. */
export async function getCallerTier(
  app: App,
  request: Request,
  caller: Caller,
  now: Clock = systemClock,
): Promise<Result<GateTier, { reason: 'statusUnavailable' }>> {
  if (caller.kind !== 'user') return succeed('free');
  const bearer = caller.via === 'bearer' ? readBearer(request) : null;
  return getTier(app, { uid: caller.uid, bearer: bearer?.ok ? bearer.value : null }, now);
}
