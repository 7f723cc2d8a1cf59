import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

/** Whether a line is said, and not a name with its facts. */
export function isSentence(line: string, lx: Lexicon): boolean {
  const words = line.trim().split(/\s+/);
  return (
    words.length > 4 &&
    !/^\s*(?:[-*+•]\s+)?\S+\s*[:(（–—\t-]/.test(line) &&
    lx.rx('<filler>').test(line)
  );
}

/** Whether a list of names follows; after a weak word such as "with" it must have no articles. */
export function isNameList(list: string, isStrong: boolean, lx: Lexicon): boolean {
  if (list.trim() === '') return false;
  return (
    isStrong ||
    !lx.rx(String.raw`^\s*(?:<stopsList>|<all>)(?!\s*(?:$|[,(（]|<and>))`).test(list) ||
    /^\s*[`*_]/.test(list)
  );
}
