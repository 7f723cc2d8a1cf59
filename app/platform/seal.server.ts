import type { SealKey } from './config.ts';
import { deriveAesKey } from './derive-key.server.ts';
import { fromBase64, toBase64Url, toUtf8 } from './text/encoding.ts';
import { fail, succeed, type Result } from './result.ts';

/** Version of the blob's format. */
const FORMAT = 's1';

/** NIST SP 800-38D, 8.2.2: a random IV of 96 bits. */
const IV_BYTES = 12;

/** Where a sealed value lies; a blob opens at no other place. */
export interface SealedPlace {
  table: string;
  row: string;
  column: string;
}

export type SealFailure = { reason: 'unknownKey' | 'broken' };

/** Encrypts values at rest under a key ring: the first key seals, every key opens. */
export interface Seal {
  /** AES-256-GCM, a fresh IV each time: `s1.<key id>.<base64url of IV and ciphertext>`. */
  seal(text: string, place: SealedPlace): Promise<string>;
  /** Fails for a blob that was altered, moved to another place, or sealed under a lost key. */
  open(blob: string, place: SealedPlace): Promise<Result<string, SealFailure>>;
  /** Whether a blob should be sealed again, because its key is no longer the current one. */
  needsRewrap(blob: string): boolean;
}

/** The seal of a key ring (`config.SEAL_KEYS`). */
export function createSeal(ring: readonly [SealKey, ...SealKey[]]): Seal {
  const [current] = ring;
  return {
    async seal(text, place) {
      const key = await deriveAesKey(current, 'seal');
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const parameters = { name: 'AES-GCM', iv, additionalData: toAssociated(place) };
      const sealed = await crypto.subtle.encrypt(parameters, key, toUtf8(text));
      const bytes = new Uint8Array(IV_BYTES + sealed.byteLength);
      bytes.set(iv);
      bytes.set(new Uint8Array(sealed), IV_BYTES);
      return `${FORMAT}.${current.id}.${toBase64Url(bytes)}`;
    },

    async open(blob, place) {
      const [format, keyId, encoded, ...rest] = blob.split('.');
      const bytes = fromBase64(encoded ?? '');
      if (format !== FORMAT || !bytes || rest.length > 0) return fail({ reason: 'broken' });
      const known = ring.find((key) => key.id === keyId);
      if (!known) return fail({ reason: 'unknownKey' });
      return decrypt(await deriveAesKey(known, 'seal'), bytes, place);
    },

    needsRewrap: (blob) => !blob.startsWith(`${FORMAT}.${current.id}.`),
  };
}

async function decrypt(
  key: CryptoKey,
  bytes: Uint8Array<ArrayBuffer>,
  place: SealedPlace,
): Promise<Result<string, SealFailure>> {
  const iv = bytes.subarray(0, IV_BYTES);
  const parameters = { name: 'AES-GCM', iv, additionalData: toAssociated(place) };
  try {
    const text = await crypto.subtle.decrypt(parameters, key, bytes.subarray(IV_BYTES));
    return succeed(new TextDecoder().decode(text));
  } catch {
    // Web Crypto deliberately does not distinguish a wrong key, place or content.
    return fail({ reason: 'broken' });
  }
}

function toAssociated(place: SealedPlace): Uint8Array<ArrayBuffer> {
  const parts = [place.table, place.row, place.column];
  if (parts.some((part) => part === '' || part.includes('|'))) {
    throw new Error('A sealed place has three parts without |');
  }
  return toUtf8(parts.join('|'));
}
