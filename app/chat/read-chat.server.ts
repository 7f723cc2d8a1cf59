import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import { type DraftBindings } from '#app/drafts/store.server.ts';
import { requireShape } from '#app/platform/shape.ts';

import { toChatStub } from './chat-stub.server.ts';
import { ChatView } from './chat-view.ts';
import { toReaderMessage } from './to-reader-message.ts';

/**
 * Reads the conversation of a draft that was found for the caller: readers get the branch that is shown, and
 * nothing of the owner's models.
 */
export async function readChatFor(env: DraftBindings, found: FoundDraft): Promise<ChatView> {
  const chat = await readChat(env, found.head.id);
  if (found.access === 'owner') return chat;
  const messages = chat.messages.map(toReaderMessage);
  return { ...chat, messages, branches: {}, points: [], current: 0, model: null };
}

/** The conversation of a draft that exists. */
export async function readChat(env: DraftBindings, id: string): Promise<ChatView> {
  const text = await toChatStub(env, id).readChat();
  return requireShape(ChatView, await new Response(text).json(), 'The chat');
}
