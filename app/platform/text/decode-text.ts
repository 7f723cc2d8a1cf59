/**
 * Decodes the text of a document: by its byte order mark, otherwise the charset it came with,
 * otherwise as UTF-8. Null if the bytes are no text in that encoding.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string | null {
  const named = /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(toMarkedEncoding(bytes) ?? named, {
      fatal: true,
      ignoreBOM: false,
    }).decode(bytes);
  } catch {
    return null;
  }
}

/** The encoding that a byte order mark names; null where there is none. */
export function toMarkedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}
