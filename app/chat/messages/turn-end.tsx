import { RotateCcw } from 'lucide-react';

import type { ChatMessage } from '#app/chat/chat-parts.ts';
import type { ChatTrouble } from '#app/chat/live/chat-trouble.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { Button } from '#app/ui/button.tsx';

const ENDINGS: Record<string, string> = {
  stopped: 'You stopped the turn. Everything done so far is kept.',
  failed: 'The turn failed. Everything done so far is kept.',
  spent: 'The budget of this turn is used up. Everything done so far is kept.',
  interrupted: 'The turn was interrupted. Everything done so far is kept.',
};

/** How a turn ended that did not come to its end, and the ways on. */
export function TurnEnd({ chat, last }: { chat: BuilderChat; last: ChatMessage | undefined }) {
  const { trouble, isBusy } = chat;
  if (isBusy) return null;
  const status = last?.role === 'user' ? 'failed' : (last?.metadata?.status ?? '');
  const ending = trouble?.kind === 'failed' ? trouble.text : ENDINGS[status];
  return (
    <>
      {trouble && trouble.kind !== 'failed' ? <TroubleNote chat={chat} trouble={trouble} /> : null}
      {ending === undefined || trouble?.kind === 'lost' ? null : (
        <div
          role={trouble?.kind === 'failed' ? 'alert' : undefined}
          className="flex flex-wrap items-center gap-2 rounded-panel border bg-raised px-3.5 py-2.5 text-sm"
        >
          <p className="mr-auto basis-40 grow">{ending}</p>
          <Button variant="secondary" onClick={() => chat.retry()}>
            <RotateCcw aria-hidden />
            Retry
          </Button>
          {last?.role === 'assistant' ? (
            <Button variant="secondary" onClick={chat.goOn ?? (() => chat.send('Continue'))}>
              Continue
            </Button>
          ) : null}
        </div>
      )}
    </>
  );
}

function TroubleNote({
  chat,
  trouble,
}: {
  chat: BuilderChat;
  trouble: Exclude<ChatTrouble, { kind: 'failed' }>;
}) {
  const isLost = trouble.kind === 'lost';
  return (
    <div role="alert" className="rounded-panel border border-fail bg-raised px-3.5 py-2.5 text-sm">
      <p className="font-semibold text-fail">
        {isLost ? 'The connection was lost' : 'The message was not accepted'}
      </p>
      <p className="wrap-anywhere">
        {isLost
          ? 'The builder keeps working without this page, which checks again every few seconds.'
          : trouble.text}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {isLost ? (
          <Button variant="secondary" onClick={chat.sync}>
            Check now
          </Button>
        ) : (
          <Button variant="secondary" onClick={chat.closeTrouble}>
            Close
          </Button>
        )}
        {!isLost && trouble.requestId ? (
          <span className="text-muted">
            Request <code className="wrap-anywhere">{trouble.requestId}</code>
          </span>
        ) : null}
      </div>
    </div>
  );
}
