import { Link, useRevalidator } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { toFailureText } from '#app/api-client/failure-text.ts';
import type { ChatPage, ListedChat } from '#app/chat/list/chat-page.ts';
import type { Result } from '#app/platform/result.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { showToast } from '#app/ui/show-toast.ts';
import { Toaster } from '#app/ui/toaster.tsx';

import { deleteChat, renameChat, undeleteChat } from './change-chat.ts';
import { ChatRow } from './chat-row.tsx';
import { ListPaging } from './list-paging.tsx';
import type { ListQuery } from './list-query.ts';
import { ListSearch } from './list-search.tsx';

/** One's own chats: found, renamed, deleted and taken back. */
export function ChatsScreen({ page, query }: { page: ChatPage; query: ListQuery }) {
  const { revalidate } = useRevalidator();

  /** Says what failed, if anything did, and shows the list as it is now. */
  async function settle(change: Promise<Result<Response, RequestFailure>>): Promise<boolean> {
    const changed = await change;
    if (!changed.ok) showToast(toFailureText(changed, 'change').detail);
    await revalidate();
    return changed.ok;
  }

  async function remove({ id, title }: ListedChat) {
    if (!(await settle(deleteChat(id)))) return;
    showToast(`Deleted “${title}”`, {
      label: 'Undo',
      run: () => void settle(undeleteChat(id)),
    });
  }

  return (
    <div className="mx-auto w-full max-w-4xl grow px-4 py-8 sm:px-6">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="me-auto text-lg font-semibold">Chats</h1>
        <ListSearch label="Search chats" q={query.q} />
        <Link to="/public-chats" className={buttonClass('ghost')}>
          Public chats
        </Link>
        <Link to="/" className={buttonClass('primary')}>
          New chat
        </Link>
      </div>
      {page.chats.length === 0 ? (
        <NoChats query={query} />
      ) : (
        <ul aria-label="Chats" className="divide-y border-y">
          {page.chats.map((chat) => (
            <li key={chat.id}>
              <ChatRow
                chat={chat}
                onRename={async (title) => void (await settle(renameChat(chat.id, title)))}
                onDelete={() => void remove(chat)}
              />
            </li>
          ))}
        </ul>
      )}
      <ListPaging query={query} next={page.next} />
      <Toaster />
    </div>
  );
}

function NoChats({ query }: { query: ListQuery }) {
  if (query.q !== '') return <EmptyState title={`No chat matches “${query.q}”`} />;
  if (query.cursor !== undefined) return <EmptyState title="No older chats" />;
  return (
    <EmptyState
      title="No chats yet"
      action={
        <Link to="/" className={buttonClass('secondary')}>
          Build a server
        </Link>
      }
    >
      Each server you start has its own chat, listed here.
    </EmptyState>
  );
}
