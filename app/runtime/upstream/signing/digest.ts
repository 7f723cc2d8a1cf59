import { fromBase64, toBase64 } from '../../base64.ts';
import { percentEncode } from '../../request/percent-encode.ts';
import type { ComputedValue, HashName } from './signature-scheme.ts';

/** Hashes bytes. */
export async function hash(
  name: HashName,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest(name, bytes));
}

/** Computes an HMAC (RFC 2104). */
export async function hmac(
  name: HashName,
  key: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash: name };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes));
}

/** Text of bytes in an encoding; `bytes` are left as they are. */
export function encodeBytes(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: ComputedValue['encoding'],
): Uint8Array<ArrayBuffer> {
  switch (encoding) {
    case 'bytes':
      return bytes;
    case 'hex':
      return bytesOf(toHex(bytes));
    case 'base64':
      return bytesOf(toBase64(bytes));
    case 'base64url':
      return bytesOf(toBase64(bytes).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'));
    case 'percent':
      return bytesOf(percentEncode(new TextDecoder().decode(bytes)));
  }
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes of a key as it is written down; null where it is not written so. */
export function decodeKey(
  text: string,
  encoding: 'base64' | 'hex',
): Uint8Array<ArrayBuffer> | null {
  const bare = text.trim();
  if (encoding === 'base64') return fromBase64(bare);
  if (!/^(?:[0-9a-f]{2})+$/i.test(bare)) return null;
  return Uint8Array.from(bare.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}
