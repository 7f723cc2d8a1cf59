import type { SealKey } from './config.ts';
import { toUtf8 } from './text/encoding.ts';

const KEY_BITS = 256;

const keysByRing = new WeakMap<SealKey, Map<string, CryptoKey>>();

/** The AES-256-GCM key of one label, by HKDF-SHA256 (RFC 5869) from a key of the ring. */
export function deriveAesKey(key: SealKey, label: string): Promise<CryptoKey> {
  return derive(key, `aes:${label}`, (bits) =>
    crypto.subtle.importKey('raw', bits, 'AES-GCM', false, ['encrypt', 'decrypt']),
  );
}

/** The HMAC-SHA256 key of one label: each use of the ring has its own. */
export function deriveHmacKey(key: SealKey, label: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return derive(key, `hmac:${label}`, (bits) =>
    crypto.subtle.importKey('raw', bits, algorithm, false, ['sign', 'verify']),
  );
}

async function derive(
  key: SealKey,
  label: string,
  toKey: (bits: ArrayBuffer) => Promise<CryptoKey>,
): Promise<CryptoKey> {
  const labels = keysByRing.get(key) ?? new Map<string, CryptoKey>();
  const known = labels.get(label);
  if (known) return known;
  const material = await crypto.subtle.importKey('raw', key.bytes, 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: toUtf8(''), info: toUtf8(label) };
  const derived = await toKey(await crypto.subtle.deriveBits(parameters, material, KEY_BITS));
  keysByRing.set(key, labels.set(label, derived));
  return derived;
}
