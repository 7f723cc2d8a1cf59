import type { DraftHead } from '#app/drafts/draft-state.ts';
import { toContent } from '#app/drafts/restore-points.ts';

import type { ChatAttachments } from './attachments/chat-attachments.server.ts';
import type { ChatStore } from './chat-store.server.ts';
import { forkChatState, type CopiedChat, type ForkedChat } from './fork-state.ts';
import type { MessageStore } from './message-store.server.ts';

/** The parts of a chat that its object holds. */
export interface ChatStores {
  store: ChatStore;
  messages: MessageStore;
  attachments: ChatAttachments;
}

/** The beginning of a fork; null if the chat has no such message. */
export function copyChat(
  { store, messages, attachments }: ChatStores,
  head: DraftHead,
  message: string | null,
  isOwn: boolean,
): ForkedChat | null {
  const forked = forkChatState(store.load(), message, isOwn);
  if (forked === null) return null;
  const { chat, point } = forked;
  const ids = chat.messages.map(({ id }) => id);
  const questions = chat.messages.filter(({ role }) => role === 'user').map(({ id }) => id);
  return {
    chat,
    content: toContent(point ?? head),
    bytes: messages.bytes(ids),
    attachments: attachments.findUsed(messages.read(questions)),
  };
}

/** Begins a chat with what was copied of another one; its restore points stay its own. */
export async function adoptChat(
  { store, messages, attachments }: ChatStores,
  copied: CopiedChat,
  texts: ReadableStream<Uint8Array>,
): Promise<void> {
  attachments.adopt(copied.attachments);
  await messages.adopt(texts);
  store.save({ ...copied.chat, points: store.load().points });
}
