const LISTED = 6;
/** The block of tags repeats ASCII, invisibly: a whole sentence can stand in it. */
const TAGS_START = 0xe0000;
const TAGS_END = 0xe007f;

/** A run of hidden characters in words: their code points, and the sentence that tags spell. */
export function describeHidden(run: string): { mark: string; title: string } {
  const codes = Array.from(run, (character) => character.codePointAt(0) ?? 0);
  const names = codes.slice(0, LISTED).map(toName).join(' ');
  const mark = codes.length > LISTED ? `${codes.length} hidden characters` : names;
  const spelled = codes
    .filter((code) => code > TAGS_START && code < TAGS_END)
    .map((code) => String.fromCodePoint(code - TAGS_START))
    .join('');
  const what = codes.length === 1 ? 'Hidden character' : 'Hidden characters';
  const title = `${what} ${names}${codes.length > LISTED ? ' …' : ''}`;
  return spelled.trim() === ''
    ? { mark, title }
    : { mark: `${mark}: “${spelled}”`, title: `${title}, which a model reads as “${spelled}”` };
}

function toName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
