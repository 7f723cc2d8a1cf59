import type { ChatMessage } from '#app/chat/chat-parts.ts';

import type { BuilderChat } from './use-builder-chat.ts';

/** A chat that shows messages and takes none. */
export function readOnlyChat(messages: ChatMessage[]): BuilderChat {
  const nothing = () => undefined;
  return {
    messages,
    branches: {},
    trouble: null,
    live: { progress: null, file: null },
    isBusy: false,
    send: () => false,
    sync: nothing,
    stop: nothing,
    closeTrouble: nothing,
    edit: () => false,
    retry: nothing,
  };
}
