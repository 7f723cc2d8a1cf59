/** A part of a pattern (ECMA-262 with the flag `u`), as a tree. */
export type PatternNode =
  /** One character that the class matches. */
  | { kind: 'character'; matches: (character: string) => boolean }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; options: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; least: number; most: number; isLazy?: boolean }
  /** A group that remembers what it matched; numbered from 1, by their parentheses. */
  | { kind: 'group'; part: PatternNode; number: number; name: string | null }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'boundary'; isNegated: boolean }
  | { kind: 'look'; part: PatternNode; isBehind: boolean; isNegated: boolean }
  /** Matches what a group matched before: no automaton does that. */
  | { kind: 'reference'; group: string | number };

/** Groups nested deeper are nobody's pattern. */
const MAX_DEPTH = 200;

/** Aborts a parse; never leaves this folder. */
export class Unsupported extends Error {}

interface Parser {
  source: string;
  at: number;
  depth: number;
  isLoose: boolean;
  groups: number;
}

/**
 * A pattern that `new RegExp(pattern, 'u')` accepts; throws `Unsupported` for modifiers and deep nesting.
 *
 * @param isLoose also what is accepted without the flag, and modifiers, which are not looked at.
 */
export function parsePattern(source: string, { isLoose = false } = {}): PatternNode {
  const parser = { source, at: 0, depth: 0, isLoose, groups: 0 };
  const node = parseChoice(parser);
  if (parser.at < source.length) throw new Unsupported();
  return node;
}

function parseChoice(parser: Parser): PatternNode {
  parser.depth += 1;
  if (parser.depth > MAX_DEPTH) throw new Unsupported();
  const options = [parseSequence(parser)];
  while (parser.source[parser.at] === '|') {
    parser.at += 1;
    options.push(parseSequence(parser));
  }
  parser.depth -= 1;
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
}

function parseSequence(parser: Parser): PatternNode {
  const parts: PatternNode[] = [];
  while (parser.at < parser.source.length && !'|)'.includes(parser.source[parser.at] ?? '')) {
    parts.push(parseQuantified(parser));
  }
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'sequence', parts };
}

const QUANTIFIER = /([*+?]|\{(\d+)(,?)(\d*)\})(\??)/y;

function parseQuantified(parser: Parser): PatternNode {
  const part = parseAtom(parser);
  const found = take(parser, QUANTIFIER);
  if (found === null) return part;
  const [, sign, from = '', comma = '', to = '', lazy] = found;
  const repeat = { kind: 'repeat' as const, part, isLazy: lazy === '?' };
  if (sign === '*') return { ...repeat, least: 0, most: Infinity };
  if (sign === '+') return { ...repeat, least: 1, most: Infinity };
  if (sign === '?') return { ...repeat, least: 0, most: 1 };
  const least = Number(from);
  const most = comma === '' ? least : to === '' ? Infinity : Number(to);
  return { ...repeat, least, most };
}

const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y;
/** An escape of one character, or of a class of them; a pair of surrogates is one. */
const CHARACTER_ESCAPE =
  /\\(?:[dDwWsStnrvf0]|[pP]\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|[\^$\\.*+?()[\]{}|/])/y;
const REFERENCE = /\\(?:([1-9]\d*)|k<([^>]*)>)/y;
const BOUNDARY = /\\[bB]/y;
const GROUP = /\((?:\?(:|=|!|<=|<!|<[^>=!][^>]*>))?/y;
const MODIFIERS = /\?[ims]*(?:-[ims]*)?:/y;
const LOOSE_ESCAPE = /\\[\s\S]/uy;
const LITERAL = /[\s\S]/uy;

function parseAtom(parser: Parser): PatternNode {
  switch (parser.source[parser.at]) {
    case '^':
      parser.at += 1;
      return { kind: 'start' };
    case '$':
      parser.at += 1;
      return { kind: 'end' };
    case '(':
      return parseGroup(parser);
    case '.':
      parser.at += 1;
      return classOf('.');
    case '[':
      return classOf(need(take(parser, CLASS))[0], parser.isLoose);
    case '\\':
      return parseEscape(parser);
    default: {
      const [literal] = need(take(parser, LITERAL));
      return { kind: 'character', matches: (character) => character === literal };
    }
  }
}

function parseEscape(parser: Parser): PatternNode {
  const boundary = take(parser, BOUNDARY);
  if (boundary !== null) return { kind: 'boundary', isNegated: boundary[0] === '\\B' };
  const reference = take(parser, REFERENCE);
  if (reference !== null) {
    const [, number, name = ''] = reference;
    return { kind: 'reference', group: number === undefined ? name : Number(number) };
  }
  const known = take(parser, CHARACTER_ESCAPE);
  if (known !== null || !parser.isLoose) return classOf(need(known)[0]);
  const [escaped] = need(take(parser, LOOSE_ESCAPE));
  return { kind: 'character', matches: (character) => character === escaped.slice(1) };
}

function parseGroup(parser: Parser): PatternNode {
  const sign = need(take(parser, GROUP))[1] ?? '';
  // A modifier, such as `(?i:`.
  const isModified = parser.source[parser.at] === '?';
  if (isModified && !(parser.isLoose && take(parser, MODIFIERS))) throw new Unsupported();
  const isCapturing = (sign === '' && !isModified) || /^<[^=!]/.test(sign);
  const number = isCapturing ? (parser.groups += 1) : 0;
  const part = parseChoice(parser);
  if (parser.source[parser.at] !== ')') throw new Unsupported();
  parser.at += 1;
  if (isCapturing) return { kind: 'group', part, number, name: sign.slice(1, -1) || null };
  if (!['=', '!', '<=', '<!'].includes(sign)) return part;
  return {
    kind: 'look',
    part,
    isBehind: sign.startsWith('<'),
    isNegated: sign.endsWith('!'),
  };
}

/** The engine itself decides what is in a class: of one character, it does so at once. */
function classOf(source: string, isLoose = false): PatternNode {
  const matcher = toMatcher(`^${source}$`, isLoose);
  return { kind: 'character', matches: (character) => matcher.test(character) };
}

function toMatcher(source: string, isLoose: boolean): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    if (!isLoose) throw error;
    return new RegExp(source);
  }
}

function take(parser: Parser, expected: RegExp): RegExpExecArray | null {
  expected.lastIndex = parser.at;
  const found = expected.exec(parser.source);
  if (found !== null) parser.at = expected.lastIndex;
  return found;
}

function need(found: RegExpExecArray | null): RegExpExecArray {
  if (found === null) throw new Unsupported();
  return found;
}
