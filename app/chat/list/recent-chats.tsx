import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';

import { requestJson } from '#app/api-client/api-request.ts';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';

import { ChatPage } from './chat-page.ts';

interface Props {
  /** The chat that is open. */
  id: string;
  /** The title of that chat, which may be newer than the list. */
  title?: string | null;
  /** The list is requested again when this value changes. */
  version: string;
  /** Shown beside the builder, if there is room. */
  isBeside?: boolean;
  /** Somebody goes to a chat, the open one included. */
  onGo?: () => void;
}

/** Own chats, the newest first. */
export function RecentChats({ id, title = null, version, isBeside = false, onGo }: Props) {
  const list = useLoaded('chats', `${version} ${title ?? ''}`, () =>
    requestJson(ChatPage, '/api/chats'),
  );
  const { value, failure } = list;
  return (
    <nav
      aria-label="Recent chats"
      className={clsx(
        'flex min-h-0 flex-col',
        isBeside ? 'w-56 shrink-0 border-e max-lg:hidden' : 'grow',
      )}
    >
      <div className="flex min-h-11 shrink-0 items-center border-b px-3">
        <Link to="/" className={buttonClass('ghost', '-ms-1 min-h-8 px-2')}>
          <Plus aria-hidden />
          New chat
        </Link>
      </div>
      {failure ? (
        <p className="px-4 py-3 text-sm text-muted">
          The list could not be loaded.{' '}
          <Button variant="ghost" className="-ms-3" onClick={list.retry}>
            Try again
          </Button>
        </p>
      ) : null}
      {value?.chats.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">
          Your chats appear here after the first message.
        </p>
      ) : null}
      <ul className="min-h-0 grow overflow-y-auto py-1">
        {(value?.chats ?? []).map((chat) => (
          <li key={chat.id}>
            <Link
              to={`/chat/${chat.id}`}
              onClick={onGo}
              aria-current={chat.id === id ? 'page' : undefined}
              className="block px-4 py-1.5 text-sm -outline-offset-2 hover:bg-hover aria-[current=page]:bg-blue-tint"
            >
              <span className="block truncate">
                {(chat.id === id ? title : null) ?? chat.title}
              </span>
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
