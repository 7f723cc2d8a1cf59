/** Findings of a strict JSON parser, with offsets into the text. */
export interface JsonScan {
  /** The first place that is not JSON. */
  error: { offset: number; message: string } | null;
  /** Duplicate keys of objects, of which `JSON.parse` silently keeps the last. */
  duplicates: { offset: number; key: string }[];
}

type Expectation = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'end';

interface Level {
  close: '}' | ']';
  keys: Set<string> | null;
}

const WORDS: Record<Expectation, string> = {
  value: 'a value',
  valueOrEnd: 'a value or "]"',
  key: 'a property name in double quotes',
  keyOrEnd: 'a property name in double quotes or "}"',
  colon: '":"',
  commaOrEnd: '"," or the closing bracket',
  end: 'the end of the document',
};

const BLANK = /[ \t\n\r]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001F]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Parses JSON without building anything: finds syntax errors and duplicate keys. */
export function scanJson(text: string): JsonScan {
  const duplicates: JsonScan['duplicates'] = [];
  const levels: Level[] = [];
  let expect: Expectation = 'value';
  let offset = 0;
  for (;;) {
    offset = matchEnd(BLANK, text, offset) ?? offset;
    const character = text[offset];
    const level = levels.at(-1);
    if (character === undefined && expect === 'end') return { error: null, duplicates };
    const isEnd = level !== undefined && character === level.close && expect.endsWith('End');
    if (isEnd) {
      levels.pop();
      offset += 1;
      expect = levels.length > 0 ? 'commaOrEnd' : 'end';
    } else if (expect === 'colon' && character === ':') {
      offset += 1;
      expect = 'value';
    } else if (expect === 'commaOrEnd' && character === ',') {
      offset += 1;
      expect = level?.close === '}' ? 'key' : 'value';
    } else if ((expect === 'key' || expect === 'keyOrEnd') && character === '"') {
      const end = stringEnd(text, offset);
      if (end === null) return { error: brokenString(text, offset), duplicates };
      const key = text.slice(offset + 1, end - 1);
      if (level?.keys?.has(key)) duplicates.push({ offset, key });
      level?.keys?.add(key);
      offset = end;
      expect = 'colon';
    } else if (
      (expect === 'value' || expect === 'valueOrEnd') &&
      (character === '{' || character === '[')
    ) {
      levels.push(character === '{' ? { close: '}', keys: new Set() } : { close: ']', keys: null });
      offset += 1;
      expect = character === '{' ? 'keyOrEnd' : 'valueOrEnd';
    } else if (expect === 'value' || expect === 'valueOrEnd') {
      const end = character === '"' ? stringEnd(text, offset) : matchEnd(LITERAL, text, offset);
      if (end === null) {
        const error =
          character === '"' ? brokenString(text, offset) : unexpected(text, offset, expect);
        return { error, duplicates };
      }
      offset = end;
      expect = levels.length > 0 ? 'commaOrEnd' : 'end';
    } else {
      return { error: unexpected(text, offset, expect), duplicates };
    }
  }
}

/** Nesting depth of brackets and number of keys in a text, counted without parsing. */
export function measureText(text: string): { depth: number; keys: number } {
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code <= 0x20) continue;
    if (code === 0x22) {
      offset = closingQuote(text, offset);
    } else if (code === 0x3a) {
      keys += 1;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
  return { depth: deepest, keys };
}

/** Line and column of an offset, both from 1. */
export function toLineColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

function closingQuote(text: string, open: number): number {
  let offset = open + 1;
  for (; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === 0x22) break;
    if (code === 0x5c) offset += 1;
  }
  return offset;
}

function matchEnd(pattern: RegExp, text: string, offset: number): number | null {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function stringEnd(text: string, start: number): number | null {
  let offset = start + 1;
  for (;;) {
    offset = matchEnd(PLAIN_CHARACTERS, text, offset) ?? offset;
    if (text[offset] === '"') return offset + 1;
    const end = matchEnd(ESCAPE, text, offset);
    if (end === null) return null;
    offset = end;
  }
}

function brokenString(text: string, start: number): { offset: number; message: string } {
  let offset = start + 1;
  for (;;) {
    offset = matchEnd(PLAIN_CHARACTERS, text, offset) ?? offset;
    const end = matchEnd(ESCAPE, text, offset);
    if (end === null) break;
    offset = end;
  }
  if (offset >= text.length) return { offset: start, message: 'this string is never closed' };
  const message =
    text[offset] === '\\'
      ? 'this escape is none that JSON knows'
      : 'a string may not contain a line break or control character';
  return { offset, message };
}

function unexpected(
  text: string,
  offset: number,
  expect: Expectation,
): { offset: number; message: string } {
  const character = text[offset];
  const found =
    character === undefined ? 'the document ends' : `found ${JSON.stringify(character)}`;
  return { offset, message: `expected ${WORDS[expect]}, but ${found}` };
}
