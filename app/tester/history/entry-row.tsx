import { clsx } from 'clsx';
import { ArrowDownLeft, ArrowUpRight, Globe, Pin } from 'lucide-react';

import { formatSize } from '#app/platform/text/format-size.ts';

import type { Entry } from './entry.ts';
import { formatMilliseconds, formatClock } from './format-measures.ts';

export const ENTRY_ROW_PX = 52;

/** One message or request in the list: which way it went, when, and how long it took. */
export function EntryRow({
  entry,
  isOpen,
  isPinned,
  onOpen,
}: {
  entry: Entry;
  isOpen: boolean;
  isPinned: boolean;
  onOpen: () => void;
}) {
  const { title, state, at } = describeEntry(entry);
  const Icon =
    entry.kind === 'http' ? Globe : entry.frame.direction === 'sent' ? ArrowUpRight : ArrowDownLeft;
  return (
    <button
      type="button"
      aria-current={isOpen}
      onClick={onOpen}
      className={clsx(
        'flex h-full w-full items-center gap-2.5 px-4 text-start -outline-offset-2 sm:px-6',
        isOpen ? 'bg-blue-tint' : 'hover:bg-hover',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2">
          <span className="truncate font-mono text-sm font-semibold">{title}</span>
          {isPinned ? <Pin aria-label="Pinned" className="size-3.5 shrink-0 text-pencil" /> : null}
        </span>
        <span className="flex gap-3 text-sm text-muted tabular-nums">
          <span className={clsx('truncate', entry.isFailed && 'text-fail')}>{state}</span>
          <span className="ms-auto shrink-0">{formatClock(at)}</span>
        </span>
      </span>
    </button>
  );
}

const DIRECTIONS = { sent: 'Sent', received: 'Received' } as const;

/** The words of a row. */
export function describeEntry(entry: Entry): { title: string; state: string; at: number } {
  if (entry.kind === 'http') {
    const { method, url, response, error, startedAt } = entry.exchange;
    const path = URL.canParse(url) ? new URL(url).pathname : url;
    const status = response === null ? (error ?? 'Waiting') : `${response.status}`;
    const size = response === null ? null : formatSize(response.bytes);
    const time = entry.elapsedMs === null ? null : formatMilliseconds(entry.elapsedMs);
    const state = [status, response !== null && time === null ? 'open' : time, size];
    return { title: `${method} ${path}`, state: state.filter(Boolean).join(' · '), at: startedAt };
  }
  const { frame, message, method, elapsedMs } = entry;
  const kinds = {
    request: 'request',
    response: entry.isFailed ? 'tool error' : 'result',
    error: 'error',
    notification: 'notification',
    other: 'message that is none of JSON-RPC',
  };
  const kind = frame.invalid === undefined ? kinds[message] : 'invalid message';
  const time = elapsedMs === null ? null : formatMilliseconds(elapsedMs);
  return {
    title: method === '' ? '(no method)' : method,
    state: [`${DIRECTIONS[frame.direction]} ${kind}`, time].filter(Boolean).join(' · '),
    at: frame.at,
  };
}
