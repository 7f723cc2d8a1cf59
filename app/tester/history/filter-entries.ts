import type { Entry } from './entry.ts';

/** Which rows are shown. */
export interface HistoryFilter {
  query: string;
  direction: 'all' | 'sent' | 'received';
  kind: 'all' | 'calls' | 'notifications' | 'failed';
}

export const NO_FILTER: HistoryFilter = { query: '', direction: 'all', kind: 'all' };

/** Characters of one row that are searched. */
const MAX_SEARCHED = 20_000;

/** Texts of rows as they are searched, by their message or exchange. */
const known = new WeakMap<object, string>();

/** The rows that a filter leaves, in their order. */
export function filterEntries<Row extends Entry>(
  entries: readonly Row[],
  filter: HistoryFilter,
): readonly Row[] {
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && filter.direction === 'all' && filter.kind === 'all') return entries;
  return entries.filter(
    (entry) => isOfFilter(entry, filter) && words.every((word) => textOf(entry).includes(word)),
  );
}

function isOfFilter(entry: Entry, { direction, kind }: HistoryFilter): boolean {
  if (kind === 'failed' && !entry.isFailed) return false;
  if (entry.kind === 'http') return true;
  if (direction !== 'all' && entry.frame.direction !== direction) return false;
  if (kind === 'calls') return entry.message !== 'notification';
  return kind !== 'notifications' || entry.message === 'notification';
}

function textOf(entry: Entry): string {
  const source = entry.kind === 'message' ? entry.frame : entry.exchange;
  const text = known.get(source) ?? toText(entry);
  known.set(source, text);
  return text;
}

function toText(entry: Entry): string {
  if (entry.kind === 'message') {
    const message = JSON.stringify(entry.frame.message);
    return `${entry.method} ${message.slice(0, MAX_SEARCHED)}`.toLowerCase();
  }
  const { method, url, requestBody, response } = entry.exchange;
  const sent = requestBody?.slice(0, MAX_SEARCHED) ?? '';
  const received = response?.body.slice(0, MAX_SEARCHED) ?? '';
  return `${method} ${url} ${response?.status ?? ''} ${sent} ${received}`.toLowerCase();
}
