import { identify } from '#app/auth/caller.server.ts';
import { getGuest } from '#app/auth/guest.server.ts';
import { readBearer } from '#app/auth/token/bearer.ts';
import { getTier } from '#app/billing/require-tier.server.ts';
import type { KeyHolder } from '#app/builder/models/own-models.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { sha256 } from '#app/platform/sha256.ts';

import { budgetOf, countsOfAccount, countsOfGuest } from './turn-budget.ts';
import type { TurnBudget, TurnQuota } from './turn-budget.ts';

/**
 * The limits of the caller's turns, where the turns are counted, and whose own keys may be used.
 */
export interface TurnLimits extends KeyHolder {
  budget: TurnBudget;
  counts: TurnQuota[];
}

/**
 * Determines the limits of a turn in the caller's own chat. While the subscription of an account
 * cannot be determined, a turn is as short as a free one, but none is refused: our outage locks out
 * nobody who paid.
 */
export async function allowTurns(
  app: AppContext,
  request: Request,
  { owner, expiresAt }: Pick<DraftHead, 'owner' | 'expiresAt'>,
  connection?: string,
): Promise<TurnLimits> {
  if (expiresAt !== null) {
    const counts = countsOfGuest(owner, await sha256(addressKey(request)));
    const guest = connection === undefined ? null : await getGuest(app, request);
    const tab = guest && connection !== undefined ? { token: connection, guest: guest.id } : null;
    return { budget: budgetOf('guest'), counts, account: null, tab };
  }
  const tab = null;
  const caller = await identify(app, request);
  if (!caller.ok || caller.value.kind !== 'user') {
    return { budget: budgetOf('free'), counts: countsOfAccount(owner, 'free'), account: null, tab };
  }
  const bearer = caller.value.via === 'bearer' ? readBearer(request) : null;
  const subscriber = { uid: caller.value.uid, bearer: bearer?.ok ? bearer.value : null };
  const tier = await getTier(app, subscriber);
  const account = caller.value.accountId;
  return tier.ok
    ? { budget: budgetOf(tier.value), counts: countsOfAccount(owner, tier.value), account, tab }
    : { budget: budgetOf('free'), counts: countsOfAccount(owner, 'team'), account, tab };
}
