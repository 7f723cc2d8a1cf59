import * as z from 'zod/mini';

import type { AppContext } from '#app/platform/app-context.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { INTERVALS, PAID_TIERS } from '#app/billing/plans/plan-prices.ts';

const KV_MS = 250;
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** A plan's price in all its currencies. */
export const SoldPrice = z.object({
  tier: z.enum(PAID_TIERS),
  interval: z.enum(INTERVALS),
  /** The currency that it has first. */
  currency: z.string(),
  amounts: z.record(z.string(), z.number()),
});
export type SoldPrice = z.infer<typeof SoldPrice>;

const Entry = z.object({ prices: z.array(SoldPrice), storedAt: z.number() });
export type PriceEntry = z.infer<typeof Entry>;

type App = Pick<AppContext, 'env' | 'log'>;

/** The prices as they were last heard; null: never, or the cache does not answer. */
export async function readPrices(app: App, isLive: boolean): Promise<PriceEntry | null> {
  try {
    const stored = await withTimeout(app.env.CACHE.get(toKey(isLive), 'json'), KV_MS);
    const entry = Entry.safeParse(stored);
    return entry.success ? entry.data : null;
  } catch (error) {
    app.log.warn('billing.pricesUnread', { error });
    return null;
  }
}

/** Keeps the prices; a failure is logged and changes nothing. */
export async function keepPrices(app: App, isLive: boolean, entry: PriceEntry): Promise<void> {
  try {
    const options = { expirationTtl: KEPT_SECONDS };
    await app.env.CACHE.put(toKey(isLive), JSON.stringify(entry), options);
  } catch (error) {
    app.log.warn('billing.pricesUnkept', { error });
  }
}

function toKey(isLive: boolean): string {
  return `prices:v1:${isLive ? 'live' : 'test'}`;
}
