import { essenceOf } from './media-type.ts';
import type { UpstreamResponse } from './tool-context.ts';

/** `Content-Type` of a response; empty if it has none. */
export function contentTypeOf(response: UpstreamResponse): string {
  return response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** A response's body as text; null if it is not text, whatever its type. */
export function readText(response: UpstreamResponse): string | null {
  const charset = /;\s*charset=["']?([^"';\s]+)/i.exec(contentTypeOf(response))?.[1] ?? 'utf-8';
  return (
    decode(response.body, charset) ?? (charset === 'utf-8' ? null : decode(response.body, 'utf-8'))
  );
}

function decode(bytes: Uint8Array, charset: string): string | null {
  try {
    const text = new TextDecoder(charset, { fatal: true, ignoreBOM: false }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Whether the bytes start with the signature of an image or audio format of that type. */
export function hasSignature(bytes: Uint8Array, contentType: string): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return SIGNATURES[essenceOf(contentType)]?.test(head) ?? true;
}

/** Image type by its signature; null for anything else. */
export function sniffImage(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  const found = Object.entries(SIGNATURES).find(([, signature]) => signature.test(head));
  return found === undefined ? null : found[0];
}

const SIGNATURES: { [mediaType: string]: RegExp } = {
  'image/png': /^\x89PNG\r\n/,
  'image/jpeg': /^\xFF\xD8\xFF/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
};
