import { useRef } from 'react';
import type { ReactNode } from 'react';

import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { MessageComposer } from '#app/chat/composer/message-composer.tsx';
import { useStopKey } from '#app/chat/composer/use-stop-key.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { MessageList } from '#app/chat/messages/message-list.tsx';
import { TurnNews } from '#app/chat/messages/turn-news.tsx';
import { useKeptText } from '#app/ui/use-kept-text.ts';

import { DemoExamples } from './demo-examples.tsx';

/** `text`: only the text; `all`: plans, activity, questions and checks as well. */
export type ShownParts = 'text' | 'all';

interface Props {
  chat: BuilderChat;
  /** Where unsent text is kept. */
  name: string;
  shows: ShownParts;
  examples: readonly string[];
  /** The label of whoever answers. */
  by: ReactNode;
}

/** A conversation and nothing around it. */
export function DemoChat({ chat, name, shows, examples, by }: Props) {
  const [text, setText] = useKeptText(name);
  const field = useRef<HTMLTextAreaElement>(null);
  useStopKey(chat.isBusy, chat.stop);
  const messages = shows === 'all' ? chat.messages : chat.messages.map(keepText);
  return (
    <section aria-label="Chat" className="flex min-h-0 grow flex-col">
      <MessageList
        chat={{ ...chat, messages }}
        mayEdit
        empty={<DemoExamples examples={examples} onPick={chat.send} />}
      />
      <TurnNews chat={chat} />
      <MessageComposer
        ref={field}
        text={text}
        onText={setText}
        isBusy={chat.isBusy}
        onSend={() => {
          if (chat.send(text)) setText('');
        }}
        onStop={chat.stop}
        start={<div className="px-1 text-sm text-muted">{by}</div>}
      />
    </section>
  );
}

function keepText(message: ChatMessage): ChatMessage {
  return { ...message, parts: message.parts.filter(({ type }) => type === 'text') };
}
