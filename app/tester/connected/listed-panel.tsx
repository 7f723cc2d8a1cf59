import type { ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { MasterDetail } from '#app/ui/master-detail.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { ListProblem } from './list-problem.tsx';
import { LIST_ROW_PX } from './list-row.tsx';
import { ListingBar } from './listing-bar.tsx';
import type { ListingStore } from './listing.ts';
import { useStore } from './store.ts';
import { WindowedList } from './windowed-list.tsx';

/**
 * A server's list of one kind beside the item that is shown of it: while it is read, where it cannot be read, where it
 * is empty, and where a search finds nothing.
 */
export function ListedPanel<Item extends { key: string }>({
  store,
  noun,
  count,
  found,
  shown,
  isOpen,
  query,
  onQuery,
  toRow,
  toDetail,
}: {
  store: ListingStore;
  /** Of one item: `tool`. */
  noun: string;
  /** Of all items, found or not. */
  count: number;
  found: readonly Item[];
  /** Undefined: there is none. */
  shown: Item | undefined;
  /** Whether somebody has opened the shown item, which alone is in sight where there is no room for both. */
  isOpen: boolean;
  query: string;
  onQuery: (query: string) => void;
  toRow: (item: Item) => ReactNode;
  toDetail: (item: Item) => ReactNode;
}) {
  const { status, problem } = useStore(store);
  if (status === 'failed' && problem) {
    return <ListProblem problem={problem} onRetry={store.reload} />;
  }
  const isLoading = status === 'loading';
  if (!shown) {
    if (isLoading) return <Spinner className="p-6" />;
    return (
      <EmptyState
        title={`No ${noun}s`}
        action={<Button onClick={store.reload}>Read the list again</Button>}
      >
        The server lists none.
      </EmptyState>
    );
  }
  const bar = { count, noun, query, isLoading, onQuery, onReload: store.reload };
  return (
    <MasterDetail
      isOpen={isOpen}
      list={
        <>
          <ListingBar {...bar} />
          {found.length === 0 ? (
            <EmptyState
              title={`No ${noun} matches`}
              action={<Button onClick={() => onQuery('')}>Clear the search</Button>}
            />
          ) : (
            <WindowedList
              label={`${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}s`}
              items={found}
              rowHeight={LIST_ROW_PX}
              toKey={({ key }) => key}
            >
              {toRow}
            </WindowedList>
          )}
        </>
      }
      detail={<div className="min-h-0 grow overflow-y-auto">{toDetail(shown)}</div>}
    />
  );
}
