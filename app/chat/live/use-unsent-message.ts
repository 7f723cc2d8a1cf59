import { useEffect, useRef } from 'react';

import type { ChatMessage } from '#app/chat/chat-parts.ts';

/** Gives back a message that was sent and that the server does not have. */
export function useUnsentMessage(onReturned: (message: ChatMessage) => void) {
  const sent = useRef<{ message: ChatMessage; before: ChatMessage[] } | null>(null);
  // An answer can come many drawings after its question: what is told then is told to the last one.
  const latest = useRef(onReturned);
  useEffect(() => {
    latest.current = onReturned;
  });
  return {
    /** `before`: what the conversation was without it. */
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
    /** Nobody says what the server has: takes the message back, and shows what was there before. */
    giveBack: (show: (messages: ChatMessage[]) => void) => {
      const { current } = sent;
      sent.current = null;
      if (!current) return;
      show(current.before);
      latest.current(current.message);
    },
  };
}
