import { blank, blankSpan } from './blank-span.ts';

/** A table in a text: its rows of cells, and its span. */
export interface Table {
  start: number;
  end: number;
  rows: string[][];
  /** The line of text above it. */
  caption: string;
}

interface Row {
  start: number;
  end: number;
  cells: string[] | null;
}

const RULE = /^[\s|:+=-]*-{2,}[\s|:+=-]*$/;
const HTML_TABLE = /<table[\s\S]{0,200000}?<\/table>/gi;

/**
 * Finds tables in Markdown, wiki markup, HTML, psql's output, CSV, and columns separated by tabs or spaces.
 */
export function cutTables(whole: string): { tables: Table[]; rest: string } {
  const tables: Table[] = [];
  const text = whole
    .replace(/^[^\S\n]*[┌├└╔╠╚][^\n]*$/gm, (line) =>
      line.replace(/[^|\n]/g, '-').replace(/^-/, '|'),
    )
    .replace(/[│║┃]/g, '|');
  let rest = text.replace(HTML_TABLE, (html, start: number) => {
    const end = start + html.length;
    tables.push({ start, end, rows: readHtml(html), caption: captionAbove(text, start) });
    return blank(html);
  });
  for (const split of [splitBars, splitTabs, splitCommas, splitColumns]) {
    for (const block of findBlocks(rest, split)) {
      const rows = block.flatMap(({ cells }) => (cells ? [cells] : []));
      const start = block[0]?.start ?? 0;
      const end = block.at(-1)?.end ?? 0;
      tables.push({ start, end, rows, caption: captionAbove(rest, start) });
      rest = blankSpan(rest, start, end);
    }
  }
  const records = cutRecords(rest);
  tables.push(...records.tables);
  rest = records.rest;
  return { tables: tables.toSorted((a, b) => a.start - b.start), rest };
}

