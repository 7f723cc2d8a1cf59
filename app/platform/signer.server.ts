import type { SealKey } from './config.ts';
import { deriveHmacKey } from './derive-key.server.ts';
import { fromBase64, toBase64Url, toUtf8 } from './text/encoding.ts';

/** Signs texts under one label of the key ring. */
export interface Signer {
  /** HMAC-SHA256 under the current key, base64url (43 characters); the same text, the same result. */
  sign(text: string): Promise<string>;
  /** Whether any key of the ring made this signature; compares in constant time. */
  verify(text: string, signature: string): Promise<boolean>;
}

/**
 * Creates the signer of one use (`guest-cookie`, `draft-token`): a signature of one is refused by
 * all others.
 */
export function createSigner(ring: readonly [SealKey, ...SealKey[]], label: string): Signer {
  return {
    async sign(text) {
      const key = await deriveHmacKey(ring[0], label);
      return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, toUtf8(text))));
    },

    async verify(text, signature) {
      const bytes = fromBase64(signature);
      // Base64url has several spellings of one value; only ours counts.
      if (!bytes || toBase64Url(bytes) !== signature) return false;
      for (const sealKey of ring) {
        const key = await deriveHmacKey(sealKey, label);
        if (await crypto.subtle.verify('HMAC', key, bytes, toUtf8(text))) return true;
      }
      return false;
    },
  };
}
