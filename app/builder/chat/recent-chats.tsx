import { Plus } from 'lucide-react';
import { Link } from 'react-router';

import { requestJson } from '#app/builder/api-request.ts';
import { useLoaded } from '#app/builder/history/use-loaded.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';

interface Props {
  /** The chat that is open. */
  id: string;
  /** What the list depends on: asked for again when it changes. */
  version: string;
}

interface ListedChat {
  id: string;
  title: string | null;
  tools: number;
}

/** Own chats, the newest first, beside the one that is open. */
export function RecentChats({ id, version }: Props) {
  const list = useLoaded('chats', version, () =>
    requestJson<{ chats: ListedChat[]; next: string | null }>('/api/chats'),
  );
  return (
    <nav aria-label="Recent chats" className="flex w-56 shrink-0 flex-col border-r max-lg:hidden">
      <div className="flex min-h-11 items-center border-b px-3">
        <Link to="/" className={buttonClass('ghost', '-ml-1 min-h-8 px-2')}>
          <Plus aria-hidden />
          New chat
        </Link>
      </div>
      {list.failure ? (
        <p className="px-4 py-3 text-sm text-muted">
          The list could not be loaded.{' '}
          <Button variant="ghost" className="-ml-3" onClick={list.retry}>
            Try again
          </Button>
        </p>
      ) : null}
      <ul className="min-h-0 grow overflow-y-auto py-1">
        {(list.value?.chats ?? []).map((chat) => (
          <li key={chat.id}>
            <Link
              to={`/chat/${chat.id}`}
              aria-current={chat.id === id ? 'page' : undefined}
              className="block px-4 py-1.5 text-sm -outline-offset-2 hover:bg-hover aria-[current=page]:bg-blue-tint"
            >
              <span className="block truncate">{chat.title ?? 'New chat'}</span>
              <span className="block text-muted">
                {chat.tools === 1 ? '1 tool' : `${chat.tools} tools`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
