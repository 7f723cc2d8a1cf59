import type { AccountLifecycle } from '#app/auth/account-lifecycle.server.ts';
import { cancelBilling } from '#app/billing/stripe/cancel-billing.server.ts';
import { forgetStatus } from '#app/billing/tier-cache.server.ts';
import { claimDrafts } from '#app/drafts/claim-drafts.server.ts';
import { removeDraftsOf } from '#app/drafts/remove-drafts.server.ts';
import { forgetConnection } from '#app/github/connection/forget-connection.server.ts';
import { forgetHooks } from '#app/github/webhook/forget-hooks.server.ts';
import { revokeAppsOf } from '#app/oauth/apps/grant-store.server.ts';
import { removeProjectsOf } from '#app/projects/remove-projects.server.ts';
import { toCallerSecretPrefix } from '#app/projects/secrets/project-secret-owner.ts';
import { removeSecretsBelow } from '#app/secrets/store.server.ts';
import { claimCheckReports } from '#app/tester/checks/report/report-store.server.ts';
import { listHeldTeams, releaseTeams } from '#app/teams/release-teams.server.ts';

/**
 * The rooms' handling of what guests bring along when they sign in, and of what is deleted with an
 * account.
 */
export const accountLifecycle: AccountLifecycle = {
  claim: async (env, guest, account) => {
    await claimCheckReports(env.DB, guest, account);
    return claimDrafts(env, guest, account);
  },
  remove: async (env, account) => {
    // While Stripe does not answer, the rest is removed, and the deletion goes on with the next sweep.
    const [cancelled] = await Promise.allSettled([cancelBilling(env, account)]);
    await forgetHooks(env, account);
    // Then, so that nothing of a deleted account is served while its drafts are removed.
    await removeProjectsOf(env, account);
    await removeDraftsOf(env, account);
    if (cancelled.status === 'rejected') throw cancelled.reason;
  },
  listHolds: (env, uid) => listHeldTeams(env.DB, uid),
  revoke: async (env, uid) => {
    await releaseTeams(env, uid);
    await revokeAppsOf(env, uid);
    await forgetConnection(env, uid);
    // Those that they gave for calls at endpoints of others.
    await removeSecretsBelow(env.DB, toCallerSecretPrefix(uid));
  },
  forget: forgetStatus,
};
