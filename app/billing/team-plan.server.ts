import { loadAccountPayer } from '#app/auth/user-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { unlocks } from './limits.ts';
import { getTier } from './require-tier.server.ts';
import { loadSeats } from './subscription-store.server.ts';

/** Members of a team whose plan does not say how many seats were bought. */
const UNCOUNTED_SEATS = 10;

/** The part of a plan that is about a team. */
export interface TeamPlan {
  /** Nobody who has the plan Team pays: members other than owners only read, and nobody joins. */
  isPaused: boolean;
  /** How many members may be in it. */
  seats: number;
}

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

/**
 * The plan of a team, which is that of its payer. While it cannot be looked up, it counts as paid for: our outage
 * locks nobody out.
 */
export async function loadTeamPlan(app: App, account: string): Promise<TeamPlan> {
  const found = await loadAccountPayer(app.env.DB, account);
  const payer = found?.payer ?? null;
  return payer === null ? { isPaused: true, seats: 0 } : loadPlanOf(app, payer);
}

/** As {@link loadTeamPlan}, of who pays. */
export async function loadPlanOf(app: App, payer: string): Promise<TeamPlan> {
  if (await paysForNoTeam(app, payer)) return { isPaused: true, seats: 0 };
  // With a product API, our own rows are not what anybody pays for.
  const isOwn = app.config.PRODUCT_API_URL === '';
  const seats = isOwn ? await loadSeats(app.env.DB, payer) : null;
  return { isPaused: false, seats: seats ?? UNCOUNTED_SEATS };
}

/** Whether an account is a team that nobody pays for. */
export async function isPausedTeam(app: App, account: string): Promise<boolean> {
  const found = await loadAccountPayer(app.env.DB, account);
  if (found?.kind !== 'team') return false;
  return found.payer === null || paysForNoTeam(app, found.payer);
}

async function paysForNoTeam(app: App, uid: string): Promise<boolean> {
  const tier = await getTier(app, { uid, bearer: null });
  return tier.ok && !unlocks(tier.value, 'team');
}
