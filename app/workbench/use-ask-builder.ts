import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

import { chatTextKey } from '#app/chat/composer/chat-text-key.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { addKeptText } from '#app/ui/add-kept-text.ts';

/** Opens the chat with a message in its composer, which the person sends or changes. */
export function useAskBuilder(
  id: string,
  chat: RefObject<BuilderChat | null>,
  openChat: () => void,
): (message: string) => void {
  return (message) => {
    addKeptText(chatTextKey(id), message);
    // An element that is not shown takes no focus.
    flushSync(openChat);
    chat.current?.focus?.();
  };
}
