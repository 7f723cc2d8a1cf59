import type { JsonValue } from '#app/runtime/definition.ts';

/** Scalars that may be other than text, by their first character. */
const MAYBE_TYPED = /^[-+.\d~nNtTfF]/;
const NULL = /^(?:~|null|Null|NULL)$/;
const TRUE = /^(?:true|True|TRUE)$/;
const FALSE = /^(?:false|False|FALSE)$/;
const INTEGER = /^[-+]?\d{1,20}$/;
const FRACTION = /^[-+]?(?:\.\d{1,15}|\d{1,15}\.\d{0,15})$/;
/** Other numbers: long ones, with an exponent, of another base, and those that are none. */
const ODD_NUMBER =
  /^(?:[-+]?(?:\d+|\.\d+|\d+\.\d*)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[\da-fA-F]+|[-+]?\.inf|\.nan)$/i;

const ESCAPES: { [letter: string]: string } = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\x85',
  _: '\xA0',
  L: '\u2028',
  P: '\u2029',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
};

/** The value of a text without quotes (core schema); undefined for what is better left alone. */
export function resolvePlain(text: string): JsonValue | undefined {
  if (!MAYBE_TYPED.test(text)) return text;
  if (INTEGER.test(text)) return Number.parseInt(text, 10);
  if (FRACTION.test(text)) return Number(text);
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  if (NULL.test(text)) return null;
  return ODD_NUMBER.test(text) ? undefined : text;
}

/** The name that a key without quotes gives; undefined for one that is not simply text. */
export function resolveKey(text: string): string | undefined {
  const value = resolvePlain(text);
  if (typeof value === 'string') return text === '<<' ? undefined : text;
  return typeof value === 'number' && String(value) === text ? text : undefined;
}

/** Where the quoted text that begins at an offset ends, behind its quote; -1 where it goes on. */
export function quotedEnd(text: string, start: number): number {
  const quote = text[start] ?? '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\' && quote === '"') at += 1;
    else if (character === quote) {
      if (quote === '"' || text[at + 1] !== quote) return at + 1;
      at += 1;
    }
  }
  return -1;
}

/** Content of a quoted text, of one line or of folded ones; undefined for an unknown escape. */
export function unquote(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1);
  if (quoted.startsWith("'")) return inner.replaceAll("''", "'");
  if (!inner.includes('\\')) return inner;
  let isKnown = true;
  const text = inner.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g,
    (_, two?: string, four?: string, eight?: string, letter?: string) => {
      const code = Number.parseInt(two ?? four ?? eight ?? '0', 16);
      const character = letter === undefined ? toCharacter(code) : ESCAPES[letter];
      if (character === undefined) isKnown = false;
      return character ?? '';
    },
  );
  return isKnown ? text : undefined;
}

function toCharacter(code: number): string | undefined {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : undefined;
}

/** Lines of a text that flows: one break is a space, and each empty line a line feed. */
export function foldLines(lines: readonly string[]): string {
  let text = '';
  let separator = '';
  for (const line of lines) {
    if (line === '') {
      separator = separator === ' ' ? '\n' : `${separator}\n`;
    } else {
      text += separator + line;
      separator = ' ';
    }
  }
  return text;
}

/** Lines of a folded block: those that are indented further keep their breaks. */
export function foldBlock(lines: readonly string[]): string {
  let text = '';
  let separator = '';
  let wasIndented = false;
  for (const line of lines) {
    const isIndented = line.startsWith(' ') || line.startsWith('\t');
    if (line === '') {
      if (separator === '\n') text += '\n';
      else separator = '\n';
    } else if (isIndented) {
      if (separator === ' ') separator = '\n';
      else if (!wasIndented && separator === '\n') separator = '\n\n';
      text += separator + line;
      separator = '\n';
      wasIndented = true;
    } else {
      text += separator + line;
      separator = ' ';
      wasIndented = false;
    }
  }
  return text;
}

/** The text without the blanks at its end; looks at nothing twice, however many there are. */
export function trimBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ') end -= 1;
  return text.slice(0, end);
}
