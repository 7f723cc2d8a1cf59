/** A line of a message, with where it stands. */
export interface Line {
  start: number;
  /** Before the line break. */
  end: number;
  text: string;
  /** Columns before its first character; a bullet counts as one of them. */
  indent: number;
  kind: 'blank' | 'heading' | 'item' | 'text';
  /** The words of another person, as in a mail: `> `. */
  isQuoted: boolean;
}

const HEADING = /^\s{0,3}(?:#{1,6}\s|h[1-6]\.\s|={2,}\s*\S.*={2,}\s*$)|^\s*\*\*[^*]+\*\*:?\s*$/;
const ITEM = /^(\s*)(?:[-*+•‣·]|\(?\d{1,3}[.)]|[a-z][.)])\s+/i;

/** Cuts a text into its lines. */
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

/** A line's text without its bullet, number or heading marks. */
export function withoutMarks(text: string): string {
  return text
    .replace(/^\s*>\s?/, '')
    .replace(ITEM, '')
    .replace(/^\s*(?:#{1,6}|h[1-6]\.)\s+/, '')
    .trim();
}
