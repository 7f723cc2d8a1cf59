import { RotateCcw } from 'lucide-react';
import { Link } from 'react-router';

import { toFailureText } from '#app/api-client/failure-text.ts';
import { UpgradeNote } from '#app/api-client/upgrade-note.tsx';
import { storeCurrentUrl } from '#app/auth/return-url.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';
import type { ChatTrouble, RefusedRequest } from '#app/chat/live/chat-trouble.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';

const ENDINGS: Record<string, string> = {
  stopped: 'You stopped the turn. Everything done so far is kept.',
  failed: 'The turn failed. Everything done so far is kept.',
  spent: 'The budget of this turn is used up. Everything done so far is kept.',
  interrupted:
    'The turn was interrupted. A step that is not finished above changed nothing; all others are kept.',
};

const REFUSED: Record<RefusedRequest, string> = {
  message: 'The message was not accepted',
  turn: 'The turn was not started',
  conversation: 'The conversation could not be loaded',
  branch: 'The other branch could not be shown',
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
      {ending === undefined || trouble?.kind === 'lost' || trouble?.kind === 'unreadable' ? null : (
        <div
          role={trouble?.kind === 'failed' ? 'alert' : undefined}
          className="flex flex-wrap items-center gap-2 rounded-panel border bg-raised px-3.5 py-2.5 text-sm"
        >
          <p className="me-auto basis-40 grow">{ending}</p>
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
  const { title, text } = describeTrouble(trouble);
  const requestId = trouble.kind === 'refused' ? trouble.requestId : undefined;
  return (
    <div role="alert" className="rounded-panel border border-fail bg-raised px-3.5 py-2.5 text-sm">
      <p className="font-semibold text-fail">{title}</p>
      <p className="wrap-anywhere">{text}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {trouble.kind === 'refused' && trouble.needsSignIn ? (
          <Link to="/login" className={buttonClass('primary')} onClick={() => storeCurrentUrl()}>
            Sign in
          </Link>
        ) : null}
        <WayOn chat={chat} kind={trouble.kind} />
        {trouble.kind === 'refused' ? <UpgradeNote liftedBy={trouble.liftedBy} /> : null}
        {requestId ? (
          <span className="text-muted">
            Request <code className="wrap-anywhere">{requestId}</code>
          </span>
        ) : null}
      </div>
    </div>
  );
}

function WayOn({ chat, kind }: { chat: BuilderChat; kind: ChatTrouble['kind'] }) {
  if (kind === 'unreadable')
    return (
      <Button variant="secondary" onClick={() => location.reload()}>
        Reload
      </Button>
    );
  const [words, onClick] =
    kind === 'lost' ? ['Check now', chat.sync] : ['Close', chat.closeTrouble];
  return (
    <Button variant="secondary" onClick={onClick}>
      {words}
    </Button>
  );
}

function describeTrouble(trouble: Exclude<ChatTrouble, { kind: 'failed' }>) {
  switch (trouble.kind) {
    case 'refused':
      return { title: REFUSED[trouble.request], text: trouble.text };
    case 'lost':
      return {
        title: 'The connection was lost',
        text: 'The builder keeps working without this page, which checks again every few seconds.',
      };
    case 'unreadable': {
      const { title, detail, next } = toFailureText({ reason: 'unreadable' }, 'change');
      return { title, text: `${detail} ${next}` };
    }
  }
}
