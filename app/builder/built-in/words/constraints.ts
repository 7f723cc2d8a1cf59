import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { splitList } from './lists.ts';
import { readNumber } from './numbers.ts';
import type { Token } from './tokens.ts';

/** What a sentence says of an argument, in the words of `upsert_tool`. */
export interface Constraints {
  patch: JsonObject;
  /** How many tokens were understood. */
  length: number;
}

const TYPES: Record<string, string> = {
  text: 'string',
  string: 'string',
  integer: 'integer',
  int: 'integer',
  number: 'number',
  numeric: 'number',
  decimal: 'number',
  float: 'number',
  boolean: 'boolean',
  bool: 'boolean',
  flag: 'boolean',
  switch: 'boolean',
  'yes/no': 'boolean',
  'true/false': 'boolean',
  list: 'array',
  array: 'array',
  object: 'object',
};
const PLACES = new Set(['query', 'header', 'body', 'path']);
const IDLE =
  /^(?:and|,|:|is|are|be|becomes?|must|should|can|may|has|have|a|an|of|type|the|with|value|to|it|but|as|\(|\)|always|only)$/;

type Reader = (tokens: readonly Token[], at: number) => Constraints | null;

const READERS: readonly Reader[] = [
  readPresence,
  readBounds,
  readRange,
  readDefault,
  readChoices,
  readPlace,
  readType,
  readText,
];

/** Reads as much as says something of an argument: "optional, at most 50 and default 20". */
export function readConstraints(tokens: readonly Token[], from = 0): Constraints {
  const patch: JsonObject = {};
  let understood = from;
  let at = from;
  while (at < tokens.length) {
    const found = READERS.map((read) => read(tokens, at)).find((each) => each !== null);
    if (found) {
      Object.assign(patch, found.patch);
      at += found.length;
      understood = at;
    } else if (IDLE.test(tokens[at]?.word ?? '')) at += 1;
    else break;
  }
  // A bracket that is opened here is closed here.
  while (tokens[understood]?.word === ')') understood += 1;
  return { patch, length: understood - from };
}

/** How many words the longest of some word sequences has that stands here. */
function matchWords(tokens: readonly Token[], at: number, choices: readonly string[]): number {
  const first = tokens[at]?.word ?? '';
  let longest = 0;
  for (const choice of first === '' ? [] : choices) {
    if (!choice.startsWith(first)) continue;
    const words = choice.split(' ');
    const isHere = words.every((word, index) => tokens[at + index]?.word === word);
    if (isHere) longest = Math.max(longest, words.length);
  }
  return longest;
}

const OPTIONAL = [
  'optional',
  'not required',
  'not mandatory',
  'no longer required',
  'not needed',
  'not necessary',
  'not be required',
  'not be mandatory',
  'not have to be given',
];
const REQUIRED = [
  'required',
  'mandatory',
  'needed',
  'compulsory',
  'not optional',
  'no longer optional',
];

function readPresence(tokens: readonly Token[], at: number): Constraints | null {
  const optional = matchWords(tokens, at, OPTIONAL);
  const required = matchWords(tokens, at, REQUIRED);
  if (optional > 0) return { patch: { required: false }, length: optional };
  return required > 0 ? { patch: { required: true }, length: required } : null;
}

const MOST = [
  'at most',
  'max',
  'maximum',
  'a maximum of',
  'maximum of',
  'max of',
  'maximum is',
  'no more than',
  'not more than',
  'up to',
  'a most',
  '<=',
  '≤',
  'no greater than',
  'capped at',
  'limited to',
  'no higher than',
];
const LEAST = [
  'at least',
  'min',
  'minimum',
  'a minimum of',
  'minimum of',
  'min of',
  'minimum is',
  'no less than',
  'not less than',
  'no fewer than',
  '>=',
  '≥',
  'no lower than',
];

function readBounds(tokens: readonly Token[], at: number): Constraints | null {
  const most = matchWords(tokens, at, MOST);
  const least = matchWords(tokens, at, LEAST);
  const length = Math.max(most, least);
  const skip = /^[:=]$/.test(tokens[at + length]?.word ?? '') ? 1 : 0;
  const number = length > 0 ? readNumber(tokens, at + length + skip) : null;
  if (!number) return null;
  const patch: JsonObject = most > 0 ? { maximum: number.value } : { minimum: number.value };
  return { patch, length: length + skip + number.length };
}

function readRange(tokens: readonly Token[], at: number): Constraints | null {
  const start = matchWords(tokens, at, ['between', 'from', 'in the range', 'range', 'in range']);
  const from = at + start + matchWords(tokens, at + start, ['from', 'of']);
  const first = readNumber(tokens, from);
  if (!first) return null;
  let to = from + first.length;
  // In "1-100" the second number has the dash as its sign.
  const joined = tokens[to]?.value;
  if (typeof joined === 'number' && joined < 0 && tokens[to]?.start === tokens[to - 1]?.end) {
    return { patch: { minimum: first.value, maximum: -joined }, length: to + 1 - at };
  }
  const link = matchWords(tokens, to, ['and', 'to', '-', '–', 'through']);
  // "and" joins two numbers only after "between".
  if (link === 0 || (start === 0 && tokens[to]?.word === 'and')) return null;
  to += link;
  const second = readNumber(tokens, to);
  if (!second) return null;
  const patch = { minimum: first.value, maximum: second.value };
  return { patch, length: to + second.length - at };
}

