import { readBearer } from '#app/auth/token/bearer.ts';
import { identify } from '#app/auth/caller.server.ts';
import { getTier } from '#app/billing/require-tier.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/http-limits.ts';
import { sha256 } from '#app/platform/sha256.ts';

import type { DraftHead } from '#app/builder/draft-state.ts';

import { budgetOf, countsOfAccount, countsOfGuest } from './turn-budget.ts';
import type { TurnBudget, TurnCount } from './turn-budget.ts';

/** What the turns of who asks may use, and where they are counted. */
export interface TurnAllowance {
  budget: TurnBudget;
  counts: TurnCount[];
  /** Whose own keys of models may be used: who asks, where they are signed in. */
  account: string | null;
}

/**
 * What a turn in somebody's own chat may use. While nobody can say what an account pays for, a turn
 * is as short as a free one, but none is refused: our outage locks out nobody who paid.
 */
export async function allowTurns(
  app: AppContext,
  request: Request,
  { owner, expiresAt }: Pick<DraftHead, 'owner' | 'expiresAt'>,
): Promise<TurnAllowance> {
  if (expiresAt !== null) {
    const counts = countsOfGuest(owner, await sha256(addressKey(request)));
    return { budget: budgetOf('guest'), counts, account: null };
  }
  const caller = await identify(app, request);
  if (!caller.ok || caller.value.kind !== 'user') {
    return { budget: budgetOf('free'), counts: countsOfAccount(owner, 'free'), account: null };
  }
  const bearer = caller.value.via === 'bearer' ? readBearer(request) : null;
  const subscriber = { uid: caller.value.uid, bearer: bearer?.ok ? bearer.value : null };
  const tier = await getTier(app, subscriber);
  const account = caller.value.accountId;
  return tier.ok
    ? { budget: budgetOf(tier.value), counts: countsOfAccount(owner, tier.value), account }
    : { budget: budgetOf('free'), counts: countsOfAccount(owner, 'team'), account };
}
