import { useSyncExternalStore } from 'react';

import type { ConnectionState, ServerConnection } from '#app/mcp-client/connection.ts';

/** The state of a connection, followed as it changes. */
export function useConnectionState(connection: ServerConnection): ConnectionState {
  return useSyncExternalStore(connection.subscribe, connection.getState, connection.getState);
}
