import { toDraftStub, type DraftBindings } from '#app/builder/store.server.ts';

import type { ChatView } from './chat-room.server.ts';

/** What somebody sees of a conversation that is not theirs. */
export const NO_CHAT: ChatView = {
  title: null,
  messages: [],
  branches: {},
  isRunning: false,
  points: [],
  current: 0,
  model: null,
};

/** The conversation of a draft that exists. */
export async function readChat(env: DraftBindings, id: string): Promise<ChatView> {
  const text = await toDraftStub(env, id).readChat();
  const chat: ChatView = JSON.parse(text);
  return chat;
}
