import { loadPayer } from '#app/auth/user-store.server.ts';
import { LIMITS, type GateTier, type Limits } from '#app/billing/limits.ts';
import { getCallerTier, getTier } from '#app/billing/require-tier.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import type { ProjectCaller } from './project-caller.ts';

/** The limits of the account that a caller works in: those of its payer's plan. */
export async function getPlanLimits(
  app: AppContext,
  request: Request,
  caller: ProjectCaller,
  account: string,
): Promise<Result<Limits, { reason: 'statusUnavailable' }>> {
  const tier = await findTier(app, request, caller, account);
  return tier.ok ? succeed(LIMITS[tier.value]) : tier;
}

async function findTier(
  app: AppContext,
  request: Request,
  caller: ProjectCaller,
  account: string,
): Promise<Result<GateTier, { reason: 'statusUnavailable' }>> {
  const isOwn = caller.kind === 'user' && caller.accountId === account;
  const payer = isOwn ? caller.uid : await loadPayer(app.env.DB, account);
  if (payer === null) return succeed('free');
  // Only the payer's own token is one that a product API takes; a key is none.
  const isPayer = caller.kind === 'user' && payer === caller.uid;
  return isPayer ? getCallerTier(app, request, caller) : getTier(app, { uid: payer, bearer: null });
}
