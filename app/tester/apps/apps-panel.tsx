import { useMemo, useState } from 'react';

import { ListProblem } from '#app/tester/connected/list-problem.tsx';
import { LIST_ROW_PX } from '#app/tester/connected/list-row.tsx';
import { listingOf } from '#app/tester/connected/listing.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { WindowedList } from '#app/tester/connected/windowed-list.tsx';
import type { PanelProps } from '#app/tester/panels.ts';
import { ListedToolRow } from '#app/tester/tools/listed-tool-row.tsx';
import { readTools } from '#app/tester/tools/read-tools.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { MasterDetail } from '#app/ui/master-detail.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { AppOfTool } from './app-of-tool.tsx';
import { findUiTools } from './ui-tool.ts';

/** The tools of a server that come with an app (MCP Apps), each with its form and its app. */
export function AppsPanel({ connection }: PanelProps) {
  const store = listingOf(connection, 'tools/list');
  const listing = useStore(store);
  const tools = useMemo(() => readTools(listing.items), [listing.items]);
  const apps = useMemo(() => findUiTools(tools), [tools]);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const open = apps.find(({ tool }) => tool.key === openKey);
  const shown = open ?? apps[0];
  if (listing.status === 'failed' && listing.problem) {
    return <ListProblem problem={listing.problem} onRetry={store.reload} />;
  }
  if (!shown) {
    if (listing.status === 'loading') return <Spinner className="p-6" />;
    return (
      <EmptyState
        title="No apps"
        action={<Button onClick={store.reload}>Read the list again</Button>}
      >
        No tool of this server names an app (_meta.ui.resourceUri).
      </EmptyState>
    );
  }
  return (
    <MasterDetail
      isOpen={open !== undefined}
      list={
        <WindowedList
          label="Tools with an app"
          items={apps}
          rowHeight={LIST_ROW_PX}
          toKey={({ tool }) => tool.key}
        >
          {(each) => (
            <ListedToolRow
              tool={each.tool}
              isOpen={each === shown}
              onOpen={() => setOpenKey(each.tool.key)}
            />
          )}
        </WindowedList>
      }
      detail={
        <div className="min-h-0 grow overflow-y-auto">
          <AppOfTool
            key={`${shown.tool.key} ${shown.resourceUri}`}
            uiTool={shown}
            tools={tools}
            connection={connection}
            onClose={() => setOpenKey(null)}
          />
        </div>
      }
    />
  );
}
