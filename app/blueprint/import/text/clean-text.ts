const BLOCK_TAG = /<\/?(?:p|br|div|ul|ol|table|tr|h[1-6]|pre|blockquote|hr)(?:\s[^<>]*)?\/?>/gi;
const ITEM_TAG = /<li(?:\s[^<>]*)?>/gi;
const INLINE_TAG =
  /<\/?(?:li|a|b|i|u|em|strong|code|span|small|sub|sup|tt|td|th|thead|tbody|font|img|s|kbd|var|center|dl|dt|dd)(?:\s[^<>]*)?\/?>/gi;
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** Text that the replacements below would change; most texts have none. */
const UNTIDY = /[\r\t]|  | \n|\n |\n\n\n/;

/** Text without HTML; line breaks are kept, runs of spaces are not. */
export function cleanText(text: string): string {
  let clean = text;
  if (clean.includes('<')) {
    clean = clean.replace(BLOCK_TAG, '\n').replace(ITEM_TAG, '\n- ').replace(INLINE_TAG, '');
  }
  if (clean.includes('&')) {
    clean = clean.replace(
      /&(?:lt|gt|quot|#39|apos|nbsp|amp);/g,
      (entity) => ENTITIES[entity] ?? entity,
    );
  }
  if (!UNTIDY.test(clean)) return clean.trim();
  return clean
    .replace(/\r\n?/g, '\n')
    .replace(/[\t ]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The text on one line. */
export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Truncates at a sentence or word, with an ellipsis; a text within the limit is unchanged. */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const room = text.slice(0, limit - 1);
  const sentence = Math.max(
    room.lastIndexOf('. '),
    room.lastIndexOf('.\n'),
    room.lastIndexOf('\n\n'),
  );
  if (sentence > limit * 0.6) return `${room.slice(0, sentence + 1).trimEnd()} …`;
  const word = room.lastIndexOf(' ');
  const cut = word > limit * 0.6 ? room.slice(0, word) : room;
  return `${cut
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}…`;
}
