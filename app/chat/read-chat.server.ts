import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import { type DraftBindings } from '#app/drafts/store.server.ts';

import { toChatStub } from './chat-stub.server.ts';
import type { ChatView } from './chat-view.ts';
import { mayReadChat } from './find-chat.server.ts';

/** What somebody sees of a conversation that is not theirs. */
const NO_CHAT: ChatView = {
  title: null,
  messages: [],
  branches: {},
  isRunning: false,
  points: [],
  current: 0,
  model: null,
};

/** The conversation as far as who asks may see it: readers get the branch that is shown, nobody else any. */
export async function readChatFor(env: DraftBindings, found: FoundDraft): Promise<ChatView> {
  if (!mayReadChat(found)) return NO_CHAT;
  const chat = await readChat(env, found.head.id);
  if (found.access === 'owner') return chat;
  return { ...chat, branches: {}, points: [], current: 0, model: null };
}

/** The conversation of a draft that exists. */
export async function readChat(env: DraftBindings, id: string): Promise<ChatView> {
  const text = await toChatStub(env, id).readChat();
  return new Response(text).json<ChatView>();
}
