import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

export interface ListPiece {
  text: string;
  /** Separator from the previous item. */
  joined: 'start' | 'comma' | 'and';
}

const OPENING = '([{（【«“';
const CLOSING = ')]}）】»”';
const COMMAS = ',;\n、，；';

/** Splits a list at commas and "and"s; text in brackets or quotes stays together. */
export function splitList(text: string, lx: Lexicon): ListPiece[] {
  const pieces: ListPiece[] = [];
  let start = 0;
  let joined: ListPiece['joined'] = 'start';
  const cut = (end: number, next: number, how: ListPiece['joined']) => {
    const piece = text.slice(start, end).trim();
    if (piece !== '') pieces.push({ text: piece, joined });
    if (piece !== '' || joined === 'start') joined = pieces.length === 0 ? 'start' : how;
    else if (how === 'and') joined = 'and';
    start = next;
  };
  const ands = findAnds(text, lx);
  let depth = 0;
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if (quote !== '') {
      if (char === quote || char === '\n') quote = '';
      continue;
    }
    if (
      char === '`' ||
      char === '"' ||
      (char === "'" && /[\s(:,=|]|^$/.test(text[index - 1] ?? ''))
    ) {
      quote = text.indexOf(char, index + 1) > 0 ? char : '';
      continue;
    }
    if (OPENING.includes(char)) depth += 1;
    else if (CLOSING.includes(char)) depth = Math.max(0, depth - 1);
    if (depth > 0) continue;
    const end = ands.get(index);
    if (COMMAS.includes(char) && !isDecimal(text, index)) cut(index, index + 1, 'comma');
    else if (end !== undefined) {
      cut(index, end, 'and');
      index = end - 1;
    }
  }
  cut(text.length, text.length, 'comma');
  return pieces;
}

function isDecimal(text: string, index: number): boolean {
  return (
    text[index] === ',' && /\d/.test(text[index - 1] ?? '') && /\d/.test(text[index + 1] ?? '')
  );
}

/** Positions of "and"s; one between two numbers is part of a range. */
function findAnds(text: string, lx: Lexicon): Map<number, number> {
  const found = new Map<number, number>();
  // "from/to (dates)" are two.
  for (const { index } of text.matchAll(lx.rx(String.raw`(?<=<from>)\/(?=<to>)`, 'g')))
    found.set(index, index + 1);
  // "no más de 50", "non più di 50": a bound may contain a word for "plus".
  const bounds = [...text.matchAll(lx.rx('<atMost>|<atLeast>', 'g'))];
  for (const match of text.matchAll(lx.rx('<and>', 'g'))) {
    const isBound = bounds.some(
      ({ index, 0: words }) => match.index > index && match.index < index + words.length,
    );
    if (isBound) continue;
    const end = match.index + match[0].length;
    const isRange = /\d\s*$/.test(text.slice(0, match.index)) && /^\s*-?\d/.test(text.slice(end));
    const isWord =
      /^\s|^[^\p{ASCII}]/u.test(text.slice(end)) ||
      /[^\p{ASCII}]/u.test(match[0]) ||
      match[0] === '&';
    const isKey = match[0] === '&' && /\S/.test(text[end] ?? '');
    // "1 is also the default"
    const isFact = lx
      .rx(String.raw`^\s*(?:<filler>\s+)*<default>\s*(?:[.,;)]|$)`)
      .test(text.slice(end));
    if (!isRange && isWord && !isKey && !isFact) found.set(match.index, end);
  }
  return found;
}
