import { useState } from 'react';
import type { KeyboardEvent } from 'react';

import { filesOf, textOf, type ChatMessage } from '#app/chat/chat-parts.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { Button } from '#app/ui/button.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import { MessageActions } from './message-actions.tsx';
import { SentFiles } from './sent-files.tsx';

interface Props {
  message: ChatMessage;
  chat: BuilderChat;
  mayEdit: boolean;
}

/** A message of the person, which can be edited; the new text goes on a branch of its own. */
export function UserMessage({ message, chat, mayEdit }: Props) {
  const [isEditing, setEditing] = useState(false);
  const text = textOf(message);
  if (isEditing) {
    return (
      <EditForm
        text={text}
        isBusy={chat.isBusy}
        onSend={(next) => {
          if (chat.edit(message, next)) setEditing(false);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  }
  return (
    <article aria-label="You" className="group/message flex flex-col items-end ps-8">
      {text === '' ? null : (
        <div className="max-h-80 max-w-full overflow-y-auto rounded-panel bg-sunken px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere">
          {text}
        </div>
      )}
      <SentFiles chat={chat.id} files={filesOf(message)} />
      <MessageActions
        message={message}
        chat={chat}
        text={text}
        isLast={false}
        onEdit={mayEdit ? () => setEditing(true) : undefined}
      />
    </article>
  );
}

function EditForm({
  text,
  isBusy,
  onSend,
  onCancel,
}: {
  text: string;
  /** A turn runs: nothing else can be said meanwhile. */
  isBusy: boolean;
  onSend: (text: string) => void;
  onCancel: () => void;
}) {
  const [next, setNext] = useState(text);
  const canSend = !isBusy && next.trim() !== '';

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      onCancel();
    }
    const isSend = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isSend) return;
    event.preventDefault();
    if (canSend) onSend(next);
  }

  return (
    <form
      aria-label="Edit your message"
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend(next);
      }}
    >
      <Textarea
        aria-label="Your message"
        autoFocus
        value={next}
        onChange={(event) => setNext(event.target.value)}
        onKeyDown={onKeyDown}
        className="max-h-80"
      />
      <div className="flex items-center gap-2">
        <p className="me-auto text-sm text-muted">
          {isBusy
            ? 'The builder is working. Send this when it is done.'
            : 'The earlier conversation stays on its own branch.'}
        </p>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={!canSend}>
          Send
        </Button>
      </div>
    </form>
  );
}
