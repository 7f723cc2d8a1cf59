import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';

/** Publishes events of this process to its listeners; one that throws does not affect the others. */
export function createEventBus(onError: (error: Error) => void = () => {}): ServerEventBus {
  const listeners = new Set<(event: ServerEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          onError(error instanceof Error ? error : new Error(String(error)));
        }
      }
    },
    subscribe: (listener) => {
      // A listener that subscribes twice is called twice.
      const own = (event: ServerEvent) => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
