import { useBuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { MessageList } from '#app/chat/messages/message-list.tsx';
import { WindowPanel } from '#app/ui/window-panel.tsx';

const NOTHING_YET = { messages: [], branches: {}, isRunning: true };

/** Shows the running round live. */
export function LiveRound({ id, answer }: { id: string; answer: string }) {
  const chat = useBuilderChat({
    id,
    initial: NOTHING_YET,
    mayEdit: false,
    onDraft: () => undefined,
    onReturned: () => undefined,
  });
  const messages = chat.messages.filter((message) => message.id === answer);
  return (
    <WindowPanel title="Running round" className="max-h-100 min-h-40">
      <MessageList chat={{ ...chat, messages }} mayEdit={false} empty={null} />
    </WindowPanel>
  );
}
