import { useEffect, useRef } from 'react';

import type { ChatMessage } from '#app/chat/chat-parts.ts';

/** Returns a sent message to the composer if the server does not have it. */
export function useUnsentMessage(onReturned: (message: ChatMessage) => void) {
  const sent = useRef<{ message: ChatMessage; before: ChatMessage[] } | null>(null);
  // An answer can come many renders after its request: it is passed to the latest callback.
  const latest = useRef(onReturned);
  useEffect(() => {
    latest.current = onReturned;
  });
  return {
    /** `before`: the conversation without it. */
    remember: (message: ChatMessage, before: ChatMessage[]) => {
      sent.current = { message, before };
    },
    /** The server has it: somebody answers. */
    forget: () => {
      sent.current = null;
    },
    /** Compares with what the server has. */
    settle: (messages: readonly ChatMessage[]) => {
      const { current } = sent;
      sent.current = null;
      if (current && !messages.some(({ id }) => id === current.message.id))
        latest.current(current.message);
    },
    /**
     * It is not known whether the server has it: takes the message back, and restores the
     * conversation from before.
     */
    giveBack: (show: (messages: ChatMessage[]) => void) => {
      const { current } = sent;
      sent.current = null;
      if (!current) return;
      show(current.before);
      latest.current(current.message);
    },
  };
}
