import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { toLines, withoutMarks } from './lines.ts';

/** One sentence or item of a message that asks for something. */
export interface Clause {
  text: string;
  /** In the words of another person: data, never a request. */
  isQuoted: boolean;
  /** Ends with a question mark. */
  isQuestion: boolean;
}

const MAX_CLAUSES = 60;
const MAX_LENGTH = 1_000;
/** A new sentence, or "; ": an abbreviation or a number does not end one. */
const END =
  /(?<=[^\s.](?<!\b(?:e\.g|i\.e|etc|max|min|no|z\.B|bzw|approx))[.!?;。！？；])["')”]*(?=\s)|(?<=[。！？；])/u;

/** Cuts what is left of a message into sentences and items. */
export function toClauses(text: string, lx: Lexicon): Clause[] {
  const clauses: Clause[] = [];
  let isQuotedOn = false;
  let open = '';
  const flush = () => {
    for (const sentence of describesAtLength(open, lx) ? [open] : cutSentences(open)) {
      const clean = sentence.trim().replace(/\s+/g, ' ');
      if (!/[\p{L}\p{N}]/u.test(clean)) continue;
      clauses.push({
        text: clean.slice(0, MAX_LENGTH),
        isQuoted: isQuotedOn,
        isQuestion: /[?？]["')”\s]*$/.test(clean),
      });
      if (announcesQuote(clean, lx)) isQuotedOn = true;
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

/** "Describe it as: …": all that follows is the description. */
function describesAtLength(text: string, lx: Lexicon): boolean {
  return lx.rx(String.raw`<describe>[^.:]{0,80}[:：]`).test(text);
}

/** "My colleague wrote me this:", "Summarise this changelog:": what follows is somebody else's. */
function announcesQuote(text: string, lx: Lexicon): boolean {
  return lx.rx(String.raw`<quoted>[^.]*[:?]\s*$`).test(text);
}
