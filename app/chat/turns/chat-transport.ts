import { DefaultChatTransport } from 'ai';

import { authorizedFetch } from '#app/auth/authorized-fetch.ts';
import { chatPath } from '#app/chat/chat-client.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';

/**
 * Talks to the chat's own endpoints as the signed-in user; only the newest message is sent.
 *
 * @param onAccepted is called whenever the server has accepted a message
 */
export function createChatTransport(
  id: string,
  onAccepted: () => void,
): DefaultChatTransport<ChatMessage> {
  return new DefaultChatTransport<ChatMessage>({
    api: chatPath(id, '/turns'),
    fetch: async (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      const headers = withAccept(init?.headers);
      const response = await authorizedFetch(url, { ...init, headers });
      if (response.ok && init?.method === 'POST') onAccepted();
      return response;
    },
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

/** A turn takes as long as it takes: its stream reports its progress. */
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
