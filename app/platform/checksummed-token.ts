const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 62^43 is the first power above 2^256, 62^22 above 2^128, 62^6 above 2^32. */
const SECRET_CHARACTERS = 43;
const ID_CHARACTERS = 22;
const CHECKSUM_CHARACTERS = 6;
const SECRET_BYTES = 32;

/**
 * A token with a prefix that secret scanners can find and a checksum that distinguishes typing
 * errors from wrong tokens before any look-up: 256 bits as 43 base62 characters, then the CRC-32 as
 * 6.
 */
export function writeToken(prefix: string, secret: Uint8Array): string {
  const body = prefix + toBase62(secret.subarray(0, SECRET_BYTES), SECRET_CHARACTERS);
  return body + checksum(body);
}

/** The 256 bits of a token, or null where prefix, shape or checksum are wrong. */
export function readToken(prefix: string, token: string): Uint8Array<ArrayBuffer> | null {
  const end = prefix.length + SECRET_CHARACTERS;
  if (!token.startsWith(prefix) || token.length !== end + CHECKSUM_CHARACTERS) return null;
  const body = token.slice(0, end);
  if (token.slice(end) !== checksum(body)) return null;
  return fromBase62(body.slice(prefix.length), SECRET_BYTES);
}

/** The first 128 bits as an id of 22 base62 characters (`isRandomId`). */
export function toId(bytes: Uint8Array): string {
  return toBase62(bytes.subarray(0, 16), ID_CHARACTERS);
}

function checksum(text: string): string {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return encode(BigInt((crc ^ 0xffffffff) >>> 0), CHECKSUM_CHARACTERS);
}

function toBase62(bytes: Uint8Array, length: number): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return encode(value, length);
}

function encode(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n)
    text = BASE62.charAt(Number(rest % 62n)) + text;
  return text;
}

function fromBase62(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  let value = 0n;
  for (const character of text) {
    const digit = BASE62.indexOf(character);
    if (digit < 0) return null;
    value = value * 62n + BigInt(digit);
  }
  if (value >> BigInt(length * 8) !== 0n) return null;
  const bytes = new Uint8Array(length);
  for (let index = length - 1; index >= 0; index -= 1) {
    bytes[index] = Number(value & 0xffn);
    value >>= 8n;
  }
  return bytes;
}
