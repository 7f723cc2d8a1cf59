import { base64url, importJWK, type CryptoKey } from 'jose';
import * as z from 'zod';

import { MAX_KEY_ID_LENGTH } from './token-header.ts';

/** The public half of one of Google's signing keys, as all three layers hold it. */
export const PublicKey = z.object({
  kid: z.string().min(1).max(MAX_KEY_ID_LENGTH),
  kty: z.literal('RSA'),
  alg: z.literal('RS256').optional(),
  use: z.literal('sig').optional(),
  n: z.base64url(),
  e: z.base64url(),
});
export type PublicKey = z.infer<typeof PublicKey>;

/** Keys, and when they were fetched and for how long that holds. Times are milliseconds. */
export const KeyRecord = z.object({
  fetchedAt: z.int().nonnegative(),
  freshForMs: z.int().positive(),
  keys: z.array(PublicKey).min(1).max(32),
});
export type KeyRecord = z.infer<typeof KeyRecord>;

/** One imported key; the same object for as long as the key stays in the set. */
export interface VerificationKey {
  readonly kid: string;
  readonly n: string;
  readonly e: string;
  readonly cryptoKey: CryptoKey;
}

/** Google's keys, against which tokens are verified. */
export interface KeySet {
  readonly keys: ReadonlyMap<string, VerificationKey>;
  readonly fetchedAt: number;
  /** Past it the keys still serve, and new ones are fetched. */
  readonly freshUntil: number;
  /** The keys are not used after this time. */
  readonly usableUntil: number;
  /** Ids that Google did not know, and until when that is believed. */
  readonly absent: Map<string, number>;
}

const MIN_MODULUS_BITS = 2_048;

/** How long old keys serve while Google cannot be reached. */
export const STALE_KEYS_MS = 24 * 60 * 60 * 1_000;

/**
 * The keys of a record, imported; null where none of them is an RSA key of at least 2048 bits. A key
 * that the set before already had is taken over.
 */
export async function importKeys(record: KeyRecord, before: KeySet | null): Promise<KeySet | null> {
  const keys = new Map<string, VerificationKey>();
  for (const key of record.keys) {
    const known = before?.keys.get(key.kid);
    const isSame = known?.n === key.n && known.e === key.e;
    const imported = known && isSame ? known : await importKey(key);
    if (imported) keys.set(key.kid, imported);
  }
  if (keys.size === 0) return null;
  const freshUntil = record.fetchedAt + record.freshForMs;
  return {
    keys,
    fetchedAt: record.fetchedAt,
    freshUntil,
    usableUntil: freshUntil + STALE_KEYS_MS,
    absent: new Map(),
  };
}

async function importKey({ kid, n, e }: PublicKey): Promise<VerificationKey | null> {
  try {
    if (countBits(base64url.decode(n)) < MIN_MODULUS_BITS) return null;
    // Only its public numbers: a private key by accident is not imported as one.
    const cryptoKey = await importJWK({ kty: 'RSA', n, e }, 'RS256');
    return cryptoKey instanceof Uint8Array ? null : { kid, n, e, cryptoKey };
  } catch {
    // The runtime refuses its numbers: an unusable key, not an unusable set.
    return null;
  }
}

function countBits(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  if (first === -1) return 0;
  return (bytes.length - first) * 8 - Math.clz32(bytes[first] ?? 0) + 24;
}
