/** A line of a message and its position. */
export interface Line {
  start: number;
  /** Offset before the line break. */
  end: number;
  text: string;
  /** Columns before its first character, including a bullet. */
  indent: number;
  kind: 'blank' | 'heading' | 'item' | 'text';
  /** Quoted from another person, as in a mail: `> `. */
  isQuoted: boolean;
}

const HEADING = /^\s{0,3}(?:#{1,6}\s|h[1-6]\.\s|={2,}\s*\S.*={2,}\s*$)|^\s*\*\*[^*]+\*\*:?\s*$/;
const ITEM = /^(\s*)(?:[-*+•‣·]|\(?\d{1,3}[.)]|[a-z][.)])\s+/i;

/** Splits a text into lines. */
export function toLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const raw of text.split('\n')) {
    const content = raw.replace(/^\s*>\s?/, '');
    const item = ITEM.exec(content);
    lines.push({
      start,
      end: start + raw.length,
      text: raw,
      indent: (/^\s*/.exec(content)?.[0].replaceAll('\t', '    ').length ?? 0) + (item ? 1 : 0),
      kind:
        content.trim() === ''
          ? 'blank'
          : HEADING.test(content)
            ? 'heading'
            : item
              ? 'item'
              : 'text',
      isQuoted: /^\s*>/.test(raw),
    });
    start += raw.length + 1;
  }
  return lines;
}

/** The line at a position, given the lines of its text. */
export function lineAt(lines: readonly Line[], position: number): Line {
  const line = lines[indexAt(lines, position)];
  if (!line) throw new RangeError('toLines gives one line at least');
  return line;
}

/** The last non-blank line above another. */
export function lineAbove(lines: readonly Line[], own: Line): Line | undefined {
  let index = indexAt(lines, own.start) - 1;
  while (lines[index]?.kind === 'blank') index -= 1;
  return lines[index];
}

/** Binary search: a long message has thousands of lines, and as many lookups. */
function indexAt(lines: readonly Line[], position: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle]?.start ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A line's text without its bullet, number or heading marks. */
export function withoutMarks(text: string): string {
  return text
    .replace(/^\s*>\s?/, '')
    .replace(ITEM, '')
    .replace(/^\s*(?:#{1,6}|h[1-6]\.)\s+/, '')
    .trim();
}
