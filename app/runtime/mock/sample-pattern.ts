import { isMatch } from '../schema/pattern/pattern.ts';

/**
 * A parsed part of a pattern: writes one matching text, with quantified parts repeated `extra` times more.
 */
type Piece = (extra: number) => string;

/** Reasonable patterns stay far below these. */
const MAX_REPEATS = 1_000;
const MAX_TEXT = 100_000;

/**
 * Makes a text that a simple regular expression matches: literals, classes, groups, alternatives and
 * quantifiers. Null for look-arounds and back references, and if the text does not match after all.
 */
export function samplePattern(pattern: string, minLength: number): string | null {
  const parser = { source: pattern, at: 0 };
  try {
    const piece = parseAlternatives(parser);
    if (parser.at < pattern.length) return null;
    for (let extra = 0; extra <= MAX_REPEATS; extra = extra * 2 + 1) {
      const text = piece(extra);
      if (text.length >= minLength) return isMatch(pattern, text) ? text : null;
    }
    return null;
  } catch {
    return null;
  }
}

interface Parser {
  source: string;
  at: number;
}

/** Aborts the attempt; never leaves this file. */
class Unsupported extends Error {}

function parseAlternatives(parser: Parser): Piece {
  const first = parseSequence(parser);
  while (parser.source[parser.at] === '|') {
    parser.at += 1;
    parseSequence(parser);
  }
  return first;
}

function parseSequence(parser: Parser): Piece {
  const pieces: Piece[] = [];
  while (parser.at < parser.source.length && !'|)'.includes(parser.source[parser.at] ?? '')) {
    pieces.push(parseQuantified(parser));
  }
  return (extra) => {
    let text = '';
    for (const piece of pieces) {
      text += piece(extra);
      if (text.length > MAX_TEXT) throw new Unsupported();
    }
    return text;
  };
}

function parseQuantified(parser: Parser): Piece {
  const piece = parseAtom(parser);
  const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(parser.source.slice(parser.at));
  if (quantifier === null) return piece;
  parser.at += quantifier[0].length;
  const [, sign, from = '0', comma, to = ''] = quantifier;
  const least = sign === undefined ? Number(from) : sign === '+' ? 1 : 0;
  const isBounded = sign === '?' || (sign === undefined && (comma === '' || to !== ''));
  const most = sign === '?' ? 1 : comma === '' ? least : to === '' ? Infinity : Number(to);
  return (extra) => {
    // An optional part appears once: that is more telling, and avoids an empty text.
    const wanted = Math.max(least, isBounded ? least : 1) + extra;
    const text = piece(extra);
    const times = Math.min(wanted, most, MAX_REPEATS);
    // Repetition in repetition multiplies: six levels of a thousand would be more text than there is memory.
    if (text.length * times > MAX_TEXT) throw new Unsupported();
    return text.repeat(times);
  };
}

function parseAtom(parser: Parser): Piece {
  const character = parser.source[parser.at] ?? '';
  parser.at += 1;
  switch (character) {
    case '^':
    case '$':
      return () => '';
    case '.':
      return () => 'a';
    case '(':
      return parseGroup(parser);
    case '[':
      return parseClass(parser);
    case '\\':
      return parseEscape(parser);
    default:
      return () => character;
  }
}

function parseGroup(parser: Parser): Piece {
  const head = /^\?(?::|<[A-Za-z_]\w*>)/.exec(parser.source.slice(parser.at));
  if (head !== null) parser.at += head[0].length;
  else if (parser.source[parser.at] === '?') throw new Unsupported();
  const piece = parseAlternatives(parser);
  if (parser.source[parser.at] !== ')') throw new Unsupported();
  parser.at += 1;
  return piece;
}

/** Candidates for a class, the most harmless first. */
const CANDIDATES =
  'a1A-_ .,:/@+=#ebcdfghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ023456789é!?*~$%&()[]{}<>|^"\';\\';

function parseClass(parser: Parser): Piece {
  const end = /^\^?\]?(?:\\[\s\S]|[^\]\\])*\]/.exec(parser.source.slice(parser.at));
  if (end === null) throw new Unsupported();
  const matcher = new RegExp(`^[${end[0]}$`, 'u');
  parser.at += end[0].length;
  const found = Array.from(CANDIDATES).find((candidate) => matcher.test(candidate));
  if (found === undefined) throw new Unsupported();
  return () => found;
}

function parseEscape(parser: Parser): Piece {
  const rest = parser.source.slice(parser.at);
  const special =
    /^(?:[dDwWsS]|p\{[^}]*\}|P\{[^}]*\}|u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[tnrfv0])/.exec(
      rest,
    );
  if (special !== null) {
    const matcher = new RegExp(`^\\${special[0]}$`, 'u');
    parser.at += special[0].length;
    const found = Array.from(`${CANDIDATES}\t\n\r`).find((candidate) => matcher.test(candidate));
    if (found === undefined) throw new Unsupported();
    return () => found;
  }
  if (/^[bBk1-9]/.test(rest)) throw new Unsupported();
  const character = rest[0] ?? '';
  parser.at += 1;
  return () => character;
}
