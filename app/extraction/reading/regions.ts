import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import type { Mention } from './find-mentions.ts';
import { lineAbove, lineAt, type Line } from './lines.ts';

/** Parts of a text that belong to one mention. */
export interface Region {
  mention: Mention;
  /** From the beginning of its line, item or sentence to the mention. */
  lead: { start: number; end: number };
  /** From the mention to the next one, or to the end of its item or block. */
  tail: { start: number; end: number };
  /** The heading above it, if it is the first below that. */
  heading: string;
}

const SENTENCE_END = /[.!?;。！？；]["')`]?(?=\s|$)|[。！？；]/g;
/** A line that describes an argument or labels what follows: `name (string)`, `Body:`. */
const DETAIL =
  /^\s*(?:[-*+•]\s+)?[`*_"]{0,3}[\p{L}_$][\p{L}\p{N}_.$-]*(?:\[\])?[`*_"]{0,3}\??\s*(?:[:(（{–—]|-\s|\t|$)/u;
const LABEL = /^\s*(?:[-*+•]\s+)?[`*_]{0,3}[\p{L}][\p{L}\s/]{0,40}[`*_]{0,3}\s*:[`*_]{0,3}\s*\S*/u;

/** Splits a text into the regions of its mentions. */
export function cutRegions(
  text: string,
  mentions: readonly Mention[],
  lines: readonly Line[],
  lx: Lexicon,
  isBase: (mention: Mention) => boolean,
): Region[] {
  const regions: Region[] = [];
  let free = 0;
  for (const [index, mention] of mentions.entries()) {
    const next = mentions[index + 1];
    const line = lineAt(lines, mention.start);
    const lead = { start: Math.max(free, line.start), end: mention.start };
    const sentence = lastSentenceEnd(text, lead.start, lead.end);
    const isTight = sentence > lead.start && /\s/.test(text[sentence] ?? '');
    if (isTight) lead.start = sentence;
    // Text between an address and the first request below it belongs to the request.
    const isLead = isBase(mention) && next !== undefined && next.start <= line.end;
    const end = isLead ? mention.end : endOf(text, mention, next, lines, lx);
    regions.push({
      mention,
      lead,
      tail: { start: mention.end, end },
      heading: headingOf(lines, line, free),
    });
    free = end;
  }
  return regions;
}

function lastSentenceEnd(text: string, start: number, end: number): number {
  let last = start;
  for (const match of text.slice(start, end).matchAll(SENTENCE_END)) {
    const isNumbering = /^\s*\(?(?:\d{1,3}|[a-z])$/i.test(text.slice(last, start + match.index));
    if (!isNumbering) last = start + match.index + match[0].length;
  }
  return last;
}

function endOf(
  text: string,
  mention: Mention,
  next: Mention | undefined,
  lines: readonly Line[],
  lx: Lexicon,
): number {
  const line = lineAt(lines, mention.start);
  const ownEnd = lineAt(lines, mention.end).end;
  const closing = closingBracket(text, line.start, mention, ownEnd);
  if (next && next.start <= ownEnd) {
    if (closing !== null && closing < next.start) return closing;
    const sentence = lastSentenceEnd(text, mention.end, next.start);
    return sentence > mention.end ? sentence : next.start;
  }
  if (closing !== null && !next) return Math.max(closing, ownEnd);
  const stop = next ? lineAt(lines, next.start).start : text.length;
  const isProse =
    next !== undefined &&
    line.kind === 'text' &&
    next.start - stop > 15 &&
    lineAt(lines, next.start).kind === 'text';
  const limit = next && isProse ? sentenceBefore(text, mention.end, next.start, stop) : stop;
  return extend(mention, line, ownEnd, limit, lines, lx);
}

/** In prose the next mention's sentence may begin on a line of this one's. */
function sentenceBefore(text: string, from: number, next: number, lineStart: number): number {
  const sentence = lastSentenceEnd(text, from, next);
  return sentence > from &&
    sentence < lineStart &&
    !/\n\s*\n/.test(text.slice(sentence, next)) &&
    /^\s*\p{Lu}/u.test(text.slice(sentence))
    ? sentence
    : lineStart;
}

/** Includes lines below a mention that are about it. */
function extend(
  mention: Mention,
  own: Line,
  ownEnd: number,
  limit: number,
  lines: readonly Line[],
  lx: Lexicon,
): number {
  let end = Math.min(ownEnd, limit);
  let sawBlank = false;
  let count = 0;
  const isProse = own.kind === 'text' && mention.start - own.start > 40;
  for (const line of lines) {
    if (line.start <= own.start || line.end <= ownEnd) continue;
    if (line.start >= limit || line.kind === 'heading') break;
    if (line.kind === 'blank') {
      sawBlank = true;
      continue;
    }
    if (line.isQuoted !== own.isQuoted) break;
    if (!belongs(line, own, { sawBlank, isProse, isFirst: count === 0 }, lx)) break;
    end = Math.min(line.end, limit);
    sawBlank = false;
    count += 1;
  }
  return end;
}

function belongs(
  line: Line,
  own: Line,
  { sawBlank, isProse, isFirst }: { sawBlank: boolean; isProse: boolean; isFirst: boolean },
  lx: Lexicon,
): boolean {
  if (own.kind === 'item' && line.kind === 'item' && line.indent <= own.indent) return false;
  if (line.indent > own.indent && line.kind !== 'heading') return true;
  if (line.indent < own.indent && line.kind === 'text') return false;
  if (isAboutMore(line.text, lx)) return false;
  const isDetail = DETAIL.test(line.text) || LABEL.test(line.text);
  if (own.kind === 'item') return line.kind === 'item' ? false : isDetail && !sawBlank;
  if (isDetail || line.kind === 'item') return true;
  if (sawBlank) return false;
  return isProse || (isFirst && !/[.!?]\s*$/.test(line.text) && !hasVerb(line.text, lx));
}

/** Whether a sentence is about several endpoints: "Both should return …", "all of them". */
function isAboutMore(text: string, lx: Lexicon): boolean {
  return lx
    .rx(
      String.raw`^\s*(?:(?:<both>|<others>|<please>|<auth>|<bearer>|<basic>)|<all>\s+(?:<filler>|<tool>))`,
    )
    .test(text);
}

function hasVerb(text: string, lx: Lexicon): boolean {
  return lx.rx(String.raw`^\s*(?:<please>|<question>|<takes>)`).test(text);
}

/** Position at which the bracket around a mention closes; null if there is none. */
function closingBracket(text: string, start: number, mention: Mention, end: number): number | null {
  let depth = 0;
  for (const char of text.slice(start, mention.start)) {
    if (char === '(' || char === '（') depth += 1;
    if (char === ')' || char === '）') depth = Math.max(0, depth - 1);
  }
  if (depth === 0) return null;
  for (let index = mention.end; index < end; index += 1) {
    const char = text[index];
    if (char === '(') depth += 1;
    if (char === ')' || char === '）') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return null;
}

function headingOf(lines: readonly Line[], own: Line, free: number): string {
  const before = lineAbove(lines, own);
  return before?.kind === 'heading' && before.start >= free ? before.text : '';
}
