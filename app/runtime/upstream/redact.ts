import { toBase64 } from '../base64.ts';
import { concatenate } from '../bytes.ts';

/** Replaces a secret. */
const BLANK = '[redacted]';

/**
 * Shorter values stay: redacting every `a1` would destroy a response, and so short a value is hardly secret.
 */
export const MIN_SECRET_LENGTH = 6;

/**
 * Redacts secret values in any form: plain, base64, hexadecimal, URL-encoded once or twice, in JSON, in HTML,
 * and in bytes also as UTF-16.
 */
export interface Redactor {
  text: (text: string) => string;
  bytes: (bytes: Uint8Array) => Uint8Array;
}

/** Creates a redactor for secret values. */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const values = [...secrets];
  const needles = [...new Set(values.flatMap(spellings))]
    .filter((needle) => needle.length >= MIN_SECRET_LENGTH)
    // The longest first, so that no part of it is left over.
    .sort((a, b) => b.length - a.length);
  if (needles.length === 0) return { text: (text) => text, bytes: (bytes) => bytes };
  const encoded = [
    ...needles.map((needle) => new TextEncoder().encode(needle)),
    ...values.filter((secret) => secret.length >= MIN_SECRET_LENGTH).flatMap(utf16Spellings),
  ];
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
    ...jsonSpellings(secret),
    ...htmlSpellings(secret),
    percent,
    strict,
    strict.replaceAll('%20', '+'),
    lowerTriplets(percent),
    lowerTriplets(strict),
    // What stands in an address that stands in the query of another one.
    encodeURIComponent(percent),
    encodeURIComponent(strict),
    ...hexSpellings(secret),
    ...base64Spellings(secret),
  ];
}

/**
 * Optional escapes of JSON writers: PHP escapes the slash, Go `&<>`, .NET more, and many everything but
 * ASCII. A parser undoes them, so an escaped secret would still leak.
 */
function jsonSpellings(secret: string): string[] {
  const plain = JSON.stringify(secret).slice(1, -1);
  let found = [plain, plain.replaceAll('/', '\\/')];
  for (const characters of [/[&<>]/g, /\\"|[&<>'+`]/g, /[\u{80}-\u{10FFFF}]/gu]) {
    found = found.flatMap((text) => {
      const escaped = text.replace(characters, escapeUnits);
      return [text, escaped, escaped.replace(/\\u[0-9a-f]{4}/g, upperDigits)];
    });
  }
  const whole = escapeUnits(secret);
  return [...new Set([...found, whole, whole.replace(/\\u[0-9a-f]{4}/g, upperDigits)])];
}

/** `\u002b` for a plus sign, `\u0022` for an escaped quote. */
function escapeUnits(text: string): string {
  const units = /^\\["\\]$/.test(text) ? text.slice(1) : text;
  return Array.from(
    { length: units.length },
    (_, index) => `\\u${units.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

function upperDigits(escape: string): string {
  return `\\u${escape.slice(2).toUpperCase()}`;
}

/** Forms in HTML, with the usual escapes of quotes. */
function htmlSpellings(secret: string): string[] {
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const doubles = [text, text.replaceAll('"', '&quot;'), text.replaceAll('"', '&#34;')];
  const quoted = doubles.flatMap((one) =>
    ["'", '&#39;', '&#039;', '&#x27;'].map((apostrophe) => one.replaceAll("'", apostrophe)),
  );
  const numbered = [10, 16].flatMap((base) => {
    const entity = (character: string) =>
      `&#${base === 16 ? 'x' : ''}${(character.codePointAt(0) ?? 0).toString(base)};`;
    const all = Array.from(secret, entity).join('');
    const special = secret.replace(/[^A-Za-z0-9]/gu, entity);
    return [all, special, ...[all, special].map(upperEntities)];
  });
  const slashed = quoted.map((one) => one.replaceAll('/', '&#x2F;'));
  return [...new Set([...quoted, ...slashed, ...numbered])];
}

function upperEntities(text: string): string {
  return text.replace(/&#x[0-9a-f]+;/g, (entity) => `&#x${entity.slice(3).toUpperCase()}`);
}

function hexSpellings(secret: string): string[] {
  const pairs = Array.from(new TextEncoder().encode(secret), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return ['', ' ', ':'].flatMap((between) => {
    const text = pairs.join(between);
    return [text, text.toUpperCase()];
  });
}

/** Both orders of bytes. */
function utf16Spellings(secret: string): Uint8Array[] {
  const units = Array.from({ length: secret.length }, (_, index) => secret.charCodeAt(index));
  const bytesOf = (unit: number) => [unit & 0xff, unit >> 8];
  return [
    Uint8Array.from(units.flatMap(bytesOf)),
    Uint8Array.from(units.flatMap((unit) => bytesOf(unit).toReversed())),
  ];
}

function lowerTriplets(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase());
}

/**
 * Both alphabets, for each of the three offsets at which the secret may begin; without the characters that
 * depend on its surroundings.
 */
function base64Spellings(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const whole = encodeBase64(bytes);
  const cores = [0, 1, 2].map((before) => {
    const text = encodeBase64(concatenate([new Uint8Array(before), bytes]));
    const end = (before + bytes.length) % 3 === 0 ? text.length : -1;
    return text.slice(before === 0 ? 0 : before + 1, end);
  });
  return [whole, ...cores].flatMap((text) => [
    text,
    text.replaceAll('+', '-').replaceAll('/', '_'),
  ]);
}

function encodeBase64(bytes: Uint8Array): string {
  return toBase64(bytes).replace(/=+$/, '');
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
