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
    // `given` names the model, and says where the last answer is to go on.
    prepareSendMessagesRequest: ({ messages, trigger, body: given = {} }) => {
      const last = messages.at(-1);
      if ('continue' in given) return { body: given };
      if (trigger === 'regenerate-message') return { body: { ...given, retry: last?.id } };
      const parent = messages.at(-2)?.id ?? null;
      return { body: { ...given, message: toSent(last), parent } };
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
  return { id, role, parts: parts.filter(({ type }) => type === 'text' || type === 'file') };
}
