import type { ClaimRules, TokenClaims } from './token-claims.ts';

/** The outcome of verifying a token. */
interface KnownToken<Key> {
  claims: TokenClaims;
  projectId: string;
  kid: string;
  /** The key it was verified with. */
  key: Key;
}

/**
 * Tokens that one isolate has verified. The map finds them by a hash of all their characters and then
 * compares every one of them, so that a token is known only if it is the same to the last bit.
 */
export interface KnownTokens<Key> {
  readonly byToken: Map<string, KnownToken<Key>>;
  /** Length of all remembered tokens together. */
  characters: number;
}

/** Tokens live an hour at most; the oldest makes room. */
const MAX_KNOWN = 2_000;

/** A character of a token takes a byte: 2,000 of Google's, which have about a thousand each. */
const MAX_CHARACTERS = 2 * 1_024 * 1_024;

/** The memory of an isolate that has verified nothing yet. */
export function createKnownTokens<Key>(): KnownTokens<Key> {
  return { byToken: new Map(), characters: 0 };
}

/**
 * The claims of a token that was verified before: never past its expiry, nor for another project, nor
 * once the key that verified it has left the set.
 */
export function getKnown<Key>(
  known: KnownTokens<Key>,
  token: string,
  rules: ClaimRules,
  keys: ReadonlyMap<string, Key> | undefined,
): TokenClaims | null {
  const entry = known.byToken.get(token);
  if (!entry) return null;
  const isGood =
    rules.nowSeconds < entry.claims.expiresAtSeconds &&
    rules.projectId === entry.projectId &&
    keys?.get(entry.kid) === entry.key;
  if (!isGood) forget(known, token);
  return isGood ? entry.claims : null;
}

/** Remembers a token that was just verified; the oldest ones are forgotten where there is no room. */
export function addKnown<Key>(
  known: KnownTokens<Key>,
  token: string,
  verified: KnownToken<Key>,
): void {
  forget(known, token);
  known.byToken.set(token, verified);
  known.characters += token.length;
  for (const oldest of known.byToken.keys()) {
    if (known.byToken.size <= MAX_KNOWN && known.characters <= MAX_CHARACTERS) break;
    forget(known, oldest);
  }
}

function forget<Key>(known: KnownTokens<Key>, token: string): void {
  if (known.byToken.delete(token)) known.characters -= token.length;
}
