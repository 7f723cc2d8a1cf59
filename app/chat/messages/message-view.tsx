import { Suspense } from 'react';

import { findData, textOf, type ChatMessage as Message } from '#app/chat/chat-parts.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import type { Verdict } from '#app/platform/verdict.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { Markdown } from '#app/ui/markdown.tsx';

import { ActivityList } from './activity-list.tsx';
import { MessageActions } from './message-actions.tsx';
import { toSegments, type MessageSegment } from './message-segments.ts';
import { MissOffer } from './miss-offer.tsx';
import { PlanNote } from './plan-note.tsx';
import { QuestionForm } from './question-form.tsx';
import { readPlan } from './read-plan.ts';
import { StateNote } from './state-note.tsx';
import { TurnResult } from './turn-result.tsx';
import { UserMessage } from './user-message.tsx';

/** Most answers propose nothing, and the card brings the comparison of texts along. */
const ChangeCard = lazyPart(
  async () => (await import('#app/chat/changes/change-card.tsx')).ChangeCard,
);

export interface MessageProps {
  message: Message;
  chat: BuilderChat;
  /** It is the last one, and nothing runs: its questions can be answered. */
  isOpen: boolean;
  /** Nothing is added to it any more. */
  isOver: boolean;
  /** The report’s verdict before it, where there was one. */
  verdictBefore: Verdict | null;
  mayEdit: boolean;
  /** Absent where there is no report to look at. */
  onOpenReport?: (() => void) | undefined;
  /** Absent where there are no restore points to look at. */
  onOpenPoint?: ((point: number) => void) | undefined;
}

/** One message, part by part in the order in which they came. */
export function MessageView(props: MessageProps) {
  const { message, chat, isOver, mayEdit } = props;
  if (message.role === 'user') {
    return <UserMessage message={message} chat={chat} mayEdit={mayEdit} />;
  }
  const segments = toSegments(message.parts);
  return (
    <article aria-label="Builder" className="group/message space-y-2">
      {segments.map((segment, index) => (
        <Segment
          // Parts are only ever added at the end.
          key={`${message.id}-${index}`}
          segment={segment}
          {...props}
        />
      ))}
      {isOver ? (
        <>
          <TurnResult {...props} />
          {props.isOpen && mayEdit ? (
            <MissOffer message={message} onRetry={() => chat.retry(message)} />
          ) : null}
          <MessageActions
            message={message}
            chat={chat}
            text={textOf(message)}
            isLast={props.isOpen}
            onRetry={mayEdit ? () => chat.retry(message) : undefined}
          />
        </>
      ) : null}
    </article>
  );
}

function Segment({
  segment,
  message,
  chat,
  isOpen,
  isOver,
  mayEdit,
}: MessageProps & { segment: MessageSegment }) {
  switch (segment.kind) {
    case 'text':
      return <Markdown text={segment.text} />;
    case 'note':
      return <p className="border-s-2 ps-3 text-muted wrap-anywhere">{segment.text}</p>;
    case 'thought':
      return (
        <details className="text-sm text-muted">
          <summary className="min-h-8 hover:text-ink pointer-coarse:min-h-11">Thoughts</summary>
          <Markdown text={segment.text} />
        </details>
      );
    case 'state':
      return <StateNote state={segment.state} isOver={isOver} />;
    case 'changes':
      return (
        <Suspense fallback={<p className="text-sm text-muted">Loading the changes</p>}>
          <ChangeCard
            changes={segment.changes}
            decide={mayEdit ? chat.decide : undefined}
            keepAnswer={mayEdit ? chat.keepAnswer : undefined}
            canDecide={!chat.isBusy}
          />
        </Suspense>
      );
    case 'plan':
      return <PlanNote plan={readPlan(segment.calls)} isOver={isOver} />;
    case 'question':
      return (
        <QuestionForm input={segment.part.input} isOpen={isOpen && mayEdit} onAnswer={chat.send} />
      );
    case 'activity':
      return <ActivityList steps={segment.steps} isOver={isOver} took={readTimes(message)} />;
  }
}

/** How long each call took, by its id. */
function readTimes({ parts }: Message): Map<string, number> {
  const times = new Map<string, number>();
  for (const part of parts) {
    if (part.type === 'data-took' && 'id' in part && part.id !== undefined) {
      times.set(part.id, (part.data as { milliseconds: number }).milliseconds);
    }
  }
  return times;
}

/** Whether a message has anything to show yet. */
export function isEmpty(message: Message): boolean {
  return toSegments(message.parts).length === 0 && findData(message, 'draft') === null;
}
