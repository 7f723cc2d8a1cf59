const repaired = new Map<string, string | null>();

/** Size of the cache, so that a pattern on a thousand properties is compiled once. */
const MAX_REMEMBERED = 5_000;

/** Longer ones are nobody's pattern. */
const MAX_LENGTH = 20_000;

/**
 * A pattern that `new RegExp(pattern, 'u')` accepts, as JSON Schema requires. Escapes of other dialects are
 * rewritten for the `u` flag; null if that is impossible.
 */
export function repairPattern(pattern: string): string | null {
  if (pattern.length > MAX_LENGTH) return null;
  const known = repaired.get(pattern);
  if (known !== undefined) return known;
  const result = tryRepairs(pattern);
  if (repaired.size >= MAX_REMEMBERED) repaired.clear();
  repaired.set(pattern, result);
  return result;
}

function tryRepairs(pattern: string): string | null {
  const bare = withoutDelimiters(pattern);
  // Java's intersection of classes has no equivalent.
  if (bare.includes('&&[')) return null;
  if (compiles(bare)) return bare;
  const translated = translate(bare);
  if (compiles(translated)) return translated;
  const escaped = escapeForUnicode(translated);
  return compiles(escaped) ? escaped : null;
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** `/^a$/` is a literal of JavaScript, not a pattern: taken literally it never matches. */
function withoutDelimiters(pattern: string): string {
  return /^\/(\^.*\$)\/[gmsuy]*$/s.exec(pattern)?.[1] ?? pattern;
}

/** POSIX classes, and Java's of the same names, as the inside of a class. */
const POSIX = new Map([
  ['alpha', 'a-zA-Z'],
  ['digit', '0-9'],
  ['alnum', 'a-zA-Z0-9'],
  ['upper', 'A-Z'],
  ['lower', 'a-z'],
  ['space', '\\s'],
  ['blank', ' \\t'],
  ['punct', '!-\\/:-@\\[-`{-~'],
  ['xdigit', 'A-Fa-f0-9'],
  ['word', '\\w'],
  ['print', ' -~'],
  ['graph', '!-~'],
  ['cntrl', '\\x00-\\x1F\\x7F'],
  ['ascii', '\\x00-\\x7F'],
  ['all', '\\s\\S'],
]);

/** Java's names for Unicode properties. */
const UNICODE = new Map([
  ['IsAlphabetic', 'Alphabetic'],
  ['IsLetter', 'L'],
  ['IsDigit', 'Nd'],
  ['IsPunctuation', 'P'],
  ['IsUppercase', 'Lu'],
  ['IsLowercase', 'Ll'],
  ['IsWhite_Space', 'White_Space'],
  ['LD', 'L'],
]);

/** Syntax of PCRE, Python and Java that JavaScript spells differently. */
function translate(pattern: string): string {
  return pattern
    .replace(/\[:(\w+):\]/g, (whole, name: string) => POSIX.get(name) ?? whole)
    .replace(/\(\?P</g, '(?<')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replace(/\\A/g, '^')
    .replace(/\\[zZ]/g, '$$')
    .replace(/\\x\{([0-9A-Fa-f]{1,6})\}/g, '\\u{$1}')
    .replace(/\\([0-3][0-7]{2})/g, (_whole, octal: string) => `\\x${toHex(octal)}`)
    .replace(/\{,(\d+)\}/g, '{0,$1}')
    .replace(/\{(\d+)-(\d+)\}/g, '{$1,$2}')
    .replace(/\\h/g, '[ \\t]');
}

function toHex(octal: string): string {
  return Number.parseInt(octal, 8).toString(16).padStart(2, '0');
}

/** `\p{…}` in JavaScript's syntax; other dialects allow a script name alone. */
function unicodeClass(whole: string, inClass: boolean): string {
  const [, sign = 'p', name = ''] = /^\\([pP])\{([^}]*)\}$/.exec(whole) ?? [];
  const posix = sign === 'p' || !inClass ? POSIX.get(name.toLowerCase()) : undefined;
  if (posix !== undefined && !compiles(whole)) {
    return inClass ? posix : `[${sign === 'P' ? '^' : ''}${posix}]`;
  }
  const known = UNICODE.get(name);
  if (known !== undefined) return `\\${sign}{${known}}`;
  const script = `\\${sign}{Script=${name.replace(/^Is/, '')}}`;
  return !compiles(whole) && compiles(script) ? script : whole;
}

/** Escapes that the `u` flag allows outside and inside a class. */
const ALLOWED_ESCAPE = /[\^$\\.*+?()[\]{}|/dDsSwWbBfnrtv0-9ckpPux]/;

/** An escape with a name, and as much of a text as one may take. */
const NAMED_ESCAPE = /^\\(?:[pPu]\{[^}]*\}|k<[^>]*>)/;
const MAX_NAMED = 200;

/** Drops meaningless escapes, and escapes literal brackets and hyphens. */
function escapeForUnicode(pattern: string): string {
  let result = '';
  let inClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    const next = pattern.charAt(index + 1);
    const named =
      character === '\\' ? NAMED_ESCAPE.exec(pattern.slice(index, index + MAX_NAMED)) : null;
    if (named) {
      result += /^\\[pP]/.test(named[0]) ? unicodeClass(named[0], inClass) : named[0];
      index += named[0].length - 1;
    } else if (character === '\\') {
      result += escapeSequence(next, inClass);
      index += 1;
    } else if (inClass) {
      if (character === ']') inClass = false;
      result += isStrayHyphen(pattern, index) ? '\\-' : character;
    } else if (character === '[') {
      inClass = true;
      result += character;
    } else if (character === ']' || isStrayBrace(pattern, index)) {
      result += `\\${character}`;
    } else {
      result += character;
    }
  }
  return result;
}

function escapeSequence(character: string, inClass: boolean): string {
  if (character === '') return '\\\\';
  if (ALLOWED_ESCAPE.test(character)) return `\\${character}`;
  if (character === '-') return inClass ? '\\-' : '-';
  return character;
}

/** A hyphen next to a class escape, as in `[\w-.]`, is literal. */
function isStrayHyphen(pattern: string, index: number): boolean {
  if (pattern.charAt(index) !== '-') return false;
  const before = pattern.slice(Math.max(0, index - 2), index);
  const after = pattern.slice(index + 1, index + 3);
  return /\\[dDsSwW]$/.test(before) || /^\\[dDsSwWpP]/.test(after);
}

/** A brace that neither opens nor closes a quantifier. */
function isStrayBrace(pattern: string, index: number): boolean {
  const character = pattern.charAt(index);
  if (character === '{') return !/^\{\d+(?:,\d*)?\}/.test(pattern.slice(index, index + 24));
  if (character !== '}') return false;
  return !/\{\d+(?:,\d*)?\}$/.test(pattern.slice(Math.max(0, index - 24), index + 1));
}
