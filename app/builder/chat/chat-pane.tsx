import type { UIMessage } from 'ai';
import { useEffect, useRef } from 'react';

import { Button } from '#app/ui/button.tsx';
import type { DraftScreen } from '#app/builder/use-draft.ts';

import { ChatMessage } from './chat-message.tsx';
import { MessageComposer } from './message-composer.tsx';
import { useBuilderChat, type BuilderChat } from './use-builder-chat.ts';

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
        <TurnEnd chat={chat} />
        <output className="sr-only">{chat.isBusy ? 'The builder works.' : 'Done.'}</output>
        <div ref={end} />
      </div>
      {screen.draft.mayEdit ? (
        <MessageComposer isBusy={chat.isBusy} onSend={chat.send} onStop={() => void chat.stop()} />
      ) : null}
    </div>
  );
}

const ENDINGS: Record<string, string> = {
  stopped: 'You stopped this.',
  failed: 'This failed. What was done until then is kept.',
  interrupted: 'This was interrupted. What was done until then is kept.',
};

/** How a turn ended that did not come to its end, and the ways on. */
function TurnEnd({ chat }: { chat: BuilderChat }) {
  const last = chat.messages.at(-1);
  const status = chat.error && !chat.isBusy ? 'failed' : statusOf(last);
  const ending = status === null || chat.isBusy ? undefined : ENDINGS[status];
  if (ending === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <p className="mr-auto">{ending}</p>
      <Button variant="secondary" onClick={chat.retry}>
        Retry
      </Button>
      <Button variant="secondary" onClick={() => chat.send('Continue')}>
        Continue
      </Button>
    </div>
  );
}

function statusOf(message: UIMessage | undefined): string | null {
  const { metadata } = message ?? {};
  if (typeof metadata !== 'object' || metadata === null || !('status' in metadata)) return null;
  return typeof metadata.status === 'string' ? metadata.status : null;
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
