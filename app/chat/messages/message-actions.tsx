import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, GitFork, Pencil, RotateCcw } from 'lucide-react';

import type { ChatMessage } from '#app/chat/chat-parts.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

interface Props {
  message: ChatMessage;
  chat: BuilderChat;
  text: string;
  /** Of the last message they are always in sight, of others when one turns to it. */
  isLast: boolean;
  onRetry?: (() => void) | undefined;
  onEdit?: (() => void) | undefined;
}

/** The actions of one message. */
export function MessageActions({ message, chat, text, isLast, onRetry, onEdit }: Props) {
  const what = message.role === 'user' ? 'your message' : 'the answer';
  const { fork } = chat;
  const isStill = !chat.isBusy;
  const siblings = chat.branches[message.id] ?? [];
  return (
    <div className="-ms-2 flex items-center">
      {siblings.length > 1 && chat.show ? (
        <BranchSwitch ids={siblings} id={message.id} isOff={!isStill} onShow={chat.show} />
      ) : null}
      <div
        className={clsx(
          'flex items-center pointer-coarse:opacity-100',
          !isLast &&
            'opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100',
        )}
      >
        {text === '' ? null : <CopyButton text={text} what={what} />}
        {onEdit && isStill ? (
          <IconButton label="Edit your message" onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
        ) : null}
        {onRetry && isStill ? (
          <IconButton label="Answer again" onClick={onRetry}>
            <RotateCcw aria-hidden />
          </IconButton>
        ) : null}
        {message.role === 'assistant' && fork && isStill ? (
          <IconButton label="Fork from here" onClick={() => fork(message)}>
            <GitFork aria-hidden />
          </IconButton>
        ) : null}
      </div>
    </div>
  );
}

/** Which of the messages at one place is shown: ‹ 2/3 ›. */
function BranchSwitch({
  ids,
  id,
  isOff,
  onShow,
}: {
  ids: readonly string[];
  id: string;
  isOff: boolean;
  onShow: (id: string) => void;
}) {
  const place = ids.indexOf(id);
  const [before, after] = [ids[place - 1], ids[place + 1]];
  return (
    <fieldset aria-label="Branches" className="flex items-center text-sm text-muted">
      <IconButton
        label="Previous branch"
        disabled={isOff || before === undefined}
        onClick={() => before && onShow(before)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <span className="tabular-nums">
        {place + 1}/{ids.length}
      </span>
      <IconButton
        label="Next branch"
        disabled={isOff || after === undefined}
        onClick={() => after && onShow(after)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </fieldset>
  );
}