const RECORD_LINE = /^([ \t]*)(-[ \t]+)?["']?([A-Za-z][\w -]{0,30})["']?[ \t]*:[ \t]*(.*)$/;

/** Reads records of `key: value` lines, one call each, as rows below their keys. */
function cutRecords(text: string): { tables: Table[]; rest: string } {
  const records: { start: number; end: number; cells: Map<string, string> }[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const match = RECORD_LINE.exec(line);
    const [, , dash, key = '', value = ''] = match ?? [];
    if (match && dash) records.push({ start, end: start + line.length, cells: new Map() });
    const open = records.at(-1);
    if (match && open && (dash || start - open.end <= 1)) {
      open.cells.set(
        key.toLowerCase(),
        value.replace(/^\[(.*)\]$/, '$1').replace(/^["']|["']$/g, ''),
      );
      open.end = start + line.length;
    }
    start += line.length + 1;
  }
  const calls = records.filter(
    ({ cells }) =>
      cells.size > 1 &&
      [...cells.values()].some((value) =>
        /^(?:(?:GET|POST|PUT|PATCH|DELETE)\s+)?(?:https?:\/)?\//i.test(value),
      ),
  );
  if (calls.length < 1) return { tables: [], rest: text };
  const keys = [...new Set(calls.flatMap(({ cells }) => [...cells.keys()]))];
  const rows = [keys, ...calls.map(({ cells }) => keys.map((key) => cells.get(key) ?? ''))];
  const rest = calls.reduce((left, { start: from, end }) => blankSpan(left, from, end), text);
  return {
    tables: [{ start: calls[0]?.start ?? 0, end: calls.at(-1)?.end ?? 0, rows, caption: '' }],
    rest,
  };
}

/** Runs of lines that a splitter accepts as rows of one table. */
function findBlocks(text: string, split: (line: string) => string[] | null | 'rule'): Row[][] {
  const blocks: Row[][] = [];
  let block: Row[] = [];
  let start = 0;
  const finish = () => {
    const rows = block.filter(({ cells }) => cells !== null);
    const [first] = rows;
    const isTable =
      rows.length >= 2 ||
      (rows.length === 1 && split === splitBars && /^\s*\|/.test(text.slice(first?.start ?? 0)));
    if (isTable && isRegular(rows)) blocks.push(block);
    block = [];
  };
  for (const line of text.split('\n')) {
    const cells = split(line);
    if (cells === 'rule') {
      if (block.length > 0) block.push({ start, end: start + line.length, cells: null });
    } else if (cells) block.push({ start, end: start + line.length, cells });
    else finish();
    start += line.length + 1;
  }
  finish();
  return blocks;
}

function isRegular(rows: readonly Row[]): boolean {
  const widths = rows.map(({ cells }) => cells?.length ?? 0);
  const usual = widths.filter((width) => Math.abs(width - (widths[0] ?? 0)) <= 2).length;
  return Math.max(...widths) >= 2 && usual >= rows.length * 0.7;
}

function splitBars(line: string): string[] | null | 'rule' {
  if (RULE.test(line) && /[|+]/.test(line)) return 'rule';
  if (/^\s*\(\d+ rows?\)\s*$/i.test(line)) return 'rule';
  const inner = line.trim().replace(/^\|{1,2}|\|{1,2}$/g, '');
  const isRow = /^\s*\|/.test(line) || (line.match(/\s\|\s?/g)?.length ?? 0) >= 1;
  if (!isRow || !inner.includes('|')) return null;
  return splitOutside(inner.replaceAll('||', '|'), '|').map((cell) => cell.trim());
}

/** Splits cells; separators in code do not count. */
function splitOutside(text: string, mark: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isCode = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if (char === '`') isCode = !isCode && text.indexOf('`', index + 1) > 0;
    if (char === '\\' && text[index + 1] === mark) {
      cell += mark;
      index += 1;
    } else if (char === mark && !isCode) {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  return [...cells, cell];
}

function splitTabs(line: string): string[] | null {
  return /\S\t/.test(line)
    ? line
        .replace(/\r$/, '')
        .split('\t')
        .map((cell) => cell.trim())
    : null;
}

/** Splits CSV, recognised by a header or a row of at least three short cells. */
function splitCommas(line: string): string[] | null {
  if (!/^["\w][^\s,]*(?:,|;)/.test(line) || /^[\w ]+\s\w+\s\w+\s/.test(line)) return null;
  const mark = line.includes(';') && !line.includes(',') ? ';' : ',';
  const cells =
    line.match(new RegExp(`(?:^|${mark})(?:"((?:[^"]|"")*)"|([^${mark}"]*))`, 'g')) ?? [];
  if (cells.length < 3 || /^\w+,\s/.test(line)) return null;
  return cells.map((cell) =>
    cell
      .replace(new RegExp(`^${mark}`), '')
      .replace(/^"|"$/g, '')
      .replaceAll('""', '"')
      .trim(),
  );
}

/** Splits columns separated by two or more spaces that begin with a method or a heading in capitals. */
function splitColumns(line: string): string[] | null | 'rule' {
  if (/^[\s-]+$/.test(line) && /-{3,}\s{2,}-{3,}/.test(line)) return 'rule';
  const cells = line.trim().split(/\s{2,}/);
  return cells.length >= 3 && !/^[-*•\d]/.test(line.trim()) ? cells : null;
}

function readHtml(html: string): string[][] {
  return (html.match(/<tr[\s\S]*?(?=<tr|<\/table|$)/gi) ?? [])
    .map((row) => (row.match(/<t[hd][\s\S]*?(?=<t[hd]|<\/tr|$)/gi) ?? []).map(toPlain))
    .filter((row) => row.length > 0);
}

function toPlain(html: string): string {
  return html
    .replace(/<\/?(?:code|kbd|tt)[^>]*>/gi, '`')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

function captionAbove(text: string, start: number): string {
  const before = text.slice(0, start).trimEnd();
  return before.slice(before.lastIndexOf('\n') + 1).trim();
}
