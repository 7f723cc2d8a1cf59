import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { BRACKETED, isFieldList } from './is-field-list.ts';
import { withoutMarks } from './lines.ts';

const MAX_DESCRIPTION = 500;

/** The words that describe what the endpoint does. */
export function describeInWords(text: string, lx: Lexicon): string {
  const [first = '', ...rest] = text.replace(/-\n\s*(?=\p{Ll})/gu, '').split('\n');
  const own = first.replace(BRACKETED, (all, inner: string) =>
    isFieldList(inner, lx, false) ? ' ' : all,
  );
  const words = clean(cutAtTrigger(own, lx), lx);
  if (words !== '') return words;
  const next = rest.filter((line) => line.trim() !== '').join(' ');
  const sentence = /^[^.!?\n]*[.!?]?/.exec(next.trim())?.[0] ?? '';
  return DETAIL_START.test(next) ||
    (lx.rx('<response>|<returns>').test(sentence) &&
      /:?\s*$/.test(sentence) &&
      lx
        .rx(
          String.raw`^\W*(?:(?:<filler>|<it>|<question>)\s+)*(?:<response>|<returns>)|(?:<response>|<returns>)\s*:?\s*$`,
        )
        .test(sentence)) ||
    lx
      .rx(String.raw`^\s*[-*•]?\s*(?:<body>|<query>|<argument>|<field>|<header>|<response>)\s*[:(]`)
      .test(next)
    ? ''
    : clean(cutAtTrigger(sentence, lx), lx);
}

const DETAIL_START =
  /^\s*(?:[-*+•]\s+)?[`*_"]{0,3}[\p{L}_$][\p{L}\p{N}_.$-]*[`*_"]{0,3}\??\s*[:(（]/u;

function cutAtTrigger(text: string, lx: Lexicon): string {
  const match = lx
    .rx(
      String.raw`(?:[,;:.(（]|\s[–—-])\s*(?:<takes>|<query>|<body>|<argument>|<optional>|<filterBy>|<field>)|(?:<filterBy>)\s+[\x60*_]|(?:<query>|<body>|<argument>)\s*:|^\s*(?:<takes>|<body>|<query>)\s|\s[?&]\w|[{]`,
    )
    .exec(text);
  return match ? text.slice(0, match.index) : text;
}

function clean(text: string, lx: Lexicon): string {
  const words = withoutMarks(text)
    .replace(/\\([-_*])/g, '$1')
    .replace(/[`*]+/g, '')
    .replace(/^[\s:;,.?!@)}\]|>–—→-]+|[\s:;,({[|–—-]+$/gu, '')
    .replace(/\s+/g, ' ');
  return words.length < 3 ||
    !/\p{L}{2}/u.test(words) ||
    lx.rx('^(?:(?:<please>|<and>|<from>|<required>|<optional>)[\\s.,!]*)+$').test(words)
    ? ''
    : words.slice(0, MAX_DESCRIPTION);
}
