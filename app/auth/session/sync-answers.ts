/** Our server's answers to posted tokens, whoever posted them. */
export interface SyncAnswers {
  /**
   * The status of the next answer; null if none comes in time, or the browser does not expose it.
   */
  next: (withinMs: number) => Promise<number | null>;
  /** Calls the listener with the status of each answer; zero if the browser does not expose it. */
  onAnswer: (listener: (status: number) => void) => void;
}

/**
 * Watches the answers of the token sync. Firebase's SDK posts tokens by itself and drops the
 * answers; the browser's own record of requests still has them.
 */
export function watchSyncAnswers(path: string): SyncAnswers {
  const listeners = new Set<(status: number) => void>();
  const url = new URL(path, location.origin).href;
  if (path !== '' && PerformanceObserver.supportedEntryTypes.includes('resource')) {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName(url)) {
        const status = entry instanceof PerformanceResourceTiming ? entry.responseStatus : 0;
        for (const listener of listeners) listener(status);
      }
    });
    observer.observe({ type: 'resource' });
  }
  return {
    next: (withinMs) =>
      new Promise((resolve) => {
        const done = (status: number | null) => {
          clearTimeout(timer);
          listeners.delete(done);
          resolve(status === 0 ? null : status);
        };
        const timer = setTimeout(() => done(null), withinMs);
        listeners.add(done);
      }),
    onAnswer: (listener) => void listeners.add(listener),
  };
}
