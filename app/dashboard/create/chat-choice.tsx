import { useState } from 'react';

import { requestJson } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { ChatPage, type ListedChat } from '#app/chat/list/chat-page.ts';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

interface Props {
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** One of the user's own chats, found by its name. */
export function ChatChoice({ chosen, onChoose }: Props) {
  const [query, setQuery] = useState('');
  const q = query.trim();
  const { value, failure, retry } = useLoaded('chats', q, () =>
    requestJson(ChatPage, `/api/chats?${new URLSearchParams(q === '' ? {} : { q }).toString()}`),
  );
  return (
    <div className="space-y-2">
      <SearchField
        label="Search chats"
        value={query}
        maxLength={200}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {failure ? <FailureNote failure={failure} onRetry={retry} /> : null}
      {value === null && failure === null ? <Spinner className="p-3" /> : null}
      {value?.chats.length === 0 ? (
        <p className="py-3 text-sm text-muted">
          {q === '' ? 'You have no chats yet.' : 'No chats match.'}
        </p>
      ) : null}
      <div
        role="radiogroup"
        aria-label="Chat"
        className="max-h-64 divide-y overflow-y-auto empty:hidden"
      >
        {value?.chats.map((chat) => (
          <ChatOption
            key={chat.id}
            chat={chat}
            isChosen={chat.id === chosen}
            onChoose={() => onChoose(chat.id)}
          />
        ))}
      </div>
    </div>
  );
}

interface OptionProps {
  chat: ListedChat;
  isChosen: boolean;
  onChoose: () => void;
}

function ChatOption({ chat: { title, tools, updatedAt }, isChosen, onChoose }: OptionProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 px-1 py-1.5 hover:bg-hover">
      <input
        type="radio"
        name="chat"
        aria-label={title}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-blue"
      />
      <span className="min-w-0 grow">
        <span className="block truncate">{title}</span>
        <span className="text-sm text-muted tabular-nums">
          {tools === 1 ? '1 tool' : `${tools} tools`} · <RelativeTime at={updatedAt} />
        </span>
      </span>
    </label>
  );
}
