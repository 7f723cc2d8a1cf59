import { useSyncExternalStore } from 'react';

import type {
  ServerConnection,
  ServerNotification,
  ServerQuestion,
  Session,
} from '#app/mcp-client/connection.ts';
import { useConnectionState } from '#app/tester/servers/use-connection-state.ts';

/** The server's questions that nobody has answered. */
export function useQuestions(connection: ServerConnection): readonly ServerQuestion[] {
  return useSyncExternalStore(connection.subscribe, connection.getQuestions, () => NONE);
}

/** Notifications of the server, oldest first. */
export function useNotifications(connection: ServerConnection): readonly ServerNotification[] {
  return useSyncExternalStore(connection.subscribe, connection.getNotifications, () => NONE);
}

/** The session while there is one. */
export function useSession(connection: ServerConnection): Session | null {
  const state = useConnectionState(connection);
  return state.status === 'connected' ? state.session : null;
}

const NONE: readonly never[] = [];
