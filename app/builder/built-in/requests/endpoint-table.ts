import { readProperties } from '#app/builder/built-in/draft/read-properties.ts';
import { readFields } from '#app/builder/built-in/words/fields.ts';
import type { Field } from '#app/builder/built-in/words/fields.ts';
import { isMethodName } from '#app/builder/built-in/words/method-words.ts';
import { readTokens } from '#app/builder/built-in/words/tokens.ts';
import type { Endpoint } from './endpoint.ts';
import { toDescription } from './to-description.ts';
import { toToolName } from './tool-name.ts';

interface ReadTable {
  endpoints: Endpoint[];
  rest: string;
  notes: string[];
}

type Column = 'method' | 'path' | 'name' | 'text' | 'query' | 'body' | 'keep';

const COLUMNS: readonly [Column, RegExp][] = [
  ['method', /^(?:http )?(?:method|verb|http)$/],
  ['path', /^(?:path|endpoint|url|uri|route|address)$/],
  ['name', /^(?:(?:tool )?name|tool|operation(?:[ _]?id)?)$/],
  ['text', /^(?:description|summary|purpose|what(?: it does)?|notes?|details|action)$/],
  ['query', /^(?:query )?(?:parameters?|params?|arguments?|args|inputs?|query)$/],
  ['body', /^(?:(?:request )?body|fields|payload)$/],
  ['keep', /^(?:returns?|keep|response|output)$/],
];
const LONGEST_LINE = 4_000;
const RULER = /^\|?(?:\s*:?-{2,}:?\s*\|)*\s*:?-{2,}:?\s*\|?$/;

/** Takes tables of endpoints out of a text: Markdown, or lines with commas, semicolons or tabs. */
export function readTable(text: string): ReadTable {
  const lines = text.split('\n');
  const table: ReadTable = { endpoints: [], rest: '', notes: [] };
  const rest: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const header = readHeader(lines[at] ?? '');
    if (!header) {
      rest.push(lines[at] ?? '');
      continue;
    }
    at += RULER.test((lines[at + 1] ?? '').trim().slice(0, 500)) ? 1 : 0;
    while (at + 1 < lines.length && (lines[at + 1] ?? '').includes(header.separator)) {
      at += 1;
      readRow(splitRow(lines[at] ?? '', header.separator), header.columns, table, at + 1);
    }
  }
  return { ...table, rest: rest.join('\n') };
}

interface Header {
  separator: string;
  columns: (Column | null)[];
}

/** The columns of a line that names at least an address and one thing more; else null. */
function readHeader(line: string): Header | null {
  if (line.length > LONGEST_LINE) return null;
  for (const separator of ['|', '\t', ';', ',']) {
    if (!line.includes(separator)) continue;
    const columns = splitRow(line, separator).map((cell) => {
      const name = cell.toLowerCase().replace(/[*_`]/g, (mark) => (mark === '_' ? '_' : ''));
      return COLUMNS.find(([, form]) => form.test(name))?.[0] ?? null;
    });
    if (columns.includes('path') && columns.filter((column) => column !== null).length > 1) {
      return { separator, columns };
    }
  }
  return null;
}

function splitRow(line: string, separator: string): string[] {
  if (separator === '|') {
    return line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim());
  }
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const char of line.slice(0, LONGEST_LINE)) {
    if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  return [...cells, cell.trim()];
}

function readRow(
  cells: readonly string[],
  columns: readonly (Column | null)[],
  table: ReadTable,
  line: number,
): void {
  const cellOf = (column: Column) => {
    const at = columns.indexOf(column);
    return at === -1 ? '' : (cells[at] ?? '').replace(/^[`*]+|[`*]+$/g, '').trim();
  };
  const [, before, address] =
    /^(?:([A-Za-z]{3,6})\s+)?((?:https?:\/)?\/\S*)$/.exec(cellOf('path')) ?? [];
  const method = (cellOf('method') || before || 'GET').toUpperCase();
  if (address === undefined || !isMethodName(method)) {
    table.notes.push(`Line ${line} of the table was left out: it names no path and method.`);
    return;
  }
  const keep = readProperties(readTokens(cellOf('keep')), undefined);
  if (keep.kind === 'unclear') {
    table.notes.push(
      `Line ${line} of the table: "${keep.said.slice(0, 60)}" names no property, so all is returned.`,
    );
  }
  const name = toToolName(readTokens(cellOf('name')));
  const description = toDescription(cellOf('text'));
  table.endpoints.push({
    method,
    address,
    ...(name === '' ? {} : { name }),
    ...(description === '' ? {} : { description }),
    fields: [
      ...readCell(cellOf('query'), table, line, {}),
      ...readCell(cellOf('body'), table, line, { in: 'body' }),
    ],
    ...(keep.kind === 'these' ? { keep: keep.names } : {}),
  });
}

function readCell(cell: string, table: ReadTable, line: number, place: { in?: string }): Field[] {
  if (/^(?:-|–|none|n\/a|no)?$/i.test(cell)) return [];
  const list = readFields(readTokens(cell));
  if (list.ok)
    return list.fields.map(({ name, patch }) => ({ name, patch: { ...place, ...patch } }));
  table.notes.push(`Line ${line} of the table: "${list.unclear.slice(0, 60)}" names no argument.`);
  return [];
}
