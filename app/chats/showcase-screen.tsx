import { Link } from 'react-router';

import type { ChatPage } from '#app/builder/chat/chat-index.server.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';

import { describeChat } from './describe-chat.ts';
import { ListPaging } from './list-paging.tsx';
import type { ListQuery } from './list-query.ts';
import { ListSearch } from './list-search.tsx';

/** Public chats, for everybody to read and remix. */
export function ShowcaseScreen({ page, query }: { page: ChatPage; query: ListQuery }) {
  return (
    <div className="mx-auto w-full max-w-4xl grow px-4 py-8 sm:px-6">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="mr-auto">
          <h1 className="text-lg font-semibold">Showcase</h1>
          <p className="text-muted">Servers that people built here and made public.</p>
        </div>
        <ListSearch label="Search the showcase" q={query.q} />
      </div>
      {page.chats.length === 0 ? (
        <EmptyState
          title={query.q === '' ? 'Nothing is public yet' : `Nothing is called like “${query.q}”`}
          action={
            <Link to="/" className={buttonClass('secondary')}>
              Build a server
            </Link>
          }
        >
          A chat is shown here once its owner shares it as public.
        </EmptyState>
      ) : (
        <ul aria-label="Public chats" className="grid gap-3 sm:grid-cols-2">
          {page.chats.map((chat) => (
            <li key={chat.id} className="relative rounded-panel border bg-raised hover:border-edge">
              <Link
                to={`/chat/${chat.id}`}
                className="block px-4 py-3 after:absolute after:inset-0"
              >
                <span className="line-clamp-2 font-medium wrap-anywhere">{chat.title}</span>
              </Link>
              <p className="px-4 pb-3 text-sm text-muted tabular-nums">{describeChat(chat)}</p>
            </li>
          ))}
        </ul>
      )}
      <ListPaging query={query} next={page.next} />
    </div>
  );
}
