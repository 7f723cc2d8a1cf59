import { toDraftStub, type DraftBindings } from '#app/builder/store.server.ts';

import type { ChatView } from './chat-room.server.ts';

/** The conversation of a draft that exists. */
export async function readChat(env: DraftBindings, id: string): Promise<ChatView> {
  const text = await toDraftStub(env, id).readChat();
  const chat: ChatView = JSON.parse(text);
  return chat;
}
