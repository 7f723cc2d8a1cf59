/** A line of a file that contains the query. */
export interface FoundLine {
  /** From 1. */
  number: number;
  text: string;
}

/** A file found by its name or its content. */
export interface FoundFile {
  path: string;
  /** The first lines that match; empty where only the name does. */
  lines: FoundLine[];
  /** How many more lines match. */
  more: number;
}

const MAX_FILES = 50;
const MAX_LINES = 3;
/** Only the surroundings of the match are shown of a long line. */
const SHOWN_BEFORE = 30;
const SHOWN_LENGTH = 160;
/** A single character occurs in nearly every file. */
const SHORTEST_FOR_CONTENT = 2;

/** Finds files whose path or content holds the query, whatever the case; names come first. */
export function searchFiles(
  files: readonly { path: string; text: string }[],
  query: string,
): FoundFile[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const found: { file: FoundFile; isNamed: boolean }[] = [];
  for (const { path, text } of files) {
    const isNamed = path.toLowerCase().includes(wanted);
    const { lines, more } =
      wanted.length < SHORTEST_FOR_CONTENT ? { lines: [], more: 0 } : searchText(text, wanted);
    if (isNamed || lines.length > 0) found.push({ file: { path, lines, more }, isNamed });
  }
  return found
    .toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed))
    .slice(0, MAX_FILES)
    .map(({ file }) => file);
}

function searchText(text: string, wanted: string): Pick<FoundFile, 'lines' | 'more'> {
  const lines: FoundLine[] = [];
  let more = 0;
  if (!text.toLowerCase().includes(wanted)) return { lines, more };
  for (const [index, line] of text.split('\n').entries()) {
    const at = line.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    if (lines.length < MAX_LINES) lines.push({ number: index + 1, text: cut(line, at) });
    else more += 1;
  }
  return { lines, more };
}

function cut(line: string, at: number): string {
  const from = Math.max(0, at - SHOWN_BEFORE);
  return `${from > 0 ? '…' : ''}${line.slice(from, from + SHOWN_LENGTH).trim()}`;
}
