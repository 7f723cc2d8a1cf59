import { LIMITS, type GateTier } from '#app/billing/limits.ts';
import type { LimitUsage, UsedLimit } from '#app/billing/usage.ts';
import { toDay } from '#app/chat/turns/turn-budget.ts';
import { countAccountTurns } from '#app/chat/turns/turn-store.server.ts';
import { toQuotaStub } from '#app/hosting/quota/quota-stub.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { limitStub } from '#app/platform/stores/limit-stub.server.ts';
import { countProjects } from '#app/projects/project-index.server.ts';
import { countPrivateEndpoints } from '#app/projects/endpoint/private-place-store.server.ts';

/** How long the count of calls is waited for. */
const OBJECT_MS = 1_000;

/**
 * Counts how much an account uses of each limit of its plan. Each is counted by itself: one that cannot be counted is null,
 * and keeps none of the others.
 */
export async function loadUsage(
  app: Pick<AppContext, 'env' | 'log'>,
  account: string,
  tier: GateTier,
  now: number,
): Promise<LimitUsage[]> {
  const { day, endsAt } = toDay(now);
  const count = async <Value>(what: string, work: () => Promise<Value>) => {
    try {
      return await work();
    } catch (error) {
      app.log.warn('usage.uncounted', { what, account, error });
      return null;
    }
  };
  const [projects, privateEndpoints, calls, turns] = await Promise.all([
    count('projects', () => countProjects(app.env.DB, account)),
    count('privateEndpoints', () => countPrivateEndpoints(app.env.DB, account, now)),
    count('calls', () => limitStub(toQuotaStub(app.env, account), OBJECT_MS).countCalls()),
    count('turns', () => countAccountTurns(app.env.DB, account, day)),
  ]);
  const of = (
    limit: Exclude<UsedLimit, 'seats'>,
    used: number | null,
    resetsAt: number | null = null,
  ): LimitUsage => ({ limit, used, max: LIMITS[tier][limit], resetsAt });
  return [
    of('projects', projects),
    of('privateEndpoints', privateEndpoints),
    of('callsPerMinute', calls?.usedInMinute ?? null, calls?.minuteEndsAt ?? endOfMinute(now)),
    of('callsPerDay', calls?.usedToday ?? null, calls?.dayEndsAt ?? endsAt),
    of('turnsPerDay', turns, endsAt),
  ];
}

function endOfMinute(now: number): number {
  return (Math.floor(now / 60_000) + 1) * 60_000;
}
