/**
 * Characters that a reader cannot see or that move other text around: controls, soft hyphen and other format
 * characters, bidirectional controls, zero-width and odd-width spaces, line and paragraph separators,
 * variation selectors, private use, lone surrogates, noncharacters and tags. Ranges instead of `\p{…}`, so
 * that every engine gives the same bytes whatever Unicode version it knows.
 */
export const INVISIBLE =
  '\\u0000-\\u001F\\u007F-\\u00A0\\u00AD\\u034F\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890\\u0891' +
  '\\u08E2\\u115F\\u1160\\u1680\\u17B4\\u17B5\\u180B-\\u180F\\u2000-\\u200F\\u2028-\\u202F' +
  '\\u205F-\\u206F\\u2800\\u3000\\u3164\\uD800-\\uDFFF\\uE000-\\uF8FF\\uFDD0-\\uFDEF\\uFE00-\\uFE0F' +
  '\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\uFFFE\\uFFFF\\u{110BD}\\u{110CD}\\u{13430}-\\u{1343F}' +
  '\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}\\u{F0000}-\\u{10FFFF}';

const UNSAFE_IN_CODE = new RegExp(`[<'\\\\${INVISIBLE}]`, 'gu');
const UNSEEN = new RegExp(`[${INVISIBLE}]`, 'gu');

const SHORT: { [character: string]: string } = {
  "'": "\\'",
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/**
 * Runs of characters to inspect: nearly all text is printable ASCII, and a long class of Unicode ranges is
 * slow to try on each character. A run holds whole characters, never half a surrogate pair.
 */
const UNUSUAL_IN_CODE = /[^\x20-\x26\x28-\x3B\x3D-\x5B\x5D-\x7E]+/g;

/** A single-quoted JavaScript string literal of printable characters only, without `<`. */
export function quoteCode(text: string): string {
  return `'${escapeCode(text)}'`;
}

/** The inside of such a literal. */
export function escapeCode(text: string): string {
  return text.replace(UNUSUAL_IN_CODE, escapeInCode);
}

function escapeInCode(run: string): string {
  return SHORT[run] ?? run.replace(UNSAFE_IN_CODE, escapeCharacter);
}

/** The text on one line: white space collapsed, invisible characters written as `\uXXXX`. */
export function toOneLine(text: string): string {
  return text
    .replace(/[\s\u0085]+/gu, ' ')
    .trim()
    .replace(UNSEEN, escapeCharacter);
}

/** Writes an invisible character as an escape that both code and JSON understand. */
export function escapeCharacter(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  let escaped = '';
  for (let index = 0; index < character.length; index += 1) {
    escaped += `\\u${character.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return escaped;
}
