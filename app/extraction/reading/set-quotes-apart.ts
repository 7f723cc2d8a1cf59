import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

/** A message whose text by others is on lines that begin with `> `, as in a mail. */
export interface ApartText {
  text: string;
  /** Whether the person only asks about that text: "What do you think?", "Summarise this:". */
  isJudged: boolean;
}

/** Words between an attribution and its colon: "wrote me this, is it right:". */
const UP_TO_COLON = String.raw`[^.:："'\n]{0,60}[:：]`;
/** The rest of a sentence that asks about a text. */
const REST = String.raw`[^.!?:;。！？：\n]{0,80}(?:[.!?:;。！？：]|(?=\n)|$)`;
/** Some words between quotation marks: a name or a single value is the person's own. */
const IN_QUOTES = /["“„«]([^"“”„«»\n]{3,}\s[^"“”„«»\n]+)["”“»]/g;
const QUOTED_LINE = /^[ \t]*>/;
const FENCE = /^[ \t]*(?:```|~~~)/;

/**
 * Moves what somebody else has written onto quoted lines, so that every reader of a message takes it for data:
 * text behind "Bob wrote:" or "Summarise this:", and sentences in quotation marks beside such words. Quoted
 * lines and fences directly behind such words end by themselves; other text goes on to the end.
 */
export function setQuotesApart(text: string, lx: Lexicon): ApartText {
  const { end, isJudged } = findAnnouncement(text, lx);
  const own = quoteSentences(text.slice(0, end), lx);
  const rest = text.slice(end);
  const foreign = rest.trim() === '' ? rest : quoteFirst(rest);
  return { text: `${own}${foreign}`, isJudged: isJudged && `${own}${foreign}` !== text };
}

/** The end of the first words that announce a text by somebody else; the message's end without any. */
function findAnnouncement(text: string, lx: Lexicon): { end: number; isJudged: boolean } {
  const said = lx.rx(`<quoted>${UP_TO_COLON}`).exec(text);
  const judged = lx.rx(`<judged>${REST}`).exec(text);
  // "It should say: …" is an order, and so is what follows it.
  const isOrder = said !== null && isOrdered(text.slice(0, said.index), lx);
  const ends = [said && !isOrder ? said : null, judged].flatMap((match) =>
    match ? [match.index + match[0].length] : [],
  );
  return { end: ends.length > 0 ? Math.min(...ends) : text.length, isJudged: judged !== null };
}

/** Whether the sentence that ends here gives an order. */
function isOrdered(before: string, lx: Lexicon): boolean {
  const sentence = before.slice(before.search(/[^.!?\n]*$/));
  return lx.rx('<describe>|<change>|<add>|<rename>').test(sentence);
}

function quoteSentences(own: string, lx: Lexicon): string {
  if (!lx.rx('<quoted>|<judged>').test(own)) return own;
  return own.replace(IN_QUOTES, (whole, words: string, at: number) => {
    const before = own.slice(own.slice(0, at).search(/[^.!?\n]*$/), at);
    const isOthers = lx.rx('<quoted>|<judged>').test(before) && !isOrdered(before, lx);
    return isOthers ? `\n> ${words}\n` : whole;
  });
}

/** Quotes the fence or the quoted lines at the beginning of a text; the whole text where it begins otherwise. */
function quoteFirst(rest: string): string {
  const lines = rest.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const head = lines[first] ?? '';
  let end = lines.length;
  if (QUOTED_LINE.test(head)) end = endOfRun(lines, first, (line) => !QUOTED_LINE.test(line));
  else if (FENCE.test(head))
    end = endOfRun(
      lines,
      first + 1,
      (line, at) => FENCE.test(lines[at - 1] ?? '') && at > first + 1,
    );
  const quoted = lines
    .slice(first, end)
    .map((line) => (QUOTED_LINE.test(line) ? line : `> ${line}`));
  // Behind its announcement on the same line it needs one of its own.
  const lead = first === 0 ? ['', ...quoted] : [...lines.slice(0, first), ...quoted];
  return [...lead, ...lines.slice(end)].join('\n');
}

function endOfRun(
  lines: readonly string[],
  from: number,
  isOver: (line: string, at: number) => boolean,
): number {
  const found = lines.findIndex((line, at) => at >= from && isOver(line, at));
  return found === -1 ? lines.length : found;
}
