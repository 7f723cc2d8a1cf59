import type { AccountLifecycle } from '#app/auth/account-lifecycle.server.ts';
import { forgetStatus } from '#app/billing/tier-cache.server.ts';
import { claimDrafts } from '#app/drafts/claim-drafts.server.ts';
import { removeDraftsOf } from '#app/drafts/remove-drafts.server.ts';
import { revokeAppsOf } from '#app/oauth/apps/grant-store.server.ts';
import { removeProjectsOf } from '#app/projects/remove-projects.server.ts';

/**
 * The rooms' handling of what guests bring along when they sign in, and of what is deleted with an
 * account.
 */
export const accountLifecycle: AccountLifecycle = {
  claim: claimDrafts,
  remove: async (env, account) => {
    // First, so that nothing of a deleted account is served while its drafts are removed.
    await removeProjectsOf(env, account);
    await removeDraftsOf(env, account);
  },
  revoke: revokeAppsOf,
  forget: forgetStatus,
};
