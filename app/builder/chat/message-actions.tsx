import { clsx } from 'clsx';
import { Pencil, RotateCcw } from 'lucide-react';

import { CopyButton } from '#app/ui/copy-button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

import type { ChatMessage } from './chat-parts.ts';
import type { BuilderChat } from './use-builder-chat.ts';

interface Props {
  message: ChatMessage;
  chat: BuilderChat;
  text: string;
  /** Of the last message they are always in sight, of others when one turns to it. */
  isLast: boolean;
  onRetry?: (() => void) | undefined;
  onEdit?: (() => void) | undefined;
}

/** What can be done with one message. */
export function MessageActions({ message, chat, text, isLast, onRetry, onEdit }: Props) {
  const what = message.role === 'user' ? 'your message' : 'the answer';
  return (
    <div
      className={clsx(
        '-ml-2 flex items-center pointer-coarse:opacity-100',
        !isLast &&
          'opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100',
      )}
    >
      {text === '' ? null : <CopyButton text={text} what={what} />}
      {onEdit && !chat.isBusy ? (
        <IconButton label="Edit your message" onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
      ) : null}
      {onRetry && !chat.isBusy ? (
        <IconButton label="Answer once more" onClick={onRetry}>
          <RotateCcw aria-hidden />
        </IconButton>
      ) : null}
    </div>
  );
}
