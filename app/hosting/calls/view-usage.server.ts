import { getAccountLimits } from '#app/hosting/quota/account-limits.server.ts';
import { toQuotaStub } from '#app/hosting/quota/quota-stub.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import type { UsageView } from './call-entry.ts';
import { toCallLogStub } from './call-log-stub.server.ts';
import { summariseUsage } from './summarise-usage.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** Usage of a project in the last hours, and what is left of its account's quota. */
export async function viewUsage(
  app: AppContext,
  { id, account }: { id: string; account: string },
  { hours, tool }: { hours: number; tool?: string | undefined },
): Promise<UsageView> {
  const now = Date.now();
  const since = now - (now % HOUR_MS) - (hours - 1) * HOUR_MS;
  const [usage, quota] = await Promise.all([
    toCallLogStub(app.env, id).readUsage(since),
    loadQuota(app, account),
  ]);
  return { ...summariseUsage(usage, tool), quota };
}

/** The quota of an account; null: it is not known right now. */
export async function loadQuota(app: AppContext, account: string): Promise<UsageView['quota']> {
  try {
    const { callsPerMinute, callsPerDay } = await getAccountLimits(app, account);
    return await toQuotaStub(app.env, account).readQuota({ callsPerMinute, callsPerDay });
  } catch (error) {
    app.log.warn('quota.unread', { account, error });
    return null;
  }
}
