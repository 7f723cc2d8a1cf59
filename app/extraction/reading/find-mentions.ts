import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

/** A request, an address or a path in a text. */
export interface Mention {
  start: number;
  end: number;
  /** Upper case; empty if only an address or a path is named. */
  methods: string[];
  /** As written, without trailing punctuation. */
  target: string;
  kind: 'request' | 'address' | 'path';
}

const METHOD = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';
/** Characters of an address, including arguments in any brackets. */
const PART = String.raw`(?:\{\{[^{}\n]{1,60}\}\}|\{[^{}\n]{1,60}\}|\$\{[^{}\n]{1,60}\}|<[\w:.\- ]{1,60}>|\[\.{0,3}[\w|]{0,60}\]|(?<==[\w|-]{1,60})\|(?=\w)|[^\s\x60"'<>|\\()[\]{}（）「」『』【】。，、；：！？“”‘’*,;\u2013\u2014])`;
const COMMA = String.raw`(?:,(?=[^\s,'"\x60]))`;
const ADDRESS = String.raw`https?:\/\/(?:${PART}|${COMMA})+`;
const PATH = String.raw`\/(?:${PART}|${COMMA})*`;
const TARGET = `(?:${ADDRESS}|${PATH})`;
/** Text between a method and its address: marks, and small words as in "a POST request to". */
const GAP = String.raw`(?:[\s\x60*"'{:|(\[]|[–—-]+>?|→|=>|<filler>|<tool>|<path>|<base>){0,10}?`;

/** Finds all requests, addresses and paths of a text, in order; none overlap. */
export function findMentions(text: string, lx: Lexicon): Mention[] {
  const found: Mention[] = [];
  const isFree = (start: number, end: number) =>
    !found.some((each) => start < each.end && end > each.start);
  const add = (
    start: number,
    raw: string,
    methods: string[],
    kind: Mention['kind'],
    whole = start,
  ) => {
    const target = trimTarget(raw);
    if (target === '' || (kind === 'path' && !isPath(target))) return;
    const end = start + target.length;
    if (isFree(whole, end)) found.push({ start: whole, end, methods, target, kind });
  };
  const after = String.raw`(?<=^[ \t>]*(?:[-*+•]|\d{1,3}[.)])?[ \t\x60*]*)(${TARGET})[\x60*)\]]*[ \t]*(?:[:|(\[ \t]|[–—-]+){1,8}((?:${METHOD})(?:[ \t]*[,/|& \t][ \t]*(?:${METHOD}))*)(?![\p{L}\p{N}_])(?![ \t]*[:\x60*]*[ \t]*(?:https?:)?\/)`;
  for (const match of text.matchAll(new RegExp(after, 'gmu'))) {
    const [whole, target = '', names = ''] = match;
    const start = match.index;
    if (!isFree(start, start + whole.length)) continue;
    const clean = trimTarget(target);
    if (clean.startsWith('/') && !isPath(clean)) continue;
    const end = start + whole.length;
    found.push({ start, end, methods: toMethods(names), target: clean, kind: 'request' });
  }
  const methods = String.raw`(?<![\p{L}\p{N}_/.\-])((?:${METHOD})(?:(?:\s*[|/,&]\s*|\s+<and>\s+)(?:${METHOD})(?![\p{L}]))*)(?:e?s|ing)?(?![\p{L}\p{N}_])`;
  for (const match of text.matchAll(lx.rx(`${methods}${GAP}(?<![\\p{L}\\p{N}])(${TARGET})`, 'g'))) {
    const [whole, names = '', target = ''] = match;
    if (
      /\n\s*\n\s*\S/.test(whole.slice(names.length, -target.length)) &&
      !/^[A-Z]+\s+\S+$/.test(whole)
    )
      continue;
    const at = match.index + whole.length - target.length;
    add(at, target, toMethods(names), 'request', match.index);
  }
  for (const match of text.matchAll(new RegExp(ADDRESS, 'giu')))
    add(match.index, match[0], [], 'address');
  for (const match of text.matchAll(
    new RegExp(String.raw`(?<![\p{L}\p{N}/:.<~})\]])${PATH}`, 'gu'),
  )) {
    add(match.index, match[0], [], 'path');
  }
  return found.toSorted((a, b) => a.start - b.start);
}

function toMethods(text: string): string[] {
  const names = text.toUpperCase().match(new RegExp(METHOD, 'g')) ?? [];
  const served = [...new Set(names)].filter((name) => name !== 'HEAD' && name !== 'OPTIONS');
  return served.length > 0 ? served : [...new Set(names)];
}

/** An address without surrounding punctuation. */
export function trimTarget(raw: string): string {
  return raw.replace(/[.,:;!?…*_]+$/u, '');
}

/** Whether it is a path of an API: "/users/{id}", "/v2"; not "and/or", "/" or a comment. */
function isPath(target: string): boolean {
  return /^\/[\p{L}_{<[:$%]/u.test(target) && !target.startsWith('//');
}
