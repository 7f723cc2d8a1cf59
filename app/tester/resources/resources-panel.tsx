import { useMemo, useState } from 'react';

import { ListProblem } from '#app/tester/connected/list-problem.tsx';
import { LIST_ROW_PX } from '#app/tester/connected/list-row.tsx';
import { ListingBar } from '#app/tester/connected/listing-bar.tsx';
import { listingOf } from '#app/tester/connected/listing.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { WindowedList } from '#app/tester/connected/windowed-list.tsx';
import type { PanelProps } from '#app/tester/panels.ts';
import { MasterDetail } from '#app/ui/master-detail.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { AddressView } from './address-view.tsx';
import { findResources, readResources } from './read-resources.ts';
import { ResourceRow } from './resource-row.tsx';
import { ResourceView } from './resource-view.tsx';
import { TemplateView } from './template-view.tsx';

/** The resources of a server and their templates, to read, fill in and follow. */
export function ResourcesPanel({ connection }: PanelProps) {
  const resources = listingOf(connection, 'resources/list');
  const templates = listingOf(connection, 'resources/templates/list');
  const [listed, patterns] = [useStore(resources), useStore(templates)];
  const all = useMemo(
    () => readResources(listed.items, patterns.items),
    [listed.items, patterns.items],
  );
  const [query, setQuery] = useState('');
  const [openKey, setOpenKey] = useState<string | null>(null);
  const found = useMemo(() => findResources(all, query), [all, query]);
  const open = all.find(({ key }) => key === openKey);
  const shown = open ?? found[0];
  const reload = () => {
    resources.reload();
    templates.reload();
  };
  if (listed.status === 'failed' && listed.problem && patterns.items.length === 0) {
    return <ListProblem problem={listed.problem} onRetry={reload} />;
  }
  const isLoading = listed.status === 'loading' || patterns.status === 'loading';
  if (isLoading && all.length === 0) return <Spinner className="p-6" />;
  return (
    <MasterDetail
      isOpen={open !== undefined || all.length === 0}
      list={
        <>
          <ListingBar
            count={all.length}
            noun="resource"
            query={query}
            isLoading={isLoading}
            onQuery={setQuery}
            onReload={reload}
          />
          {found.length === 0 ? (
            <p className="px-4 py-6 text-muted sm:px-6">
              {all.length === 0 ? 'The server lists no resource.' : 'No resource matches.'}
            </p>
          ) : (
            <WindowedList
              label="Resources"
              items={found}
              rowHeight={LIST_ROW_PX}
              toKey={({ key }) => key}
            >
              {(resource) => (
                <ResourceRow
                  resource={resource}
                  isOpen={resource === shown}
                  onOpen={() => setOpenKey(resource.key)}
                />
              )}
            </WindowedList>
          )}
        </>
      }
      detail={
        <div className="min-h-0 grow overflow-y-auto">
          {shown === undefined ? null : shown.kind === 'resource' ? (
            <ResourceView
              key={`${shown.key} ${shown.uri}`}
              resource={shown}
              connection={connection}
              onClose={() => setOpenKey(null)}
            />
          ) : (
            <TemplateView
              key={`${shown.key} ${shown.uri}`}
              template={shown}
              connection={connection}
              onClose={() => setOpenKey(null)}
            />
          )}
          <AddressView connection={connection} />
        </div>
      }
    />
  );
}
