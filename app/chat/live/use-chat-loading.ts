import { useEffect, useRef, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { getChat } from '#app/chat/chat-client.ts';
import type { LoadedChat } from '#app/chat/chat-view.ts';
import { createFreshLoading, createTurnCount } from '#app/chat/turns/turn-count.ts';
import type { Result } from '#app/platform/result.ts';

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
