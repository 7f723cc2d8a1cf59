import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import { type DraftBindings } from '#app/drafts/store.server.ts';
import { requireShape } from '#app/platform/shape.ts';

import { toChatStub } from './chat-stub.server.ts';
import { ChatView } from './chat-view.ts';
import { mayReadChat } from './find-chat.server.ts';

/** The view of a conversation for people who may not read it. */
const NO_CHAT: ChatView = {
  title: null,
  messages: [],
  branches: {},
  isRunning: false,
  points: [],
  current: 0,
  model: null,
};

/**
 * Reads the conversation as far as the caller may see it: readers get the branch that is shown,
 * others none at all.
 */
export async function readChatFor(env: DraftBindings, found: FoundDraft): Promise<ChatView> {
  if (!mayReadChat(found)) return NO_CHAT;
  const chat = await readChat(env, found.head.id);
  if (found.access === 'owner') return chat;
  return { ...chat, branches: {}, points: [], current: 0, model: null };
}

/** The conversation of a draft that exists. */
export async function readChat(env: DraftBindings, id: string): Promise<ChatView> {
  const text = await toChatStub(env, id).readChat();
  return requireShape(ChatView, await new Response(text).json(), 'The chat');
}
