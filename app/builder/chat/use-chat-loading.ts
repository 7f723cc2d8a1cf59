import { useEffect, useRef, useState } from 'react';

import type { RequestFailure } from '#app/builder/api-request.ts';
import type { Result } from '#app/platform/result.ts';

import { getChat, type LoadedChat } from './chat-client.ts';
import { createFreshLoading, createTurnCount } from './turn-count.ts';

/** Asks the server for the conversation; an answer from before a turn that began since is dropped. */
export function useChatLoading(
  id: string,
  onLoaded: (answer: Result<LoadedChat, RequestFailure>) => void,
) {
  const latest = useRef(onLoaded);
  useEffect(() => {
    latest.current = onLoaded;
  });
  const [{ turns, ask }] = useState(() => {
    const count = createTurnCount();
    return { turns: count, ask: createFreshLoading(count, () => getChat(id)) };
  });
  return { turns, sync: () => ask((answer) => latest.current(answer)) };
}
