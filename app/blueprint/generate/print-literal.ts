import { escapeCode, quoteCode } from './escape-text.ts';

/** Maximum line width in columns. */
const WIDTH = 100;

/** Longer texts are not split: parsers nest with every `+`. */
const MAX_LINES = 200;

/** A paragraph, including the line feeds that end it. */
const PARAGRAPH = /[^\n]*\n+|[^\n]+$/g;

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Text that is printed unquoted, such as an imported name. */
export class PrintedCode {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Prints a plain value as a JavaScript literal that evaluates to the same value, over several lines if it is
 * wide. Properties that are undefined are left out.
 *
 * @param used columns taken before the literal on its first line.
 */
export function printLiteral(value: unknown, indent = 0, used = indent): string {
  const room = WIDTH - used - 1;
  const inline = roomLeft(value, room) < 0 ? null : printInline(value, room);
  return inline ?? printInLines(value, indent);
}

/** As {@link printLiteral}, with each item and property on its own lines, however few there are. */
export function printInLines(value: unknown, indent = 0): string {
  // The joined text is inspected only once it is complete: each look would copy all of it.
  const inner = ' '.repeat(indent + 2);
  if (Array.isArray(value)) {
    let items = '';
    for (const item of value) items += `${inner}${printItem(item, indent + 2)},\n`;
    return items === '' ? '[]' : `[\n${items}${' '.repeat(indent)}]`;
  }
  if (isRecord(value)) {
    let items = '';
    for (const key of Object.keys(value)) {
      const child = value[key];
      if (child !== undefined) items += printProperty(key, child, inner);
    }
    return items === '' ? '{}' : `{\n${items}${' '.repeat(indent)}}`;
  }
  if (typeof value !== 'string') return printScalar(value);
  const lines = breakText(value, WIDTH - inner.length - "'' +".length);
  return lines.length === 1 ? quoted(lines) : `\n${inner}${quoted(lines, inner)}`;
}

/** In a list, the first line of a long text stands beside its siblings. */
function printItem(value: unknown, indent: number): string {
  const literal = printLiteral(value, indent);
  return typeof value === 'string' ? literal.trimStart() : literal;
}

function printProperty(key: string, value: unknown, inner: string): string {
  if (value instanceof PrintedCode && value.text === key) return `${inner}${key},\n`;
  const head = `${inner}${printKey(key)}:`;
  const literal = printLiteral(value, inner.length, head.length + 1);
  const isBelow = typeof value === 'string' && literal.startsWith('\n');
  return `${head}${isBelow ? '' : ' '}${literal},\n`;
}

/** A concatenation of literals, one per line. */
function quoted(lines: string[], inner = ''): string {
  return `'${lines.join(`' +\n${inner}'`)}'`;
}

/** Splits the inside of a text's literals after line feeds and between words. */
function breakText(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.match(PARAGRAPH) ?? []) {
    const escaped = escapeCode(paragraph);
    let from = 0;
    while (escaped.length - from > room) {
      const to = endOfLine(escaped, from, room);
      lines.push(escaped.slice(from, to));
      from = to;
    }
    if (from < escaped.length) lines.push(escaped.slice(from));
  }
  return lines.length > MAX_LINES ? [escapeCode(text)] : lines;
}

/** End of the last word that fits, or of the first if none does. Trailing spaces belong to their word. */
function endOfLine(text: string, from: number, room: number): number {
  let space = text.lastIndexOf(' ', from + room - 1);
  // A word whose spaces extend beyond the line is too long as well.
  if (text[space + 1] === ' ') {
    while (text[space] === ' ') space -= 1;
    space = space < from ? -1 : text.lastIndexOf(' ', space);
  }
  if (space >= from) return space + 1;
  space = text.indexOf(' ', from);
  if (space < 0) return text.length;
  while (text[space] === ' ') space += 1;
  return space;
}

/** Upper bound of the columns left after a value on one line: escapes take more. */
function roomLeft(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - "''".length;
  if (!isRecord(value)) return room - 1;
  let left = room;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index += 1) {
      left = roomLeft(value[index], left - ', '.length);
    }
    return left;
  }
  for (const key of Object.keys(value)) {
    const child = value[key];
    if (child !== undefined) left = roomLeft(child, left - key.length - ', : '.length);
    if (left < 0) return left;
  }
  return left - '{}'.length;
}

/** The literal on one line, or null if it takes more than `room` columns. */
function printInline(value: unknown, room: number): string | null {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return printAll(value, room - 2, '[', ']', (item, left) => printInline(item, left));
  }
  if (isRecord(value)) {
    return printInlineRecord(value, room - 4);
  }
  // Quotes take two more columns.
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
  // Each item takes at least two columns, so longer lists need not be tried.
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
  if (value instanceof PrintedCode) return value.text;
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
  return typeof value === 'object' && value !== null && !(value instanceof PrintedCode);
}
