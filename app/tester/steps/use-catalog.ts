import { useEffect, useMemo, useReducer } from 'react';

import { callOver, type CallTool } from '#app/evals/loop/call-outcome.ts';
import { toCatalog, type CatalogTool } from '#app/evals/loop/tool-catalog.ts';
import { listingOf } from '#app/tester/connected/listing.ts';
import type { OpenServer } from '#app/tester/panels.ts';

/** The tools of several servers, as a model is given them. */
export interface ServersCatalog {
  catalog: readonly CatalogTool[];
  call: CallTool;
  isLoading: boolean;
}

/** Tools of connected servers; they follow what the servers list. */
export function useCatalog(servers: readonly OpenServer[]): ServersCatalog {
  const [version, redraw] = useReducer((count: number) => count + 1, 0);
  const stores = useMemo(
    () => servers.map(({ connection }) => listingOf(connection, 'tools/list')),
    [servers],
  );
  useEffect(() => {
    const ends = stores.map((store) => store.subscribe(redraw));
    redraw();
    return () => {
      for (const end of ends) end();
    };
  }, [stores]);
  return useMemo(() => {
    const listings = stores.map((store) => store.get());
    const isLoading = listings.some(({ status }) => status === 'loading' && version >= 0);
    return {
      ...openCatalog(
        servers,
        listings.map(({ items }) => items),
      ),
      isLoading,
    };
  }, [servers, stores, version]);
}

/** The tools of servers that are listed, and how they are called. */
export function openCatalog(
  servers: readonly OpenServer[],
  tools: readonly ReturnType<ReturnType<typeof listingOf>['get']>['items'][],
): Omit<ServersCatalog, 'isLoading'> {
  const catalog = toCatalog(
    servers.map(({ target: { id, name } }, at) => ({ id, name, tools: tools[at] ?? [] })),
  );
  const call: CallTool = async (tool, input, signal) => {
    const place = servers.find(({ target }) => target.id === tool.server.id);
    if (place === undefined) throw new Error(`No server has the id ${tool.server.id}.`);
    return callOver(place.connection.request, tool.name, input, signal);
  };
  return { catalog, call };
}
