import type { UIMessage } from 'ai';
import { useEffect, useRef } from 'react';

import type { DraftScreen } from '#app/builder/use-draft.ts';

import { ChatMessage } from './chat-message.tsx';
import { MessageComposer } from './message-composer.tsx';
import { useBuilderChat } from './use-builder-chat.ts';

interface Props {
  screen: DraftScreen;
  initial: UIMessage[];
  isRunning: boolean;
}

/** The conversation of a draft: messages above, the composer below. */
export function ChatPane({ screen, initial, isRunning }: Props) {
  const { id } = screen.draft;
  const chat = useBuilderChat({ id, initial, isRunning, onDraft: () => void screen.reload() });
  const end = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current) end.current?.scrollIntoView({ block: 'end' });
  }, [chat.messages]);

  return (
    <div className="flex min-h-0 grow flex-col">
      <div
        className="min-h-0 grow space-y-4 overflow-y-auto px-4 py-4"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
        }}
      >
        {chat.messages.length === 0 ? (
          <p className="text-muted">
            Say what to change: “rename list_pets to find_pets”, “return only id and name”, “fix the
            report”.
          </p>
        ) : null}
        {chat.messages.map((message, index) => (
          <ChatMessage
            key={message.id}
            message={message}
            isOpen={!chat.isBusy && index === chat.messages.length - 1}
            onAnswer={chat.send}
          />
        ))}
        {chat.error ? (
          <p role="alert" className="text-sm text-fail">
            {describeError(chat.error)}
          </p>
        ) : null}
        <output className="sr-only">{chat.isBusy ? 'The builder works.' : 'Done.'}</output>
        <div ref={end} />
      </div>
      {screen.draft.mayEdit ? (
        <MessageComposer isBusy={chat.isBusy} onSend={chat.send} onStop={() => void chat.stop()} />
      ) : null}
    </div>
  );
}

/** A refusal is a problem document; whatever else it is, the network failed. */
function describeError({ message }: Error): string {
  try {
    const { detail }: { detail?: string } = JSON.parse(message);
    if (detail) return detail;
  } catch {
    // It is a sentence already, or none of ours.
  }
  return message.includes('fetch') ? 'The network failed. Try again.' : message;
}
