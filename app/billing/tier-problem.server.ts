import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';

import { TIER_NAMES, type GateTier } from './limits.ts';
import type { StatusFailure } from './load-status.server.ts';

/** Every way in which a gate or a look-up of a tier fails. */
export type TierFailure =
  | StatusFailure
  /** The caller's tier does not reach so far. */
  | { reason: 'tierTooLow'; has: GateTier; needs: GateTier };

/** Our own type of problem, for pages that say what another plan unlocks. */
export const TIER_REQUIRED_TYPE = 'urn:mcp-builder:tier-required';

/** The product API may be back by then. */
const RETRY_AFTER_SECONDS = 5;

/** The answer to a failed tier check. */
export function answerTierFailure(
  app: Pick<AppContext, 'requestId' | 'log'>,
  failure: TierFailure,
): Response {
  switch (failure.reason) {
    case 'tokenRefused':
      return answerAuthFailure(app, { reason: 'invalidToken', why: 'refused by the product API' });
    case 'statusUnavailable':
      return problem(app, {
        status: 503,
        detail: 'Your plan cannot be looked up at the moment. Try again in a few seconds.',
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      });
    case 'tierTooLow':
      return problem(app, {
        status: 403,
        type: TIER_REQUIRED_TYPE,
        title: 'tier_required',
        detail: `This needs the plan ${TIER_NAMES[failure.needs]}. Yours has the limits of ${TIER_NAMES[failure.has]}.`,
      });
  }
}
