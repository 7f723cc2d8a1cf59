import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';
import { useState } from 'react';

import { authorizedFetch } from '#app/auth/authorized-fetch.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { toTrouble, type ChatTrouble } from '#app/chat/live/chat-trouble.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';

/** How often a streaming answer is drawn at most. */
const DRAW_EVERY_MS = 50;

/**
 * A chat with an endpoint that keeps nothing: each request carries the whole conversation, which lives
 * as long as the page. A message that is edited takes what followed it with it.
 */
export function useStatelessChat(apiEndpoint: string): BuilderChat {
  const [transport] = useState(() => createTransport(apiEndpoint));
  const [trouble, setTrouble] = useState<ChatTrouble | null>(null);
  const chat = useChat<ChatMessage>({
    transport,
    throttle: DRAW_EVERY_MS,
    onError: (error) => setTrouble(toTrouble(error, 'message')),
  });
  const isBusy = chat.status === 'submitted' || chat.status === 'streaming';

  function send(text: string) {
    if (isBusy || text.trim() === '') return false;
    setTrouble(null);
    void chat.sendMessage({ text });
    return true;
  }

  return {
    messages: chat.messages,
    branches: {},
    trouble,
    live: { progress: null, file: null },
    isBusy,
    send,
    // Nobody else knows more of this conversation.
    sync: () => undefined,
    stop: () => void chat.stop(),
    closeTrouble: () => setTrouble(null),
    edit: (message, text) => {
      if (isBusy || text.trim() === '') return false;
      const at = chat.messages.findIndex(({ id }) => id === message.id);
      chat.setMessages(chat.messages.slice(0, at));
      return send(text);
    },
    retry: (message) => {
      if (isBusy) return;
      setTrouble(null);
      void chat.regenerate(message ? { messageId: message.id } : {});
    },
  };
}

function createTransport(api: string): DefaultChatTransport<ChatMessage> {
  return new DefaultChatTransport<ChatMessage>({
    api,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('accept', 'text/event-stream');
      return authorizedFetch(String(input instanceof Request ? input.url : input), {
        ...init,
        headers,
      });
    },
    prepareSendMessagesRequest: ({ messages }) => ({ body: { messages } }),
  });
}
