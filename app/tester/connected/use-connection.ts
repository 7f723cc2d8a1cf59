import { useSyncExternalStore } from 'react';

import type {
  ServerConnection,
  ServerNotification,
  ServerQuestion,
  Session,
} from '#app/mcp-client/connection.ts';

/** What the server asks and nobody has answered. */
export function useQuestions(connection: ServerConnection): readonly ServerQuestion[] {
  return useSyncExternalStore(connection.subscribe, connection.getQuestions, () => NONE);
}

/** Notifications of the server, oldest first. */
export function useNotifications(connection: ServerConnection): readonly ServerNotification[] {
  return useSyncExternalStore(connection.subscribe, connection.getNotifications, () => NONE);
}

/** The session while there is one. */
export function useSession(connection: ServerConnection): Session | null {
  const state = useSyncExternalStore(
    connection.subscribe,
    connection.getState,
    connection.getState,
  );
  return state.status === 'connected' ? state.session : null;
}

const NONE: readonly never[] = [];
