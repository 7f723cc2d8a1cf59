import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';

/** Tells what happens in this process to who listens; one who fails at it keeps nobody from hearing. */
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
      // Whoever subscribes twice is told twice.
      const own = (event: ServerEvent) => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
