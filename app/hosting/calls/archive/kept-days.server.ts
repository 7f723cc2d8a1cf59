import * as z from 'zod/mini';

import { withTimeout } from '#app/platform/with-timeout.ts';
import type { AppContext } from '#app/platform/app-context.ts';

/** After a plan became smaller, calls beyond it are kept for so long: who comes back loses none. */
const GRACE_MS = 3 * 24 * 60 * 60 * 1_000;
const CACHE_MS = 5_000;
/** Longer than any plan keeps calls. */
const REMEMBERED_SECONDS = 120 * 24 * 60 * 60;

const KeptDays = z.object({
  /** By the largest plan that is still in force for archived calls. */
  days: z.number(),
  /** Since when the account's plan has been smaller; null: it is not. */
  loweredAt: z.nullable(z.number()),
});
type KeptDays = z.infer<typeof KeptDays>;

/**
 * How many days an account's archived calls are kept: those of its plan, and for three days after that became
 * smaller, those of the former one. Without the cache, which remembers the former one, the three days begin anew.
 *
 * @param planned days of the plan now in force
 * @param written days of the plan by which the calls in question were archived
 */
export async function getKeptDays(
  app: Pick<AppContext, 'env' | 'log'>,
  account: string,
  { planned, written }: { planned: number; written: number },
  now: number,
): Promise<number> {
  const key = `log-days:v1:${account}`;
  try {
    const stored = KeptDays.safeParse(await withTimeout(app.env.CACHE.get(key, 'json'), CACHE_MS));
    const known = stored.success ? stored.data : null;
    const next = follow(
      known ?? { days: Math.max(planned, written), loweredAt: null },
      planned,
      now,
    );
    if (known?.days !== next.days || known.loweredAt !== next.loweredAt) {
      const options = { expirationTtl: REMEMBERED_SECONDS };
      await withTimeout(app.env.CACHE.put(key, JSON.stringify(next), options), CACHE_MS);
    }
    return next.days;
  } catch (error) {
    app.log.warn('calls.days.unknown', { account, error });
    return Math.max(planned, written);
  }
}

function follow({ days, loweredAt }: KeptDays, planned: number, now: number): KeptDays {
  if (planned >= days) return { days: planned, loweredAt: null };
  const since = loweredAt ?? now;
  return now - since < GRACE_MS ? { days, loweredAt: since } : { days: planned, loweredAt: null };
}
