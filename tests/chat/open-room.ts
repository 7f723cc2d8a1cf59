import { ChatRoom } from '#app/builder/chat/chat-room.server.ts';
import { ChatStore } from '#app/builder/chat/chat-store.server.ts';
import { MessageStore } from '#app/builder/chat/message-store.server.ts';

/** The chat of an object's storage, as its object opens it when it starts. */
export function openRoom(storage: DurableObjectStorage): ChatRoom {
  return new ChatRoom(new ChatStore(storage), new MessageStore(storage));
}
