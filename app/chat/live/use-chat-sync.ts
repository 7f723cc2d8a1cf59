import { useEffect, useEffectEvent, useRef } from 'react';

/** While the line is dead, the page looks again this often. */
const LOOK_AGAIN_MS = 4_000;

/**
 * Calls `sync` when the conversation may have changed: in another tab, when the page comes back
 * into sight or on line, or after the line broke. Null: not now. Returns a function that notifies
 * the other tabs.
 */
export function useChatSync(
  id: string,
  isLost: boolean,
  sync: (() => Promise<void>) | null,
): () => void {
  const channel = useRef<BroadcastChannel | null>(null);
  const onChange = useEffectEvent(() => void sync?.());

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const room = new BroadcastChannel(`chat:${id}`);
    channel.current = room;
    room.addEventListener('message', () => onChange(), { signal });
    window.addEventListener('online', () => onChange(), { signal });
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'visible') onChange();
      },
      { signal },
    );
    return () => {
      stop.abort();
      room.close();
      channel.current = null;
    };
  }, [id]);

  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(() => onChange(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isLost]);

  return () => channel.current?.postMessage('changed');
}
