import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { toLines, withoutMarks } from './lines.ts';

/** One sentence or item of a message. */
export interface Clause {
  text: string;
  /** Quoted from another person: data, never a request. */
  isQuoted: boolean;
  /** Ends with a question mark. */
  isQuestion: boolean;
}

const MAX_CLAUSES = 60;
const MAX_LENGTH = 1_000;
/** End of a sentence, or "; "; not an abbreviation or a number. */
const END =
  /(?<=[^\s.](?<!\b(?:e\.g|i\.e|etc|max|min|no|z\.B|bzw|approx))[.!?;。！？；])["')”]*(?=\s)|(?<=[。！？；])/u;

/** Splits the rest of a message into sentences and items. */
export function toClauses(text: string, lx: Lexicon): Clause[] {
  const clauses: Clause[] = [];
  let open = '';
  const flush = () => {
    for (const sentence of describesAtLength(open, lx) ? [open] : cutSentences(open)) {
      const clean = sentence.trim().replace(/\s+/g, ' ');
      if (!/[\p{L}\p{N}]/u.test(clean)) continue;
      clauses.push({
        text: clean.slice(0, MAX_LENGTH),
        isQuoted: false,
        isQuestion: /[?？]["')”\s]*$/.test(clean),
      });
    }
    open = '';
  };
  for (const line of toLines(text)) {
    if (line.kind === 'blank' || line.kind === 'item' || line.kind === 'heading') flush();
    if (line.kind === 'blank') continue;
    const words = withoutMarks(line.text);
    if (line.isQuoted) {
      flush();
      clauses.push({ text: words.slice(0, MAX_LENGTH), isQuoted: true, isQuestion: false });
      continue;
    }
    open = open === '' ? words : `${open}\n${words}`;
    if (line.kind === 'heading') flush();
  }
  flush();
  return clauses.slice(0, MAX_CLAUSES);
}

function cutSentences(text: string): string[] {
  return text.split(/\n/).flatMap((line) => line.replace(/\s+(?=[.;!?](?:\s|$))/g, '').split(END));
}

/** Whether a description follows to the end: "Describe it as: …". */
function describesAtLength(text: string, lx: Lexicon): boolean {
  return lx.rx(String.raw`<describe>[^.:]{0,80}[:：]`).test(text);
}
