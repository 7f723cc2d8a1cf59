import { MessageList } from '#app/builder/chat/message-list.tsx';
import { useBuilderChat } from '#app/builder/chat/use-builder-chat.ts';

const NOTHING_YET = { messages: [], branches: {}, isRunning: true };

/** What the running round does, as it does it. */
export function LiveRound({ id, answer }: { id: string; answer: string }) {
  const chat = useBuilderChat({
    id,
    initial: NOTHING_YET,
    onDraft: () => undefined,
    onReturned: () => undefined,
  });
  const messages = chat.messages.filter((message) => message.id === answer);
  return (
    <section
      aria-label="Running round"
      className="flex max-h-100 min-h-40 flex-col rounded-panel border"
    >
      <MessageList
        chat={{ ...chat, messages }}
        mayEdit={false}
        empty={null}
        onOpenReport={() => undefined}
      />
    </section>
  );
}
