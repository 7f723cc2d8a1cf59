import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import { type DraftBindings } from '#app/drafts/store.server.ts';
import { loadConversation } from '#app/drafts/publishing/conversation-blobs.server.ts';
import { seesSnapshot } from '#app/drafts/publishing/to-shown-head.ts';
import { parseStored } from '#app/platform/read-stored.ts';
import { requireShape } from '#app/platform/shape.ts';

import { toChatStub } from './chat-stub.server.ts';
import { ChatView } from './chat-view.ts';
import { toReaderMessage } from './to-reader-message.ts';

/**
 * Reads the conversation of a draft that was found for the caller: readers get the branch that is shown, and
 * nothing of the owner's models. Of a public one, visitors get what was published.
 */
export async function readChatFor(env: DraftBindings, found: FoundDraft): Promise<ChatView> {
  const { head, access } = found;
  const { snapshot } = head;
  if (snapshot && seesSnapshot(head, access)) {
    const text = await loadConversation(env.BLOBS, snapshot.conversation);
    const chat = parseStored(ChatView, text, 'A published conversation');
    return { ...chat, title: snapshot.listing.title };
  }
  const chat = await readChat(env, head.id);
  return access === 'owner' ? chat : toReaderView(chat);
}

/** A conversation as everybody but its owner reads it. */
export function toReaderView(chat: ChatView): ChatView {
  const messages = chat.messages.map(toReaderMessage);
  return { ...chat, messages, branches: {}, points: [], current: 0, model: null };
}

/** The conversation of a draft that exists. */
export async function readChat(env: DraftBindings, id: string): Promise<ChatView> {
  const text = await toChatStub(env, id).readChat();
  return requireShape(ChatView, await new Response(text).json(), 'The chat');
}
