import { useState } from 'react';
import type { KeyboardEvent } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import { AttachmentList } from './attachment-list.tsx';
import { filesOf, textOf, type ChatMessage } from './chat-parts.ts';
import { MessageActions } from './message-actions.tsx';
import type { BuilderChat } from './use-builder-chat.ts';

interface Props {
  message: ChatMessage;
  chat: BuilderChat;
  mayEdit: boolean;
}

/** What the person said; it can be said otherwise, on a branch of its own. */
export function UserMessage({ message, chat, mayEdit }: Props) {
  const [isEditing, setEditing] = useState(false);
  const text = textOf(message);
  if (isEditing) {
    return (
      <EditForm
        text={text}
        onSend={(next) => {
          setEditing(false);
          chat.edit(message, next);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  }
  return (
    <article aria-label="You" className="group/message flex flex-col items-end pl-8">
      {text === '' ? null : (
        <div className="max-h-80 max-w-full overflow-y-auto rounded-panel bg-sunken px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere">
          {text}
        </div>
      )}
      <AttachmentList
        className="mt-1.5 justify-end"
        files={filesOf(message).map(({ filename = 'file' }, index) => {
          return { id: `${message.id} ${index}`, name: filename, size: null };
        })}
      />
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
  onSend,
  onCancel,
}: {
  text: string;
  onSend: (text: string) => void;
  onCancel: () => void;
}) {
  const [next, setNext] = useState(text);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      onCancel();
    }
    const isSend = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isSend || next.trim() === '') return;
    event.preventDefault();
    onSend(next);
  }

  return (
    <form
      aria-label="Edit your message"
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(next);
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
        <p className="mr-auto text-sm text-muted">What was said before stays on its own branch.</p>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={next.trim() === ''}>
          Send
        </Button>
      </div>
    </form>
  );
}
