import { loadPlanOf } from '#app/billing/team-plan.server.ts';
import type { LimitUsage } from '#app/billing/usage.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { countPaidMembers } from '#app/teams/members/member-store.server.ts';

/** The seats of the team that a user pays for; none: they pay for none, or it cannot be told just now. */
export async function loadSeatUsage(
  app: Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>,
  uid: string,
): Promise<LimitUsage[]> {
  try {
    const used = await countPaidMembers(app.env.DB, uid);
    if (used === null) return [];
    const { seats } = await loadPlanOf(app, uid);
    return [{ limit: 'seats', used, max: seats, resetsAt: null }];
  } catch (error) {
    app.log.warn('usage.uncounted', { what: 'seats', uid, error });
    return [];
  }
}
