import type { FieldChange } from './field-change.ts';

/** Lines that are the same around what differs, and the share of the limit that they may take on each side. */
const CONTEXT = 3;
const CONTEXT_SHARE = 0.1;

/**
 * A change with at most so many characters of either text. What is the same at the beginning and at the
 * end goes first, so that a change far down in a long text is shown.
 *
 * @param whole texts of so many characters are left as they are.
 */
export function boundChange(change: FieldChange, limit: number, whole = limit): FieldChange {
  const { field, before, after } = change;
  const [old, now] = [before ?? '', after ?? ''];
  if (Math.max(old.length, now.length) <= Math.min(limit, whole)) return change;
  const head = countSame(old, now);
  const tail = countSameEnd(old, now, head);
  const room = Math.floor(Math.min(limit, whole) * CONTEXT_SHARE);
  const start = head - lengthOfLast(old.slice(Math.max(0, head - room), head));
  const end = tail - lengthOfFirst(old.slice(old.length - tail).slice(0, room));
  const skipped = old.slice(0, start).split('\n').length - 1;
  const shown = [old, now].map((text) => text.slice(start, text.length - end));
  const left = shown.reduce((sum, text) => sum + Math.max(0, text.length - limit), 0);
  const isInLine = start > 0 && old[start - 1] !== '\n';
  const [one = '', other = ''] = shown.map((text) => `${isInLine ? '…' : ''}${cut(text, limit)}`);
  return {
    field,
    before: before === null ? null : one,
    after: after === null ? null : other,
    ...(skipped > 0 ? { skipped } : {}),
    ...(left > 0 ? { left } : {}),
  };
}

function countSame(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) count += 1;
  return count;
}

/** The same from the end, without what was counted from the beginning. */
function countSameEnd(one: string, other: string, counted: number): number {
  const most = Math.min(one.length, other.length) - counted;
  let count = 0;
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}

/** Characters of the last lines, the unfinished one with those before it. */
function lengthOfLast(text: string): number {
  return text
    .split('\n')
    .slice(-1 - CONTEXT)
    .join('\n').length;
}

function lengthOfFirst(text: string): number {
  return text
    .split('\n')
    .slice(0, CONTEXT + 1)
    .join('\n').length;
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit).toWellFormed()}…` : text;
}
