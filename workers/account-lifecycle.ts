import type { AccountLifecycle } from '#app/auth/account-lifecycle.server.ts';
import { forgetStatus } from '#app/billing/tier-cache.server.ts';
import { claimDrafts } from '#app/drafts/claim-drafts.server.ts';
import { removeDraftsOf } from '#app/drafts/remove-drafts.server.ts';

/**
 * The rooms' handling of what guests bring along when they sign in, and of what is deleted with an
 * account.
 */
export const accountLifecycle: AccountLifecycle = {
  claim: claimDrafts,
  remove: removeDraftsOf,
  forget: forgetStatus,
};
