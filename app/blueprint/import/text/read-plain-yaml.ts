import { put } from '#app/blueprint/import/json-object.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { isFlowClosed, readFlow } from './yaml-flow.ts';
import {
  foldBlock,
  foldLines,
  quotedEnd,
  resolveKey,
  resolvePlain,
  unquote,
  trimBlanks,
} from './yaml-scalars.ts';

/** Deeper documents are left to the reader that says why they are refused. */
const MAX_DEPTH = 100;

/** Lines of one text in quotes or list in brackets. */
const MAX_FLOW_LINES = 100;

/** Keys that are longer have to be written in another way. */
const MAX_KEY = 1_000;

/** Syntax beyond the plain part, in a line or the whole document. */
const NOT_PLAIN = /\r|\uFEFF|\n *\t|\n(?:---|\.\.\.|%)/;

/** A text without quotes cannot begin with these. */
const INDICATOR = /^(?:[,[\]{}#&*!|>'"%@`]|[-?:](?: |$))/;

/** A comment, up to the end of its line. */
const COMMENT = /^ *(?: #[^\n]*)?$/;

/**
 * Reads the part of YAML that nearly all documents keep to, many times faster than a whole reader:
 * maps and lists by indentation, texts with and without quotes, blocks, brackets and comments.
 *
 * @returns undefined for everything else, such as anchors, tags, keys that stand twice or mistakes:
 *   a whole reader then says what it is. What is returned is what a whole reader would return.
 */
export function readPlainYaml(source: string): JsonValue | undefined {
  const text = source.replace(/^---\n/, '');
  if (NOT_PLAIN.test(`\n${text}`)) return undefined;
  return new PlainReader(text.split('\n')).readDocument();
}

/** Where it meets what is not plain, it gives up: then no line is left. */
class PlainReader {
  readonly #lines: string[];
  #row = 0;
  #gaveUp = false;

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  readDocument(): JsonValue | undefined {
    if (this.#nextIndent() !== 0) return undefined;
    const value = this.#readBlock(0, 0);
    if (this.#nextIndent() !== -1) return undefined;
    return this.#gaveUp ? undefined : value;
  }

  #giveUp(): null {
    this.#gaveUp = true;
    this.#row = this.#lines.length;
    return null;
  }

  /** Goes to the next line that says something, and gives its indentation; -1 at the end. */
  #nextIndent(): number {
    for (; this.#row < this.#lines.length; this.#row += 1) {
      const line = this.#lines[this.#row] ?? '';
      const indent = indentOf(line);
      if (indent < line.length && line[indent] !== '#') return indent;
    }
    return -1;
  }

  /** The value whose first line is the current one. */
  #readBlock(indent: number, depth: number): JsonValue {
    if (depth > MAX_DEPTH) return this.#giveUp();
    const line = (this.#lines[this.#row] ?? '').slice(indent);
    if (isItem(line)) return this.#readList(indent, depth);
    return findKey(line) === null ? this.#giveUp() : this.#readMap(indent, depth);
  }

  #readMap(indent: number, depth: number): JsonObject {
    const map: JsonObject = {};
    while (this.#nextIndent() === indent) {
      const line = (this.#lines[this.#row] ?? '').slice(indent);
      if (isItem(line)) break;
      const found = findKey(line);
      if (found === null || Object.hasOwn(map, found.key)) {
        this.#giveUp();
        break;
      }
      put(map, found.key, this.#readValue(line.slice(found.end), indent, depth, true));
    }
    if (this.#nextIndent() > indent) this.#giveUp();
    return map;
  }

  #readList(indent: number, depth: number): JsonValue[] {
    const list: JsonValue[] = [];
    while (this.#nextIndent() === indent) {
      const line = this.#lines[this.#row] ?? '';
      if (!isItem(line.slice(indent))) break;
      const rest = line.slice(indent + 1);
      const start = indent + 1 + indentOf(rest);
      const item = line.slice(start);
      if (isItem(item) || findKey(item) !== null) {
        // As if it stood on a line of its own.
        this.#lines[this.#row] = ' '.repeat(start) + item;
        list.push(this.#readBlock(start, depth + 1));
      } else {
        list.push(this.#readValue(rest, indent, depth, false));
      }
    }
    if (this.#nextIndent() > indent) this.#giveUp();
    return list;
  }

  /** Value after a key or a dash, on its line and on the lines indented further. */
  #readValue(after: string, indent: number, depth: number, isOfKey: boolean): JsonValue {
    const start = indentOf(after);
    const rest = after.slice(start);
    if (rest.includes('\t')) return this.#giveUp();
    const isEmpty = rest === '' || (rest.startsWith('#') && start > 0);
    if (isEmpty) return this.#readBelow(indent, depth, isOfKey);
    switch (rest[0]) {
      case '|':
      case '>':
        return this.#readBlockText(rest, indent);
      case '"':
      case "'":
        return this.#readQuoted(rest, indent);
      case '[':
      case '{':
        return this.#readBrackets(rest, indent);
      default:
        return INDICATOR.test(rest) ? this.#giveUp() : this.#readPlain(rest, indent);
    }
  }

  #readBelow(indent: number, depth: number, isOfKey: boolean): JsonValue {
    this.#row += 1;
    const from = this.#row;
    const next = this.#nextIndent();
    if (next < indent || next === -1) return null;
    const line = (this.#lines[this.#row] ?? '').slice(next);
    if (next === indent) return isOfKey && isItem(line) ? this.#readList(indent, depth + 1) : null;
    if (isItem(line) || findKey(line) !== null) return this.#readBlock(next, depth + 1);
    if (/^[|>]/.test(line)) return this.#giveUp();
    // A comment that stands further left than the text after it.
    const between = this.#lines.slice(from, this.#row);
    if (between.some((each) => each.trim() !== '' && indentOf(each) < next)) return this.#giveUp();
    return this.#readValue(line, indent, depth, isOfKey);
  }

  #readPlain(first: string, indent: number): JsonValue {
    const lines = [trimBlanks(first.replace(/ #[^\n]*$/, ''))];
    const isCommented = first.includes(' #');
    this.#row += 1;
    while (!isCommented && this.#row < this.#lines.length) {
      const line = this.#lines[this.#row] ?? '';
      const start = indentOf(line);
      if (start < line.length && start <= indent) break;
      if (line[start] === '#') break;
      if (line.includes(' #') || line.includes('\t')) return this.#giveUp();
      lines.push(trimBlanks(line.slice(start)));
      this.#row += 1;
    }
    if (this.#nextIndent() > indent) return this.#giveUp();
    while (lines.at(-1) === '') lines.pop();
    if (lines.some((line) => line.endsWith(':') || line.includes(': '))) return this.#giveUp();
    const value = lines.length === 1 ? resolvePlain(lines[0] ?? '') : foldLines(lines);
    return value === undefined ? this.#giveUp() : value;
  }

  #readQuoted(first: string, indent: number): JsonValue {
    const text = this.#takeLines(first, indent, (sofar) => quotedEnd(sofar, 0) !== -1, null);
    const end = text === null ? -1 : quotedEnd(text, 0);
    if (text === null || end === -1 || !COMMENT.test(text.slice(end))) return this.#giveUp();
    const quoted = joinEscaped(text.slice(0, end));
    if (!quoted.includes('\n')) return unquote(quoted) ?? this.#giveUp();
    // Blanks at a break that are meant, and empty lines behind an escaped one.
    if (quoted.startsWith('"') && /\\\s/.test(quoted)) return this.#giveUp();
    const lines = quoted.slice(1, -1).split('\n');
    const trimmed = lines.map((line, index) => {
      const from = index === 0 ? line : line.slice(indentOf(line));
      return index === lines.length - 1 ? from : trimBlanks(from);
    });
    // Breaks beside a quote fold by rules of their own.
    if (trimmed[0] === '' || trimmed.at(-1) === '') return this.#giveUp();
    return unquote(`${quoted[0]}${foldLines(trimmed)}${quoted[0]}`) ?? this.#giveUp();
  }

  #readBrackets(first: string, indent: number): JsonValue {
    const text = this.#takeLines(first, indent, isFlowClosed, /[\]}]/);
    if (text === null || /\n *(?:#|\n)/.test(text) || /\n[^\n]* #/.test(text))
      return this.#giveUp();
    const joined = text.split('\n').map(toOneBlank).join('');
    const read = readFlow(joined);
    if (read === undefined || !COMMENT.test(joined.slice(read.end))) return this.#giveUp();
    return read.value;
  }

  /** The current line's end with as many lines as make it whole; null where that is never so. */
  #takeLines(
    first: string,
    indent: number,
    isWhole: (text: string) => boolean,
    closing: RegExp | null,
  ): string | null {
    let text = first;
    this.#row += 1;
    for (let count = 0; !isWhole(text); count += 1) {
      const line = this.#lines[this.#row];
      if (line === undefined || count > MAX_FLOW_LINES || line.includes('\t')) return null;
      const start = indentOf(line);
      text += `\n${line}`;
      // Only what closes a bracket may stand below the key that it belongs to.
      const isEnd = start === indent && closing?.test(line[start] ?? '') && isWhole(text);
      if (start < line.length && start <= indent && !isEnd) return null;
      this.#row += 1;
    }
    return text;
  }

  #readBlockText(header: string, indent: number): JsonValue {
    if (!/^[|>]-? *$/.test(header)) return this.#giveUp();
    this.#row += 1;
    const lines: string[] = [];
    let inner = -1;
    for (; this.#row < this.#lines.length; this.#row += 1) {
      const line = this.#lines[this.#row] ?? '';
      const start = indentOf(line);
      const isBlank = start === line.length;
      if (!isBlank && inner === -1) {
        if (start <= indent || lines.some((blank) => blank.length > start)) break;
        inner = start;
      }
      if (!isBlank && start < inner) break;
      lines.push(inner === -1 ? line : line.slice(inner));
    }
    if (inner === -1 || this.#nextIndent() > indent) return this.#giveUp();
    const first = lines.findIndex((line) => !/^ *$/.test(line));
    lines.fill('', 0, first);
    while (lines.at(-1) === '') lines.pop();
    const text = header[0] === '|' ? lines.join('\n') : foldBlock(lines);
    return header[1] === '-' ? text : `${text}\n`;
  }
}

/** A line of several that are read as one: a blank stands where it broke. */
function toOneBlank(line: string, index: number, lines: string[]): string {
  const from = index === 0 ? line : ` ${line.slice(indentOf(line))}`;
  return index === lines.length - 1 ? from : trimBlanks(from);
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) indent += 1;
  return indent;
}

/** Breaks behind a backslash are none, whatever the next line is indented with. */
function joinEscaped(quoted: string): string {
  if (!quoted.startsWith('"')) return quoted;
  return quoted.replace(/((?:^|[^\\])(?:\\\\)*)\\\n *(?!\n| )/g, '$1');
}

function isItem(line: string): boolean {
  return line === '-' || line.startsWith('- ');
}

/** The key that a line begins with, and where its colon ends; null where there is no plain one. */
function findKey(line: string): { key: string; end: number } | null {
  if (line.startsWith('"') || line.startsWith("'")) {
    const end = quotedEnd(line, 0);
    const key = end === -1 || end > MAX_KEY ? undefined : unquote(line.slice(0, end));
    return key !== undefined && isColon(line, end) ? { key, end: end + 1 } : null;
  }
  if (INDICATOR.test(line)) return null;
  let colon = line.indexOf(':');
  while (colon !== -1 && !isColon(line, colon)) colon = line.indexOf(':', colon + 1);
  if (colon === -1 || colon > MAX_KEY) return null;
  const text = line.slice(0, colon);
  if (text.includes(' #') || text.includes('\t') || text.endsWith(' ')) return null;
  const key = resolveKey(text);
  return key === undefined ? null : { key, end: colon + 1 };
}

function isColon(line: string, offset: number): boolean {
  const next = line[offset + 1];
  return line[offset] === ':' && (next === undefined || next === ' ');
}