function readDefault(tokens: readonly Token[], at: number): Constraints | null {
  const start = matchWords(tokens, at, ['default', 'defaults', 'defaulting', 'by default']);
  if (start > 0) {
    const more = matchWords(tokens, at + start, ['value of', 'value', 'to', 'is', 'of', '=', ':']);
    const found = readValue(tokens, at + start + more);
    return found && { patch: { default: found.value }, length: start + more + found.length };
  }
  const found = readValue(tokens, at);
  const end = found
    ? matchWords(tokens, at + found.length, ['by default', 'as default', 'as the default'])
    : 0;
  return found && end > 0 ? { patch: { default: found.value }, length: found.length + end } : null;
}

/** A value: a number, `true`, something quoted, JSON, or one word. */
export function readValue(
  tokens: readonly Token[],
  at: number,
): { value: JsonValue; length: number } | null {
  const token = tokens[at];
  if (!token) return null;
  const number = readNumber(tokens, at);
  if (number) return number;
  if (token.kind === 'json') return { value: token.value ?? null, length: 1 };
  if (token.word === 'true' || token.word === 'yes') return { value: true, length: 1 };
  if (token.word === 'false' || token.word === 'no') return { value: false, length: 1 };
  return token.kind === 'mark' || token.kind === 'break' ? null : { value: token.text, length: 1 };
}

function readChoices(tokens: readonly Token[], at: number): Constraints | null {
  const start = matchWords(tokens, at, [
    'one of',
    'either',
    'any of',
    'enum',
    'enum of',
    'only one of',
    'allowed values',
    'allowed values are',
    'allowed',
    'values',
  ]);
  if (start === 0) return null;
  const skip = /^[:=(]$/.test(tokens[at + start]?.word ?? '') ? 1 : 0;
  const open = tokens.slice(at + start + skip);
  const bracket = open.findIndex(({ word }) => word === ')');
  const rest = bracket === -1 ? open : open.slice(0, bracket);
  const json = rest[0]?.kind === 'json' ? rest[0].value : undefined;
  if (Array.isArray(json)) return { patch: { enum: json }, length: start + skip + 1 };
  const values: JsonValue[] = [];
  let length = 0;
  for (const item of splitList(rest)) {
    const found = readValue(item, 0);
    // What follows the choices says something else: "default a".
    if (!found || found.length < item.length || readTerm(item)) break;
    if (typeof found.value === 'boolean') values.push(item[0]?.text ?? '');
    else values.push(found.value);
    const last = item.at(-1);
    length = last ? rest.indexOf(last) + 1 : length;
  }
  return values.length < 2 ? null : { patch: { enum: values }, length: start + skip + length };
}

function readTerm(tokens: readonly Token[]): boolean {
  return [readPresence, readBounds, readDefault].some((read) => read(tokens, 0) !== null);
}

function readPlace(tokens: readonly Token[], at: number): Constraints | null {
  const start = matchWords(tokens, at, [
    'in',
    'in the',
    'as',
    'as a',
    'as the',
    'from the',
    'sent in the',
  ]);
  const place = tokens[at + start]?.word ?? '';
  if (!PLACES.has(place)) return null;
  const more = matchWords(tokens, at + start + 1, ['parameter', 'argument', 'string', 'field']);
  return { patch: { in: place }, length: start + 1 + more };
}

function readType(tokens: readonly Token[], at: number): Constraints | null {
  const whole = matchWords(tokens, at, ['whole number', 'whole numbers']);
  if (whole > 0) return { patch: { type: 'integer' }, length: whole };
  const truth = matchWords(tokens, at, ['yes or no', 'true or false']);
  if (truth > 0) return { patch: { type: 'boolean' }, length: truth };
  const word = tokens[at]?.word ?? '';
  const type = Object.hasOwn(TYPES, word) ? TYPES[word] : undefined;
  if (type === undefined) return null;
  const of = matchWords(tokens, at + 1, [
    'of strings',
    'of texts',
    'of numbers',
    'of integers',
    'of ids',
  ]);
  return { patch: { type }, length: 1 + of };
}

function readText(tokens: readonly Token[], at: number): Constraints | null {
  const start = matchWords(tokens, at, [
    'described as',
    'description',
    'with the description',
    'with description',
    'which is',
    'meaning',
    '-',
    '–',
    '—',
  ]);
  const skip = /^[:=]$/.test(tokens[at + start]?.word ?? '') ? 1 : 0;
  const token = tokens[at + start + skip];
  return start > 0 && token?.kind === 'quote'
    ? { patch: { description: token.text }, length: start + skip + 1 }
    : null;
}
