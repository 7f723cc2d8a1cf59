import { useState } from 'react';

import { useStore } from '#app/tester/connected/store.ts';
import { WindowedList } from '#app/tester/connected/windowed-list.tsx';
import type { PanelProps } from '#app/tester/panels.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { MasterDetail } from '#app/ui/master-detail.tsx';

import type { Entry } from './entry.ts';
import { EntryDetail } from './entry-detail.tsx';
import { ENTRY_ROW_PX, EntryRow } from './entry-row.tsx';
import { filterEntries, NO_FILTER } from './filter-entries.ts';
import { HistoryBar, type HistoryView } from './history-bar.tsx';
import { maskOf, NO_MASK } from './mask.ts';
import { pinsOf, togglePin } from './pins.ts';
import { useHistory, usePins } from './use-history.ts';

/** Every message and HTTP request of a connection: to search, to look into, to send again, to take away. */
export function HistoryPanel({ connection }: PanelProps) {
  const history = useHistory(connection);
  const pinned = usePins(connection);
  const pins = useStore(pinsOf(connection));
  const [view, setView] = useState<HistoryView>('messages');
  const [filter, setFilter] = useState(NO_FILTER);
  const [isRevealed, setRevealed] = useState(false);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const mask = isRevealed ? NO_MASK : maskOf(connection.target);
  const rows: readonly Entry[] =
    view === 'pinned' ? pinned : view === 'http' ? history.requests : history.messages;
  const found = filterEntries(rows, filter);
  const all: readonly Entry[] = [...history.messages, ...history.requests, ...pinned];
  const open = openKey === null ? undefined : all.find(({ key }) => key === openKey);
  const shown = open ?? found[0];

  function openExchange(id: number) {
    setView('http');
    setFilter(NO_FILTER);
    setOpenKey(`h${id}`);
  }

  return (
    <div className="@container flex min-h-0 grow flex-col">
      <HistoryBar
        connection={connection}
        history={history}
        view={view}
        filter={filter}
        pinned={pinned.length}
        found={found.length}
        isRevealed={isRevealed}
        onView={setView}
        onFilter={setFilter}
        onReveal={setRevealed}
      />
      {rows.length === 0 ? (
        <EmptyState title={view === 'pinned' ? 'Nothing is pinned' : 'Nothing was sent yet'}>
          {view === 'pinned'
            ? 'A pinned entry stays here when the history is cleared.'
            : 'Messages and requests appear here as they travel.'}
        </EmptyState>
      ) : found.length === 0 ? (
        <EmptyState title="Nothing matches the filter" />
      ) : (
        <MasterDetail
          isOpen={open !== undefined}
          list={
            <WindowedList
              label="History"
              items={found}
              rowHeight={ENTRY_ROW_PX}
              toKey={({ key }) => key}
            >
              {(entry) => (
                <EntryRow
                  entry={entry}
                  isOpen={entry.key === shown?.key}
                  isPinned={pins.has(entry.key)}
                  onOpen={() => setOpenKey(entry.key)}
                />
              )}
            </WindowedList>
          }
          detail={
            shown === undefined ? null : (
              <EntryDetail
                key={shown.key}
                entry={shown}
                connection={connection}
                mask={mask}
                isPinned={pins.has(shown.key)}
                onPin={() => togglePin(pinsOf(connection), shown)}
                onExchange={openExchange}
                onClose={() => setOpenKey(null)}
              />
            )
          }
        />
      )}
    </div>
  );
}
