import { readToken, writeToken } from '#app/platform/checksummed-token.ts';

const PREFIX = 'mcpb_live_';
const SECRET_BYTES = 32;
const SHOWN_CHARACTERS = 4;

/** A new API key: `mcpb_live_`, 256 random bits in base62, and a checksum. */
export function createApiKeyToken(): string {
  return writeToken(PREFIX, crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** Whether a text may be an API key, by its prefix; the checksum is not looked at. */
export function looksLikeApiKey(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Whether an address carries a key, where logs and histories would keep it. */
export function hasKeyInAddress(url: string): boolean {
  return /[?&][^=]*=mcpb_/.test(url);
}

/** Whether prefix, shape and checksum are those of an API key. */
export function isApiKeyToken(text: string): boolean {
  return readToken(PREFIX, text) !== null;
}

/** The part of a key that is shown after it was made. */
export function toLastFour(token: string): string {
  return token.slice(-SHOWN_CHARACTERS);
}
