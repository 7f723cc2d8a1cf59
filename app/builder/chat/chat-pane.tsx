import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import type { RefObject } from 'react';

import { useKeptText } from '#app/builder/use-kept-text.ts';
import type { DraftScreen } from '#app/builder/use-draft.ts';

import type { LoadedChat } from './chat-client.ts';
import { examplePrompts } from './example-prompts.ts';
import { MessageComposer } from './message-composer.tsx';
import { MessageList } from './message-list.tsx';
import { TurnNews } from './turn-news.tsx';
import { useBuilderChat, type BuilderChat } from './use-builder-chat.ts';

interface Props {
  screen: DraftScreen;
  initial: LoadedChat;
  onOpenReport: () => void;
  onOpenPoint: (point: number) => void;
  /** Holds the conversation for the rest of the screen. */
  hold: RefObject<BuilderChat | null>;
}

/** The conversation of a draft: messages above, the composer below. */
export function ChatPane({ screen, initial, onOpenReport, onOpenPoint, hold }: Props) {
  const { id, mayEdit } = screen.draft;
  const [text, setText] = useKeptText(`chat-text:${id}`);
  const field = useRef<HTMLTextAreaElement>(null);
  const chat = useBuilderChat({
    id,
    initial,
    onDraft: () => void screen.reload(),
    onReturned: (returned) => {
      setText(returned);
      field.current?.focus();
    },
  });
  useStopKey(chat.isBusy, chat.stop);
  // What was typed before the page had its scripts is in the field, and nowhere else.
  const takeTyped = useEffectEvent(() => {
    const typed = field.current?.value ?? '';
    if (text === '' && typed !== '') setText(typed);
  });
  useEffect(() => takeTyped(), []);
  useImperativeHandle(hold, () => ({ ...chat, focus: () => field.current?.focus() }));

  return (
    <section aria-label="Chat" className="flex min-h-0 grow flex-col">
      <MessageList
        chat={chat}
        mayEdit={mayEdit}
        onOpenReport={onOpenReport}
        onOpenPoint={onOpenPoint}
        empty={
          <Examples
            prompts={examplePrompts(screen.blueprint ?? { tools: [] })}
            onPick={chat.send}
          />
        }
      />
      <TurnNews chat={chat} />
      {mayEdit ? (
        <MessageComposer
          ref={field}
          text={text}
          onText={setText}
          isBusy={chat.isBusy}
          onSend={() => {
            chat.send(text);
            setText('');
          }}
          onStop={chat.stop}
        />
      ) : null}
    </section>
  );
}

/** Esc stops the turn wherever the focus is, unless something else closes by it. */
function useStopKey(isBusy: boolean, stop: () => void) {
  const latest = useRef(stop);
  useEffect(() => {
    latest.current = stop;
  });
  useEffect(() => {
    if (!isBusy) return;
    function onKeyDown(event: KeyboardEvent) {
      const isTaken =
        event.defaultPrevented || document.querySelector('dialog[open], [role=dialog]');
      if (event.key === 'Escape' && !isTaken) latest.current();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isBusy]);
}

function Examples({
  prompts,
  onPick,
}: {
  prompts: readonly string[];
  onPick: (prompt: string) => void;
}) {
  return (
    <section aria-label="Examples">
      <p className="font-semibold">Say what the server should do</p>
      <p className="mt-1 text-muted">
        A sentence, a document, its address or cURL commands. Each of these runs as it stands:
      </p>
      <ul className="mt-3 space-y-2">
        {prompts.map((prompt) => (
          <li key={prompt}>
            <button
              type="button"
              onClick={() => onPick(prompt)}
              className="control w-full border bg-raised px-3 py-2 text-left text-sm wrap-anywhere hover:border-edge hover:bg-hover"
            >
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
