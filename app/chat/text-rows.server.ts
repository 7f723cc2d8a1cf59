/** Characters in one row: SQLite rows of an object hold 2 MB, and a character has 3 bytes at most. */
const ROW_CHARACTERS = 500_000;

/** Cuts a text into pieces that fit into a row each; never between the halves of a character. */
export function toRows(text: string): string[] {
  if (text.length <= ROW_CHARACTERS) return [text];
  const rows: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + ROW_CHARACTERS, text.length);
    const last = text.charCodeAt(to - 1);
    if (last >= 0xd800 && last <= 0xdbff && to < text.length) to -= 1;
    rows.push(text.slice(from, to));
    from = to;
  }
  return rows;
}
