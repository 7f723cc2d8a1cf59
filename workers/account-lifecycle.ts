import type { AccountLifecycle } from '#app/auth/account-lifecycle.server.ts';
import { forgetStatus } from '#app/billing/tier-cache.server.ts';
import { claimDrafts } from '#app/drafts/claim-drafts.server.ts';
import { removeDraftsOf } from '#app/drafts/remove-drafts.server.ts';

/** What guests bring along when they sign in, and what goes with an account: a line a room. */
export const accountLifecycle: AccountLifecycle = {
  claim: claimDrafts,
  remove: removeDraftsOf,
  forget: forgetStatus,
};
