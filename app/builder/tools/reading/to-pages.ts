import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { PathProblem } from '#app/platform/json-path.ts';

/** Characters of the items of one page, as JSON: an answer with a page in it is never cut. */
export const PAGE_CHARACTERS = 16_000;

/** Characters of a page of text; what tells it indents each line. */
const TEXT_CHARACTERS = 16_000;
const INDENT = 2;

/** Characters of a piece, so that a page holds it with its label. */
const PIECE_CHARACTERS = 15_500;

/** The place of a page among all, and how many items these hold. */
export interface PageNote {
  number: number;
  of: number;
  total: number;
}

/** A part of something that is longer than a page: a slice of its JSON, which goes on on the next page. */
export interface Piece {
  of: string;
  piece: number;
  pieces: number;
  json: string;
}

/** The items in pages that a model reads whole; at least one page, which may be empty. */
export function toPages<Item>(items: readonly Item[], most = Infinity): Item[][] {
  let last: Item[] = [];
  const pages = [last];
  let room = PAGE_CHARACTERS;
  for (const item of items) {
    const size = JSON.stringify(item).length + 1;
    if (last.length === most || (size > room && last.length > 0)) {
      last = [];
      pages.push(last);
      room = PAGE_CHARACTERS;
    }
    last.push(item);
    room -= size;
  }
  return pages;
}

/**
 * One page of the items; a problem names the last one where there is none of that number.
 *
 * @param most items of a page at most, where the first ones matter most.
 */
export function takePage<Item>(
  items: readonly Item[],
  number: number,
  most?: number,
): Result<{ shown: Item[]; page: PageNote }, { reason: 'refused'; problems: PathProblem[] }> {
  const pages = toPages(items, most);
  const shown = pages[number - 1];
  if (shown) return succeed({ shown, page: { number, of: pages.length, total: items.length } });
  return noPage(number, pages.length);
}

/** One page of a text, which is all of it where no place of a page is told. */
export interface TextPage {
  text: string;
  page?: Omit<PageNote, 'total'>;
}

/** One page of a text; lines stay whole where a page holds them. */
export function takeTextPage(
  text: string,
  number: number,
  characters: number = TEXT_CHARACTERS,
): Result<TextPage, { reason: 'refused'; problems: PathProblem[] }> {
  const pages = toTextPages(text, characters);
  const shown = pages[number - 1];
  if (shown === undefined) return noPage(number, pages.length);
  return succeed(
    pages.length === 1 ? { text } : { text: shown, page: { number, of: pages.length } },
  );
}

function toTextPages(text: string, characters: number): string[] {
  const pages: string[] = [];
  let page = '';
  let room = characters;
  for (const line of text.split(/(?<=\n)/).flatMap((each) => toSlices(each, characters - INDENT))) {
    if (line.length + INDENT > room && page !== '') {
      pages.push(page);
      page = '';
      room = characters;
    }
    page += line;
    room -= line.length + INDENT;
  }
  return [...pages, page];
}

/** A line in slices of so many characters; a character of two units stays whole. */
function toSlices(line: string, characters: number): string[] {
  const slices: string[] = [];
  let rest = line;
  while (rest.length > characters) {
    const end = /[\uD800-\uDBFF]/.test(rest.charAt(characters - 1)) ? characters - 1 : characters;
    slices.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...slices, rest];
}

function noPage(number: number, last: number) {
  const message = `There is no page ${number}: the last one is ${last}.`;
  return fail({ reason: 'refused' as const, problems: [{ path: '$.page', message }] });
}

/** Whether something needs pieces, because no page holds it. */
export function isLongerThanPage(value: unknown): boolean {
  return JSON.stringify(value).length > PAGE_CHARACTERS;
}

/** Cuts something that no page holds into pieces that one after the other hold all of it. */
export function toPieces(of: string, value: unknown): Piece[] {
  const text = JSON.stringify(value);
  const slices: string[] = [];
  for (let from = 0; from < text.length;) {
    let length = PIECE_CHARACTERS;
    while (JSON.stringify(text.slice(from, from + length)).length > PIECE_CHARACTERS) {
      length = Math.floor(length * 0.9);
    }
    // A character of two units stays whole.
    if (/[\uD800-\uDBFF]$/.test(text.slice(from, from + length))) length -= 1;
    slices.push(text.slice(from, from + length));
    from += length;
  }
  return slices.map((json, index) => ({ of, piece: index + 1, pieces: slices.length, json }));
}
