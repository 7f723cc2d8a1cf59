import { listSessions } from '#app/auth/session/session-store.server.ts';
import { loadAccountId } from '#app/auth/user-store.server.ts';
import { getTier } from '#app/billing/require-tier.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { loadUsage } from '#app/usage/load-usage.server.ts';

import type { UserDetails } from './listed-user.ts';

/** Use of each limit of a user's plan today, and their living sessions. */
export async function loadUserDetails(
  app: AppContext,
  uid: string,
  now: number,
): Promise<UserDetails | null> {
  const account = await loadAccountId(app.env.DB, uid);
  if (account === null) return null;
  const [tier, living] = await Promise.all([
    getTier(app, { uid, bearer: null }),
    listSessions(app.env.DB, uid, now),
  ]);
  const limits = tier.ok ? await loadUsage(app, account, tier.value, now) : null;
  const sessions = living.map(({ device, createdAt, seenAt }) => ({ device, createdAt, seenAt }));
  return { uid, limits, sessions };
}
