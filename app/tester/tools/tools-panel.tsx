import { useMemo, useState } from 'react';

import { ListedPanel } from '#app/tester/connected/listed-panel.tsx';
import { listingOf } from '#app/tester/connected/listing.ts';
import { useStore } from '#app/tester/connected/store.ts';
import type { PanelProps } from '#app/tester/panels.ts';
import { useClientAddress } from '#app/tester/use-client-address.ts';

import { searchTools } from './search-tools.ts';
import { ListedToolRow } from './listed-tool-row.tsx';
import { ListedToolView } from './listed-tool-view.tsx';
import { readTools } from './read-tools.ts';

/** The tools of a server: a list to search, and the open one to call. */
export function ToolsPanel({ connection }: PanelProps) {
  const store = listingOf(connection, 'tools/list');
  const { items } = useStore(store);
  const tools = useMemo(() => readTools(items), [items]);
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
  return (
    <ListedPanel
      store={store}
      noun="tool"
      count={tools.length}
      found={found}
      shown={shown}
      isOpen={open !== undefined}
      query={query}
      onQuery={setQuery}
      toRow={(tool) => (
        <ListedToolRow
          tool={tool}
          isOpen={tool === shown}
          onOpen={() => {
            setOpenKey(tool.key);
            address.go({ tool: tool.name });
          }}
        />
      )}
      toDetail={(tool) => (
        <ListedToolView
          key={`${tool.key} ${tool.name}`}
          tool={tool}
          connection={connection}
          onClose={() => address.go({ tool: null })}
        />
      )}
    />
  );
}
