import { quoteCode } from './escape-text.ts';

/** Columns that a line may have, as in the projects we learn from. */
const WIDTH = 100;

/** Longer texts stay in one piece: parsers nest with every `+`. */
const MAX_LINES = 200;

/** What is kept on one line: a word with the white space that follows it. */
const WORD = /[^ \n]*(?: +|\n+|$)/g;

/** A word that is as long in quotes as it is by itself. */
const PLAIN = /^[\w ,.;:()[\]{}/"*#@=!?+&%$^|~`>-]*$/;

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Text that stands for itself in printed code, such as an imported name. */
export class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Prints a plain value as a JavaScript literal that evaluates to the same value, over several lines
 * where it is wide. Properties that are undefined are left out.
 *
 * @param used columns that stand before the literal on its first line.
 */
export function printLiteral(value: unknown, indent = 0, used = indent): string {
  const inline = printInline(value, WIDTH - used - 1);
  if (inline !== null) return inline;
  const inner = ' '.repeat(indent + 2);
  const end = ' '.repeat(indent);
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${printLiteral(item, indent + 2).trimStart()},\n`);
    return `[\n${items.join('')}${end}]`;
  }
  if (isRecord(value)) {
    let items = '';
    for (const [key, child] of Object.entries(value)) {
      if (child !== undefined) items += printProperty(key, child, inner);
    }
    return `{\n${items}${end}}`;
  }
  return typeof value === 'string' ? printLongText(value, inner) : printScalar(value);
}

function printProperty(key: string, value: unknown, inner: string): string {
  if (value instanceof Code && value.text === key) return `${inner}${key},\n`;
  const head = `${inner}${printKey(key)}:`;
  const literal = printLiteral(value, inner.length, head.length + 1);
  return `${head}${literal.startsWith('\n') ? '' : ' '}${literal},\n`;
}

/** A text as a sum of literals, one a line, broken after line feeds and between words. */
function printLongText(text: string, inner: string): string {
  const room = WIDTH - inner.length - "'' +".length;
  const lines: string[] = [];
  let line = '';
  let length = 0;
  for (const word of text.match(WORD) ?? []) {
    const added = PLAIN.test(word) ? word.length : quoteCode(word).length - "''".length;
    if (line !== '' && (length + added > room || line.endsWith('\n'))) {
      lines.push(line);
      line = '';
      length = 0;
    }
    line += word;
    length += added;
  }
  lines.push(line);
  if (lines.length === 1 || lines.length > MAX_LINES) return quoteCode(text);
  return `\n${lines.map((part) => inner + quoteCode(part)).join(' +\n')}`;
}

/** The literal on one line, or null where it takes more than `room` columns. */
function printInline(value: unknown, room: number): string | null {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return printAll(value, room - 2, '[', ']', (item, left) => printInline(item, left));
  }
  if (isRecord(value)) {
    return printInlineRecord(value, room - 4);
  }
  // Its quotes come on top.
  if (typeof value === 'string' && value.length + 2 > room) return null;
  const text = printScalar(value);
  return text.length <= room ? text : null;
}

function printInlineRecord(value: Record<string, unknown>, room: number): string | null {
  let text = '';
  for (const key of Object.keys(value)) {
    const child = value[key];
    if (child === undefined) continue;
    const head = `${text === '' ? '' : ', '}${printKey(key)}: `;
    const printed = printInline(child, room - text.length - head.length);
    if (printed === null) return null;
    text += head + printed;
  }
  if (text === '') return '{}';
  return text.length <= room ? `{ ${text} }` : null;
}

function printAll<Item>(
  items: Item[],
  room: number,
  open: string,
  close: string,
  print: (item: Item, room: number) => string | null,
): string | null {
  // Each item takes two columns at least: what is longer than that need not be looked at.
  if (items.length * 2 > room) return null;
  let text = '';
  for (const item of items) {
    const separator = text === '' ? '' : ', ';
    const printed = print(item, room - text.length - separator.length);
    if (printed === null) return null;
    text += separator + printed;
  }
  return text.length <= room ? open + text + close : null;
}

function printScalar(value: unknown): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return quoteCode(value);
  if (Object.is(value, -0)) return '-0';
  if (value === null || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new TypeError(`A value of type ${typeof value} has no literal.`);
}

/**
 * Prints the name of a property. `__proto__: x` in a literal would set the prototype; a computed key
 * makes a property.
 */
export function printKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return IDENTIFIER.test(key) ? key : quoteCode(key);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Code);
}
