import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { scanFacts } from './parameter-facts.ts';

/** Names are in Latin letters: words in other scripts are prose. */
const IDENTIFIER = String.raw`[\p{Script=Latin}_$][\p{Script=Latin}\p{N}_$]*(?:[.\-][\p{Script=Latin}\p{N}_$]+)*(?:\[\])?`;
const MARKED = new RegExp(
  `^(.*?)[\`*"'“_]+(?:\\?|&)?(${IDENTIFIER})(\\??)[\`*"'”_]+([?*!]?)(.*)$`,
  'su',
);
const SIMPLE = new RegExp(
  `^[?&]?(${IDENTIFIER})([?*!]?)(?=$|[\\s:=(\\[{,–—（：，-]|[^\\p{ASCII}])(.*)$`,
  'su',
);

/** A text without its filler words. */
export function stripFillers(text: string, lx: Lexicon): string {
  return text
    .replace(
      lx.rx(
        '<filler>|<both>|<all>|<please>|<second>|<first>|<argument>|<field>|<query>|<body>|<header>|<path>|<response>|<takes>|<and>',
        'g',
      ),
      ' ',
    )
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
}

/** Whether a text contains letters. */
export function hasWords(text: string): boolean {
  return /[\p{L}]/u.test(text);
}

interface Name {
  name: string;
  mark: string;
  lead: string;
  tail: string;
  isMarked: boolean;
}

/** The argument name in an item of a list. */
export function findName(
  text: string,
  lx: Lexicon,
  { isProse = false, isLoose = false }: { isProse?: boolean; isLoose?: boolean },
): Name | null {
  const trimmed = text.trim().replace(/^[-*•+]\s+/, '');
  const marked = MARKED.exec(trimmed);
  if (marked && !hasWords(stripFillers(scanFacts(marked[1] ?? '', lx).rest, lx))) {
    const [, lead = '', name = '', inner = '', mark = '', tail = ''] = marked;
    return { name, mark: inner || mark, lead, tail, isMarked: true };
  }
  const assigned = new RegExp(`^[?&]?(${IDENTIFIER})\\s*=\\s*(.*)$`, 'su').exec(trimmed);
  if (assigned) {
    const [, name = '', value = ''] = assigned;
    const isOpen = value === '' || /^[<{:$%]/.test(value);
    return { name, mark: '', lead: '', tail: isOpen ? '' : `=${value}`, isMarked: true };
  }
  const { lead, words } = cutLead(trimmed, lx);
  const simple = SIMPLE.exec(words);
  if (!simple) return null;
  const [, first = '', mark = '', tail = ''] = simple;
  if (
    mark === '' &&
    lx.is('strictType', first) &&
    new RegExp(`^\\s+(${IDENTIFIER})([?*!]?)\\s*(?:=.*)?$`, 'su').test(tail)
  ) {
    const typed = SIMPLE.exec(tail.trim());
    if (typed)
      return {
        name: typed[1] ?? '',
        mark: typed[2] ?? '',
        lead: `${lead} ${first}`,
        tail: typed[3] ?? '',
        isMarked: false,
      };
  }
  // "from and to (dates)" names two arguments; "to the customer" none.
  const isAlone = /^\s*(?:$|[(（:[{?*])/.test(tail) || !hasWords(scanFacts(tail, lx).rest);
  if (!isAlone && (lx.is('filler', first) || lx.is('nothing', first))) return null;
  if (lx.is('nothing', first) || lx.is('article', first) || lx.is('please', first)) return null;
  if (
    isProse &&
    !(isAlone && /^(?:from|to|on|at|by|in)$/i.test(first)) &&
    lx.is('stopsList', first)
  )
    return null;
  const named = { name: first, mark, lead, tail, isMarked: /[_$\d]|\p{Ll}\p{Lu}/u.test(first) };
  return (isProse && !isLoose) || lead.trim() !== '' ? withNoun(named, lx) : named;
}

/**
 * Joins the words of a noun into one name, up to its description: "a resolution text", "page size (integer)".
 */
function withNoun(named: Name, lx: Lexicon): Name {
  if (named.isMarked || named.mark !== '') return named;
  if (named.lead.trim() === '' && lx.knows(named.name)) return named;
  const words: string[] = [];
  let { tail } = named;
  for (
    let next = /^\s+(\p{L}+)(?=$|[\s(:,.])/u.exec(tail);
    next && words.length < 2 && isNounPart(next[1] ?? '', lx);
    next = /^\s+(\p{L}+)(?=$|[\s(:,.])/u.exec(tail)
  ) {
    words.push(next[1] ?? '');
    tail = tail.slice(next[0].length);
  }
  const isWhole =
    /^\s*(?:$|[(（:,.])/.test(tail) || !hasWords(stripFillers(scanFacts(tail, lx).rest, lx));
  return isWhole ? { ...named, name: [named.name, ...words].join('_'), tail } : named;
}

/** A word without a meaning of its own, or the "name" of "first name". */
function isNounPart(word: string, lx: Lexicon): boolean {
  return !lx.knows(word) || /^name$/i.test(word);
}

/** Removes articles and qualifiers before the name: "an optional", "required", "收件人 recipient". */
function cutLead(text: string, lx: Lexicon): { lead: string; words: string } {
  const match = lx
    .rx(
      String.raw`^(?:(?:<article>|<optional>|<required>|<takes>|<argument>\s+(?:<named>\s+)?|<field>\s+(?:<named>\s+)?|<header>\s+(?=[\p{L}]+-))(?:\s+|(?<=[^\x00-\x7f])))+(?=[\p{L}_$])|^[\u3040-\u30ff\u4e00-\u9fff]{1,12}\s*(?=[a-z_])`,
    )
    .exec(text);
  const lead = match?.[0] ?? '';
  return { lead, words: text.slice(lead.length) };
}
