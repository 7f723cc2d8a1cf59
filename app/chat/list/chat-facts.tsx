import type { ListedChat } from '#app/chat/list/chat-page.ts';
import { RelativeTime } from '#app/ui/relative-time.tsx';

/** How many tools a chat's server has, and when it was last changed. */
export function ChatFacts({ chat }: { chat: Pick<ListedChat, 'tools' | 'updatedAt'> }) {
  return (
    <>
      {chat.tools === 1 ? '1 tool' : `${chat.tools} tools`} · <RelativeTime at={chat.updatedAt} />
    </>
  );
}
