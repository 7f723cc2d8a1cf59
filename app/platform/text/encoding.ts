/** A text as UTF-8. */
export function toUtf8(text: string): Uint8Array<ArrayBuffer> {
  // Copied, because the types do not say that the encoder never shares its memory.
  return new Uint8Array(new TextEncoder().encode(text));
}

/** Bytes to base64 (RFC 4648, 4), with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Base64 or base64url, padding optional; null for anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(standard) || standard.length % 4 === 1) return null;
  return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
}

/** Bytes to base64url without padding (RFC 4648, 5): safe in cookies and paths. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
