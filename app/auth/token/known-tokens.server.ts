import { createHash } from 'node:crypto';

import type { ClaimRules, TokenClaims } from './token-claims.ts';
import { MAX_TOKEN_LENGTH } from './token-parts.ts';

/** A token that was verified, without the token itself. */
interface KnownToken<Key> {
  claims: TokenClaims;
  projectId: string;
  kid: string;
  /** The key it was verified with. */
  key: Key;
  /** SHA-256 of the whole token; null until it has come twice: many come once. */
  digest: string | null;
}

/**
 * Tokens that one isolate has verified, by the last characters of their signatures. Those only
 * decide quickly whether computing a digest is worthwhile; the digest decides whether the token is
 * the same.
 */
export type KnownTokens<Key> = Map<string, KnownToken<Key>>;

const MARK_LENGTH = 24;

/** Tokens live an hour at most; the oldest makes room. */
const MAX_KNOWN = 2_000;

/** A copy of it is quicker had than a new one. */
const sha256 = createHash('sha256');

const encoder = new TextEncoder();

/** Reused for each token: its content is read before anything else runs. */
const bytes = new Uint8Array(MAX_TOKEN_LENGTH * 3);

/**
 * The claims of a token that was verified before: never past its expiry, nor for another project, nor
 * once the key that verified it has left the set.
 * @param token at most {@link MAX_TOKEN_LENGTH} characters
 */
export function getKnown<Key>(
  known: KnownTokens<Key>,
  token: string,
  rules: ClaimRules,
  keys: ReadonlyMap<string, Key> | undefined,
): TokenClaims | null {
  const mark = token.slice(-MARK_LENGTH);
  const entry = known.get(mark);
  if (!entry || entry.digest === null || entry.digest !== toDigest(token)) return null;
  const isGood =
    rules.nowSeconds < entry.claims.expiresAtSeconds &&
    rules.projectId === entry.projectId &&
    keys?.get(entry.kid) === entry.key;
  if (!isGood) known.delete(mark);
  return isGood ? entry.claims : null;
}

/** Adds a token that was just verified; replaces the oldest if there is no room. */
export function addKnown<Key>(
  known: KnownTokens<Key>,
  token: string,
  verified: Omit<KnownToken<Key>, 'digest'>,
): void {
  const mark = token.slice(-MARK_LENGTH);
  const digest = known.has(mark) ? toDigest(token) : null;
  const [oldest] = known.size >= MAX_KNOWN ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  known.set(mark, { ...verified, digest });
}

function toDigest(token: string): string {
  const { written } = encoder.encodeInto(token, bytes);
  return sha256.copy().update(bytes.subarray(0, written)).digest('latin1');
}
