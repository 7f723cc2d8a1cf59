import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';

import { findData, verdictBefore, type ChatMessage as Message } from '#app/chat/chat-parts.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Button } from '#app/ui/button.tsx';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import { MessageView, isEmpty } from './message-view.tsx';
import { Elapsed } from './elapsed.tsx';
import { StateNote } from './state-note.tsx';
import { TurnEnd } from './turn-end.tsx';
import { UsageLine } from './usage-line.tsx';
import { useStickToEnd } from './use-stick-to-end.ts';

interface Props {
  chat: BuilderChat;
  mayEdit: boolean;
  /** Stands where there are no messages. */
  empty: ReactNode;
  /** Absent where there is no report to look at. */
  onOpenReport?: () => void;
  onOpenPoint?: (point: number) => void;
}

/** The messages, and how the last turn stands; follows its end unless the reader went elsewhere. */
export function MessageList({ chat, mayEdit, empty, onOpenReport, onOpenPoint }: Props) {
  const { scroller, content, isAway, onScroll, jump } = useStickToEnd();
  const { messages } = chat;
  const last = messages.at(-1);
  return (
    <div className="flex min-h-0 grow flex-col">
      {/* Scrolling areas must take focus, or the keyboard cannot reach the rest. */}
      <section
        ref={scroller}
        onScroll={onScroll}
        aria-label="Conversation"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative min-h-0 grow overflow-y-auto -outline-offset-2"
      >
        <div ref={content} className="space-y-3 px-4 py-4">
          {messages.length === 0 ? empty : null}
          {messages.map((message, index) => (
            <MessageView
              key={message.id}
              message={message}
              chat={chat}
              isOpen={!chat.isBusy && message === last}
              isOver={!chat.isBusy || message !== last}
              verdictBefore={verdictBefore(messages, index)}
              mayEdit={mayEdit}
              onOpenReport={onOpenReport}
              onOpenPoint={onOpenPoint}
            />
          ))}
          {chat.isBusy ? <AtWork chat={chat} last={last} /> : null}
          {mayEdit && (messages.length > 0 || chat.trouble) ? (
            <TurnEnd chat={chat} last={last} />
          ) : null}
        </div>
      </section>
      {isAway ? (
        // In a row of its own: it never covers an answer.
        <div className="flex shrink-0 justify-center border-t">
          <Button variant="ghost" className="w-full rounded-none text-blue" onClick={jump}>
            <ArrowDown aria-hidden />
            Jump to latest
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The activity of the moment: writing a file, importing, or thinking. */
function AtWork({ chat, last }: { chat: BuilderChat; last: Message | undefined }) {
  const { progress, file, state } = chat.live;
  const told = last?.role === 'assistant' ? findData(last, 'usage') : null;
  const usage = chat.live.usage ?? told;
  const isBeginning = last === undefined || last.role === 'user' || isEmpty(last);
  if (state && isBeginning) return <StateNote state={state} isOver={false} />;
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm text-muted">
      <SpinnerMark className="shrink-0" />
      {file?.state === 'writing' ? (
        <>
          Writing <code className="min-w-0 truncate text-ink">{file.path}</code>
        </>
      ) : progress ? (
        <>
          {STEPS[progress.step] ?? progress.step}
          {progress.done === undefined
            ? null
            : ` ${formatCount(progress.done)}${progress.total ? ` of ${formatCount(progress.total)}` : ''}`}
        </>
      ) : isBeginning ? (
        'Reading your message'
      ) : (
        'Working'
      )}
      <span className="shrink-0 tabular-nums">
        <Elapsed />
      </span>
      {usage ? (
        <span className="ms-auto max-w-full">
          <UsageLine usage={usage} isRunning />
        </span>
      ) : null}
    </p>
  );
}

const STEPS: Record<string, string> = {
  fetching: 'Fetching the document',
  reading: 'Reading the document',
  importing: 'Importing operations',
  generating: 'Writing files',
  ready: 'Starting the server',
};
