import { Pin, PinOff } from 'lucide-react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { BackToList } from '#app/tester/connected/back-to-list.tsx';
import { Button } from '#app/ui/button.tsx';

import type { Entry } from './entry.ts';
import { describeEntry } from './entry-row.tsx';
import { ExchangeDetail } from './exchange-detail.tsx';
import { formatClock } from './format-measures.ts';
import type { Mask } from './mask.ts';
import { MessageDetail } from './message-detail.tsx';

interface Props {
  entry: Entry;
  connection: ServerConnection;
  mask: Mask;
  isPinned: boolean;
  onPin: () => void;
  /** Opens the HTTP request of this number. */
  onExchange: (id: number) => void;
  onClose: () => void;
}

/** One entry of the history in full. */
export function EntryDetail({ entry, isPinned, onPin, onClose, ...props }: Props) {
  const { title, state, at } = describeEntry(entry);
  return (
    <section
      aria-label="Entry"
      className="min-h-0 grow space-y-4 overflow-y-auto px-4 py-4 sm:px-6"
    >
      <BackToList label="All entries" onClose={onClose} />
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 grow">
          <h2 className="font-mono text-base wrap-anywhere">{title}</h2>
          <p className="text-sm text-muted tabular-nums">
            {state} · {formatClock(at)}
          </p>
        </div>
        <Button aria-pressed={isPinned} onClick={onPin}>
          {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          {isPinned ? 'Unpin' : 'Pin'}
        </Button>
      </header>
      {entry.kind === 'message' ? (
        <MessageDetail entry={entry} {...props} />
      ) : (
        <ExchangeDetail entry={entry} {...props} />
      )}
    </section>
  );
}
