import { fail, succeed, type Result } from '#app/platform/result.ts';

/** Claims of a verified Firebase ID token about its user. Times are seconds since 1970. */
export interface TokenClaims {
  readonly uid: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly displayName: string | null;
  readonly photoURL: string | null;
  /** How they signed in: `password`, `google.com`, `anonymous`, `custom`; `unknown` where unsaid. */
  readonly provider: string;
  readonly authTimeSeconds: number;
  readonly issuedAtSeconds: number;
  readonly expiresAtSeconds: number;
}

/** A token that is refused; `why` goes to the log and to nobody else. */
export interface InvalidToken {
  reason: 'invalidToken';
  why: string;
}

export interface ClaimRules {
  projectId: string;
  /** Whole seconds since 1970. */
  nowSeconds: number;
}

/** How far clocks may be apart; it lengthens what is accepted, never shortens it. */
export const SKEW_SECONDS = 60;

/** Firebase issues tokens for an hour. */
const MAX_LIFETIME_SECONDS = 3_600;

/** Firebase's own limit for user ids. */
const MAX_SUBJECT_LENGTH = 128;

type Members = Record<string, unknown>;

/** The claims of a token's payload, if they are those of a live ID token of this project. */
export function readClaims(
  payload: Members,
  { projectId, nowSeconds }: ClaimRules,
): Result<TokenClaims, InvalidToken> {
  const { iss, aud, sub, exp, iat, auth_time: authTime, nbf, firebase } = payload;
  if (iss !== `https://securetoken.google.com/${projectId}`) return refuseToken('issuer');
  if (aud !== projectId) return refuseToken('audience');
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT_LENGTH) {
    return refuseToken('subject');
  }
  if (!isTime(exp) || !isTime(iat) || !isTime(authTime)) return refuseToken('times');
  if (nbf !== undefined && (!isTime(nbf) || nbf > nowSeconds + SKEW_SECONDS)) {
    return refuseToken('not valid yet');
  }
  if (exp <= iat || exp - iat > MAX_LIFETIME_SECONDS) return refuseToken('lifetime');
  if (authTime > iat) return refuseToken('signed in after it was issued');
  if (iat > nowSeconds + SKEW_SECONDS) return refuseToken('issued in the future');
  if (nowSeconds > exp + SKEW_SECONDS) return refuseToken('expired');

  const provider = readProvider(firebase);
  if (provider === null) return refuseToken('firebase claim');
  return succeed({
    uid: sub,
    email: toText(payload['email']),
    isEmailVerified: payload['email_verified'] === true,
    displayName: toText(payload['name']),
    photoURL: toText(payload['picture']),
    provider,
    authTimeSeconds: authTime,
    issuedAtSeconds: iat,
    expiresAtSeconds: exp,
  });
}

/** The provider of the sign-in; null for a malformed claim and for users of a tenant. */
function readProvider(firebase: unknown): string | null {
  if (firebase === undefined) return 'unknown';
  if (!isMembers(firebase) || 'tenant' in firebase) return null;
  const { sign_in_provider: provider } = firebase;
  if (provider === undefined) return 'unknown';
  return typeof provider === 'string' && provider !== '' ? provider : null;
}

/** Whether a value is a JSON object. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A token that ends here. */
export function refuseToken(why: string): { ok: false } & InvalidToken {
  return fail({ reason: 'invalidToken', why });
}
