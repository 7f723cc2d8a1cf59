import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { LoadedChat } from '#app/chat/chat-view.ts';
import type { TurnCount } from '#app/chat/turns/turn-count.ts';

/**
 * Resumes a turn that runs on the server; returns whether the turn counts as running although no
 * stream says so. If there is no stream any more, the server is asked once for the outcome.
 */
export function useResume(
  resumeStream: () => Promise<void>,
  turns: TurnCount,
  loaded: LoadedChat,
  sync: () => Promise<void>,
): boolean {
  // The conversation whose running turn is no longer waited for.
  const [settled, setSettled] = useState<LoadedChat | null>(null);
  const isSecond = useRef(false);

  const goOn = useEffectEvent(async (isCurrent: () => boolean) => {
    const ended = turns.ended();
    await resumeStream();
    // A newer answer goes on by itself, or the page is left.
    if (!isCurrent()) return;
    const isLookNeeded = turns.ended() === ended && !isSecond.current;
    isSecond.current = isLookNeeded;
    if (isLookNeeded) await sync();
  });
  useEffect(() => {
    if (!loaded.isRunning) return;
    let isCurrent = true;
    const begin = async () => {
      // Strict mode unmounts at once and mounts again, and `useChat` aborts what it asks for then.
      await Promise.resolve();
      if (isCurrent) await goOn(() => isCurrent);
      if (isCurrent) setSettled(loaded);
    };
    void begin();
    return () => {
      isCurrent = false;
    };
  }, [loaded]);
  return loaded.isRunning && settled !== loaded;
}
