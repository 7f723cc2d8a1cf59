/** Base64 of bytes (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In chunks: one call takes a limited number of arguments.
  for (let start = 0; start < bytes.length; start += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(binary);
}

/** Bytes of base64, of its URL-safe alphabet, or of a base64 `data:` URL; null for anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const bare = text
    .replace(/^data:[^,]*;base64,/i, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  try {
    return Uint8Array.from(atob(bare), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
