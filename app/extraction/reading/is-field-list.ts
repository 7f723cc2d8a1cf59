import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { scanFacts } from './parameter-facts.ts';
import { readParameterList } from './parameters.ts';
import type { ParameterSketch } from './sketch.ts';
import { splitList } from './split-list.ts';

/** Text in brackets, with one nested level. */
export const BRACKETED =
  /[([{（]([^()[\]{}（）]*(?:[([{（][^()[\]{}（）]*[)\]}）][^()[\]{}（）]*)*)[)\]}）]/g;

/** Applies the label's presence to each item: "optional query: day, trainer". */
export function withPresence(label: string, list: string, lx: Lexicon): string {
  if (lx.rx('<optional>').test(label)) return `${list.trim().replace(/[.;]$/, '')}, all optional`;
  return lx.rx('<required>').test(label)
    ? `${list.trim().replace(/[.;]$/, '')}, all required`
    : list;
}

/** Text up to the end of the sentence, or to a change of topic. */
export function cutSentence(text: string, lx: Lexicon): string {
  const end = /[.!?。！？](?=\s|$)|\n\s*\n|[。]/.exec(text)?.index ?? text.length;
  const cut = text.slice(0, Math.min(end, openBracket(text)));
  const other = lx
    .rx(String.raw`(?:[,;]\s*|\s+)(?:<nothing>|<returns>\s|<confirm>|<filler>\s+<named>)`)
    .exec(cut)?.index;
  return other === undefined ? cut : cut.slice(0, other);
}

/** Position at which a bracket opened before the text closes. */
function openBracket(text: string): number {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if ('([{（'.includes(char)) depth += 1;
    if (')]}）'.includes(char)) depth -= 1;
    if (depth < 0) return index;
  }
  return text.length;
}

/** Whether text in brackets lists names: at least one, and no plain prose. */
export function isFieldList(text: string, lx: Lexicon, isLabelled: boolean): boolean {
  const pieces = text.split(/[,;、，]/).filter((piece) => piece.trim() !== '');
  if (pieces.length === 0) return false;
  const parameters = readParameterList(text, lx);
  const [first = ''] = pieces;
  if (
    parameters.length === 0 ||
    lx.is('strictType', first.trim()) ||
    lx.rx('^\\s*(?:<required>|<optional>|<default>|<atMost>)').test(first)
  )
    return false;
  const isShort = (piece: string) =>
    /[`:=?*({]/.test(piece) || piece.trim().split(/\s+/).length <= 4;
  const isSingleWord =
    pieces.length === 1 &&
    !isLabelled &&
    !/[`:=?*]/.test(text) &&
    text.trim().split(/\s+/).length > 1 &&
    !lx.rx('<and>|<strictType>|<required>|<optional>').test(text);
  return pieces.every(isShort) && !isSingleWord;
}

/**
 * Whether a text has only names, or at least two with descriptions: "sailingId, passengers, vehicle
 * (optional)".
 */
export function areNames(segment: string, read: readonly ParameterSketch[], lx: Lexicon): boolean {
  const pieces = splitList(segment, lx).map(({ text }) =>
    text.replace(/\([^)]*\)/g, '').replace(/(?<=\S)\s.*/s, (tail) => scanFacts(tail, lx).rest),
  );
  return (
    pieces.length > 1 &&
    read.length === pieces.length &&
    (read.filter((each) => Object.keys(each).length > 1).length > 1 ||
      pieces.every((piece) => /^[`"']?[\p{Script=Latin}_][\w-]*[`"'?*]?\s*$/u.test(piece)))
  );
}

/** Whether a line is a sentence, not a name with its description. */
export function isProseLine(line: string, lx: Lexicon): boolean {
  const words = line.trim().split(/\s+/);
  return (
    words.length > 4 &&
    !/^\s*(?:[-*+•]\s+)?\S+\s*[:(（–—\t-]/.test(line) &&
    lx.rx('<filler>').test(line)
  );
}

/** Whether a list of names follows; after a weak word such as "with" it must have no articles. */
export function beginsList(list: string, isStrong: boolean, lx: Lexicon): boolean {
  if (list.trim() === '') return false;
  return (
    isStrong ||
    !lx.rx(String.raw`^\s*(?:<stopsList>|<all>)(?!\s*(?:$|[,(（]|<and>))`).test(list) ||
    /^\s*[`*_]/.test(list)
  );
}
