import { DefaultChatTransport } from 'ai';

import { authorizedFetch } from '#app/auth/authorized-fetch.ts';

import { chatPath } from './chat-client.ts';
import type { ChatMessage } from './chat-parts.ts';

/** Talks to the chat's own endpoints as whoever is signed in; only the newest message is sent. */
export function createChatTransport(id: string): DefaultChatTransport<ChatMessage> {
  return new DefaultChatTransport<ChatMessage>({
    api: chatPath(id, '/turns'),
    fetch: (input, init) =>
      authorizedFetch(input instanceof Request ? input.url : input.toString(), {
        ...init,
        headers: withAccept(init?.headers),
      }),
    prepareSendMessagesRequest: ({ messages, trigger }) => {
      const last = messages.at(-1);
      if (trigger === 'regenerate-message') return { body: { retry: last?.id } };
      return { body: { message: toSent(last), parent: messages.at(-2)?.id ?? null } };
    },
    prepareReconnectToStreamRequest: () => ({ api: chatPath(id, '/stream') }),
  });
}

/** A turn takes as long as it takes: its stream tells how far it is. */
function withAccept(given: HeadersInit | undefined): Headers {
  const headers = new Headers(given);
  headers.set('accept', 'text/event-stream');
  return headers;
}

function toSent(message: ChatMessage | undefined) {
  if (!message) throw new Error('There is no message to send.');
  const { id, role, parts } = message;
  const texts = parts.filter((part) => part.type === 'text');
  return { id, role, parts: texts.map(({ text }) => ({ type: 'text', text })) };
}
