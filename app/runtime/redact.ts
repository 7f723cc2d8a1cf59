import { concatenate } from './bytes.ts';

/** What stands where a secret was. */
const BLANK = '[redacted]';

/**
 * Shorter values stay: blanking every `a1` of an answer would destroy it, and what is that short is
 * hardly a secret.
 */
const MIN_SECRET_LENGTH = 6;

/** Blanks secret values wherever they turn up: as they are, in base64, URL-encoded or in JSON. */
export interface Redactor {
  text: (text: string) => string;
  bytes: (bytes: Uint8Array) => Uint8Array;
}

/** Makes a redactor for some secret values. */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const needles = [...new Set([...secrets].flatMap(spellings))]
    .filter((needle) => needle.length >= MIN_SECRET_LENGTH)
    // The longest first, so that no tail of it is left over.
    .sort((a, b) => b.length - a.length);
  if (needles.length === 0) return { text: (text) => text, bytes: (bytes) => bytes };
  const encoded = needles.map((needle) => new TextEncoder().encode(needle));
  return {
    text: (text) => needles.reduce((rest, needle) => rest.replaceAll(needle, BLANK), text),
    bytes: (bytes) => encoded.reduce(blankBytes, bytes),
  };
}

function spellings(secret: string): string[] {
  if (secret.length < MIN_SECRET_LENGTH) return [];
  const percent = encodeURIComponent(secret.toWellFormed());
  const strict = percent.replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    strict,
    strict.replaceAll('%20', '+'),
    lowerTriplets(percent),
    lowerTriplets(strict),
    ...base64Spellings(secret),
  ];
}

function lowerTriplets(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase());
}

/** With and without a last character that depends on what follows the secret; both alphabets. */
function base64Spellings(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const whole = btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
  const core = bytes.length % 3 === 0 ? whole : whole.slice(0, -1);
  return [whole, core].flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

function blankBytes(bytes: Uint8Array, needle: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  let from = 0;
  for (let at = find(bytes, needle, 0); at !== -1; at = find(bytes, needle, from)) {
    kept.push(bytes.subarray(from, at), new TextEncoder().encode(BLANK));
    from = at + needle.length;
  }
  return from === 0 ? bytes : concatenate([...kept, bytes.subarray(from)]);
}

function find(bytes: Uint8Array, needle: Uint8Array, from: number): number {
  const [first = 0] = needle;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    let length = 1;
    while (length < needle.length && bytes[at + length] === needle[length]) length += 1;
    if (length === needle.length) return at;
  }
  return -1;
}
