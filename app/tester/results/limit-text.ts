/** Characters that are shown at once; a page with more of them does not scroll smoothly. */
const SHOWN_CHARACTERS = 100_000;

/** The beginning of a text, in whole characters, and whether that is all of it. */
export function limitText(
  text: string,
  limit = SHOWN_CHARACTERS,
): { text: string; isCut: boolean } {
  if (text.length <= limit) return { text, isCut: false };
  const last = text.charCodeAt(limit - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return { text: text.slice(0, isHalf ? limit - 1 : limit), isCut: true };
}
