/** Channel of a conversation between the tabs of a browser. */
export interface PageWatch {
  /** Notifies the other tabs. */
  tell: () => void;
  stop: () => void;
}

/**
 * Calls `onChange` when the conversation may have changed: in another tab, or while the page was
 * hidden or offline.
 */
export function watchPage(id: string, onChange: () => void): PageWatch {
  const stop = new AbortController();
  const { signal } = stop;
  const room = new BroadcastChannel(`chat:${id}`);
  room.addEventListener('message', onChange, { signal });
  window.addEventListener('online', onChange, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') onChange();
    },
    { signal },
  );
  return {
    tell: () => {
      if (!signal.aborted) room.postMessage('changed');
    },
    stop: () => {
      stop.abort();
      room.close();
    },
  };
}
