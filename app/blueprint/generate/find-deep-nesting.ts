import { tokenizer, tokTypes } from 'acorn';
import type { Token } from 'acorn';

/** An offset in a text, and a reason why it is not parsed. */
export interface NestingProblem {
  at: number;
  message: string;
}

/** Characters that a parser may read: the text once, and again what it took for something else at first. */
const MAX_READ = 1_500_000;
/** Parts in one another. */
const MAX_DEPTH = 400;
/** Places where a parser may read again, in a text whose tokens cannot be told. */
const MAX_UNTOLD = 12;

const TOO_DEEP = 'The code is nested too deeply to be checked.';

/** A part in brackets. */
interface OpenPart {
  start: number;
  /** Characters read in parts inside of it, beyond those that they have. */
  extra: number;
  /** How often it is read twice; twice as often where that is only told behind it. */
  again: number;
}

/**
 * Finds code that nests so that a parser of TypeScript would take time that doubles with each level. Such a
 * parser learns only behind its end that a part in parentheses is a list of parameters, and reads it again,
 * and those inside of it once more with each. This is one pass over the tokens, before any parser.
 *
 * @returns null for any other code, correct or not.
 */
export function findDeepNesting(source: string): NestingProblem | null {
  const scan: Scan = { source, open: [], closed: null, hasClass: false, before: null };
  try {
    for (const token of tokenizer(source, { ecmaVersion: 'latest', sourceType: 'module' })) {
      const problem = readToken(scan, token);
      if (problem !== null) return problem;
    }
    return scan.closed === null ? null : leave(scan, scan.closed);
  } catch (error) {
    if (error instanceof RangeError) return { at: 0, message: TOO_DEEP };
    if (!(error instanceof SyntaxError)) throw error;
    const unsure = source.match(/\)\s*(?:=>|:)|>\s*\(|\bclass\b/g) ?? [];
    const at = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
    // Short code is left to the parser, which has the better words for what is wrong.
    if (unsure.length <= MAX_UNTOLD) return null;
    return { at, message: error.message.replace(/\s*\(\d+:\d+\)$/, '') };
  }
}

interface Scan {
  source: string;
  open: OpenPart[];
  /** A part whose end was the token before: the next one tells what it was. */
  closed: (OpenPart & { end: number }) | null;
  /** A class was named whose body is still to come. */
  hasClass: boolean;
  before: Token | null;
}

function readToken(scan: Scan, token: Token): NestingProblem | null {
  const { closed, before } = scan;
  if (closed !== null) {
    // An arrow, or a type of what is returned.
    if (token.type === tokTypes.arrow || token.type === tokTypes.colon) closed.again += 1;
    scan.closed = null;
    const problem = leave(scan, closed);
    if (problem !== null) return problem;
  }
  if (token.type === tokTypes._class) scan.hasClass = true;
  if (isOpening(token)) {
    const isBody = scan.hasClass && token.type === tokTypes.braceL;
    const isGeneric =
      token.type === tokTypes.parenL && scan.source.at((before?.end ?? 0) - 1) === '>';
    if (isBody) scan.hasClass = false;
    scan.open.push({ start: token.start, extra: 0, again: isBody || isGeneric ? 2 : 0 });
    if (scan.open.length > MAX_DEPTH) return { at: token.start, message: TOO_DEEP };
  } else if (isClosing(token)) {
    const part = scan.open.pop();
    if (part !== undefined) scan.closed = { ...part, end: token.end };
  }
  scan.before = token;
  return null;
}

function leave(
  { open, source }: Scan,
  { start, end, extra, again }: OpenPart & { end: number },
): NestingProblem | null {
  const read = (end - start + extra) * 2 ** again;
  if (read > MAX_READ + source.length) return { at: start, message: TOO_DEEP };
  const outer = open.at(-1);
  if (outer !== undefined) outer.extra += read - (end - start);
  return null;
}

function isOpening({ type }: Token): boolean {
  return [tokTypes.parenL, tokTypes.braceL, tokTypes.bracketL, tokTypes.dollarBraceL].includes(
    type,
  );
}

function isClosing({ type }: Token): boolean {
  return [tokTypes.parenR, tokTypes.braceR, tokTypes.bracketR].includes(type);
}
