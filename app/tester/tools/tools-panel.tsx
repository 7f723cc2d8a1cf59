import { useMemo, useState } from 'react';

import { ListProblem } from '#app/tester/connected/list-problem.tsx';
import { LIST_ROW_PX } from '#app/tester/connected/list-row.tsx';
import { ListingBar } from '#app/tester/connected/listing-bar.tsx';
import { listingOf } from '#app/tester/connected/listing.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { WindowedList } from '#app/tester/connected/windowed-list.tsx';
import type { PanelProps } from '#app/tester/panels.ts';
import { useClientAddress } from '#app/tester/use-client-address.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { MasterDetail } from '#app/ui/master-detail.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { searchTools } from './search-tools.ts';
import { ListedToolRow } from './listed-tool-row.tsx';
import { ListedToolView } from './listed-tool-view.tsx';
import { readTools } from './read-tools.ts';

/** The tools of a server: a list to search, and the open one to call. */
export function ToolsPanel({ connection }: PanelProps) {
  const store = listingOf(connection, 'tools/list');
  const listing = useStore(store);
  const tools = useMemo(() => readTools(listing.items), [listing.items]);
  const [query, setQuery] = useState('');
  const address = useClientAddress();
  const [openKey, setOpenKey] = useState<string | null>(null);
  const found = useMemo(() => searchTools(tools, query), [tools, query]);
  // Of several tools with one name, the address knows the first only.
  const asked = address.params.get('tool');
  const open =
    tools.find(({ key, name }) => key === openKey && name === asked) ??
    tools.find(({ name }) => name === asked);
  // Where there is room for both, the first tool is open until another one is.
  const shown = open ?? found[0] ?? tools[0];
  if (listing.status === 'failed' && listing.problem) {
    return <ListProblem problem={listing.problem} onRetry={store.reload} />;
  }
  if (!shown) {
    if (listing.status === 'loading') return <Spinner className="p-6" />;
    return (
      <EmptyState
        title="No tools"
        action={<Button onClick={store.reload}>Read the list again</Button>}
      >
        The server lists none.
      </EmptyState>
    );
  }
  return (
    <MasterDetail
      isOpen={open !== undefined}
      list={
        <>
          <ListingBar
            count={tools.length}
            noun="tool"
            query={query}
            isLoading={listing.status === 'loading'}
            onQuery={setQuery}
            onReload={store.reload}
          />
          {found.length === 0 ? (
            <EmptyState
              title="No tool matches"
              action={<Button onClick={() => setQuery('')}>Clear the search</Button>}
            />
          ) : (
            <WindowedList
              label="Tools"
              items={found}
              rowHeight={LIST_ROW_PX}
              toKey={({ key }) => key}
            >
              {(tool) => (
                <ListedToolRow
                  tool={tool}
                  isOpen={tool === shown}
                  onOpen={() => {
                    setOpenKey(tool.key);
                    address.go({ tool: tool.name });
                  }}
                />
              )}
            </WindowedList>
          )}
        </>
      }
      detail={
        <div className="min-h-0 grow overflow-y-auto">
          <ListedToolView
            key={`${shown.key} ${shown.name}`}
            tool={shown}
            connection={connection}
            onClose={() => address.go({ tool: null })}
          />
        </div>
      }
    />
  );
}
