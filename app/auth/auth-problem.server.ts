import { SWITCHED_OFF_TYPE } from '#app/controls/switched-off-type.ts';
import { SWITCH_WORDS } from '#app/controls/switches.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem, type ProblemParts } from '#app/platform/problem.ts';

/** Every way in which a caller's identity or right can be refused. */
export type AuthFailure =
  /** Not one of Google's tokens for this project, or past its time; `why` is for the log only. */
  | { reason: 'invalidToken'; why: string }
  /** Its sign-in was ended here. */
  | { reason: 'revoked' }
  /** Its sign-in is longer ago than any session lasts. */
  | { reason: 'signInTooOld' }
  /** Issued longer ago than this act allows. */
  | { reason: 'notFresh' }
  /** A session that only greets until the browser shows a fresh token. */
  | { reason: 'staleSession' }
  /** Nobody signed in where somebody must be. */
  | { reason: 'signedOut' }
  /** Google's keys cannot be had, so that no token can be judged. */
  | { reason: 'keysUnavailable' }
  /** The database cannot be asked. */
  | { reason: 'storeUnavailable' }
  /** A password user whose address is not verified. */
  | { reason: 'emailUnverified' }
  /** A user without any credential. */
  | { reason: 'anonymous' }
  /** An operator has suspended the user; `why` is for them. */
  | { reason: 'suspended'; why: string }
  /** There is no account yet, and operators let nobody make one. */
  | { reason: 'accountsClosed' }
  /** Somebody else's: answered as if it did not exist. */
  | { reason: 'forbidden' };

/** Our own types of problems, for what a page does something about. */
export const STALE_SESSION_TYPE = 'urn:mcp-builder:stale-session';
export const SUSPENDED_TYPE = 'urn:mcp-builder:suspended';
export const EMAIL_UNVERIFIED_TYPE = 'urn:mcp-builder:email-unverified';

/** Google is asked again this long after a failure, so sooner is no use. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Answers a failed identity check. Every refused token gets the same words, so that nobody learns
 * the reason from them; the log states it.
 */
export function answerAuthFailure(
  app: Pick<AppContext, 'requestId' | 'log'>,
  failure: AuthFailure,
): Response {
  app.log.info('auth.refused', { ...failure });
  return problem(app, toAuthParts(failure));
}

/** Status and text of a failure. */
export function toAuthParts(failure: AuthFailure): ProblemParts {
  switch (failure.reason) {
    case 'invalidToken':
    case 'revoked':
    case 'signInTooOld':
    case 'notFresh':
    case 'signedOut':
      return { ...UNAUTHORIZED, detail: 'Sign in and try again.' };
    case 'suspended':
      return {
        ...UNAUTHORIZED,
        type: SUSPENDED_TYPE,
        title: 'suspended',
        detail: `Your account is suspended: ${failure.why} Your work is kept.`,
      };
    case 'accountsClosed':
      return {
        ...UNAUTHORIZED,
        type: SWITCHED_OFF_TYPE,
        title: 'switched_off',
        detail: SWITCH_WORDS.newAccounts.refusal,
      };
    case 'staleSession':
      return {
        ...UNAUTHORIZED,
        type: STALE_SESSION_TYPE,
        title: 'stale_session',
        detail: 'The session needs a fresh token. Reload the page and try again.',
      };
    case 'keysUnavailable':
    case 'storeUnavailable':
      return {
        status: 503,
        detail: 'Your sign-in cannot be checked at the moment. Try again in a few seconds.',
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      };
    case 'emailUnverified':
      return {
        status: 403,
        type: EMAIL_UNVERIFIED_TYPE,
        title: 'email_unverified',
        detail: 'Verify your email address first: follow the link in the email we sent you.',
      };
    case 'anonymous':
      return { status: 403, detail: 'Sign in with an account to do this.' };
    case 'forbidden':
      return { status: 404, detail: 'This does not exist, or it belongs to someone else.' };
  }
}

const UNAUTHORIZED = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
};
