import { useMemo, useSyncExternalStore } from 'react';

import { EMPTY_BOOK, getServerBook, subscribeToBook } from './keeping/server-book.ts';
import type { TestedServer } from './keeping/tested-server.ts';
import { getConnections, NO_CONNECTIONS, subscribeToConnections } from './open-connections.ts';
import { toTesterServers, type TesterServer } from './tester-server.ts';

/** The servers of the page, with those that the account keeps, as they change. */
export function useServers(account: readonly TestedServer[]): readonly TesterServer[] {
  const book = useSyncExternalStore(subscribeToBook, getServerBook, () => EMPTY_BOOK);
  const connections = useSyncExternalStore(
    subscribeToConnections,
    getConnections,
    () => NO_CONNECTIONS,
  );
  return useMemo(() => toTesterServers(account, book, connections), [account, book, connections]);
}
