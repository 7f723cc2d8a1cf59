import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { ChatPage } from '#app/chat/list/chat-page.ts';
import { TEMPLATE_ICONS } from '#app/templates/template-icons.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';

import { ChatFacts } from './chat-facts.tsx';
import { ListPaging } from './list-paging.tsx';
import type { ListQuery } from './list-query.ts';
import { ListSearch } from './list-search.tsx';
import type { TemplateListing } from './list-template-cards.server.ts';
import { ShowcaseCard } from './showcase-card.tsx';

interface Props {
  page: ChatPage;
  templates: readonly TemplateListing[];
  query: ListQuery;
}

/** Public servers and those of the templates, for everybody to read and start from. */
export function ShowcaseScreen({ page, templates, query }: Props) {
  return (
    <div className="mx-auto w-full max-w-5xl grow px-4 py-8 sm:px-6">
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <div className="mr-auto">
          <h1 className="text-lg">Showcase</h1>
          <p className="text-muted">Servers to explore, try out and build on.</p>
        </div>
        <ListSearch label="Search the showcase" q={query.q} />
      </div>
      {page.chats.length === 0 && templates.length === 0 ? (
        <EmptyState
          title={query.q === '' ? 'No older servers' : `Nothing matches “${query.q}”`}
          action={
            <Link to="/" className={buttonClass('secondary')}>
              Build a server
            </Link>
          }
        />
      ) : null}
      <div className="space-y-8">
        {page.chats.length > 0 ? (
          <CardList title="Public servers">
            {page.chats.map((chat) => (
              <li key={chat.id}>
                <ShowcaseCard
                  {...chat}
                  title={chat.serverName ?? chat.title}
                  summary={chat.summary ?? (chat.serverName ? chat.title : null)}
                  to={`/chat/${chat.id}`}
                  Icon={MessagesSquare}
                >
                  {chat.author ? <>By {chat.author} · </> : null}
                  <ChatFacts chat={chat} />
                </ShowcaseCard>
              </li>
            ))}
          </CardList>
        ) : null}
        {templates.length > 0 ? (
          <CardList title="Templates">
            {templates.map((template) => (
              <li key={template.id}>
                <ShowcaseCard
                  {...template}
                  to={`/showcase/${template.id}`}
                  tools={template.toolNames.length}
                  Icon={TEMPLATE_ICONS[template.id]}
                >
                  By MCP Builder · {template.toolNames.length} tools
                </ShowcaseCard>
              </li>
            ))}
          </CardList>
        ) : null}
      </div>
      <ListPaging query={query} next={page.next} />
    </div>
  );
}

function CardList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-sm text-muted">{title}</h2>
      <ul aria-label={title} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {children}
      </ul>
    </section>
  );
}
