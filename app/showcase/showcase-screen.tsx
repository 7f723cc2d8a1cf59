import { clsx } from 'clsx';
import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ListSearch } from '#app/chat/list/list-search.tsx';
import { TEMPLATE_ICONS } from '#app/templates/template-icons.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import type { TemplateListing } from './list-template-cards.server.ts';
import { ShowcaseCard } from './showcase-card.tsx';
import type { ShowcaseEntry, ShowcasePage } from './showcase-page.ts';
import {
  SORTS,
  toShowcaseSearch,
  type ShowcaseQuery,
  type ShowcaseSort,
} from './showcase-query.ts';

const SORT_LABELS: Record<ShowcaseSort, string> = {
  newest: 'Newest',
  remixed: 'Most remixed',
  readiness: 'Readiness',
};

interface Props {
  page: ShowcasePage;
  templates: readonly TemplateListing[];
  query: ShowcaseQuery;
}

/** Public servers and those of the templates, for everybody to read, try out and start from. */
export function ShowcaseScreen({ page, templates, query }: Props) {
  const { q, tag, sort } = query;
  const kept = { ...(tag === null ? {} : { tag }), ...(sort === 'newest' ? {} : { sort }) };
  return (
    <div className="mx-auto w-full max-w-5xl grow px-4 py-8 sm:px-6">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="me-auto">
          <h1 className="text-lg">Showcase</h1>
          <p className="text-muted">Servers to explore, try out and build on.</p>
        </div>
        <ListSearch label="Search the showcase" q={q} kept={kept} />
      </div>
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
        <Choices label="Sort by">
          {SORTS.map((each) => (
            <Choice key={each} query={{ q, tag, sort: each }} isChosen={each === sort}>
              {SORT_LABELS[each]}
            </Choice>
          ))}
        </Choices>
        <Tags query={query} tags={page.tags} />
      </div>
      {page.entries.length === 0 && templates.length === 0 ? <Nothing query={query} /> : null}
      <div className="space-y-8">
        {page.entries.length > 0 ? (
          <CardList title="Public servers">
            {page.entries.map((entry) => (
              <li key={entry.id}>
                <EntryCard entry={entry} />
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
                  By MCP Builder
                </ShowcaseCard>
              </li>
            ))}
          </CardList>
        ) : null}
      </div>
      <Paging query={query} next={page.next} />
    </div>
  );
}

function EntryCard({ entry }: { entry: ShowcaseEntry }) {
  return (
    <ShowcaseCard {...entry} to={`/chat/${entry.id}`} Icon={MessagesSquare}>
      {entry.author === null ? null : (
        <>
          By <bdi>{entry.author}</bdi> ·{' '}
        </>
      )}
      <RelativeTime at={entry.publishedAt} />
    </ShowcaseCard>
  );
}

function Tags({ query, tags }: { query: ShowcaseQuery; tags: readonly string[] }) {
  const { q, tag, sort } = query;
  const shown = tag === null || tags.includes(tag) ? tags : [tag, ...tags];
  if (shown.length === 0) return null;
  return (
    <Choices label="Tags">
      <Choice query={{ q, sort }} isChosen={tag === null}>
        All
      </Choice>
      {shown.map((each) => (
        <Choice key={each} query={{ q, sort, tag: each }} isChosen={each === tag}>
          <bdi>{each}</bdi>
        </Choice>
      ))}
    </Choices>
  );
}

function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex min-w-0 flex-wrap items-center gap-1">
      <span className="me-1 text-muted">{label}</span>
      {children}
    </nav>
  );
}

function Choice({
  query,
  isChosen,
  children,
}: {
  query: Partial<ShowcaseQuery>;
  isChosen: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to={`/showcase${toShowcaseSearch(query)}`}
      aria-current={isChosen ? 'true' : undefined}
      preventScrollReset
      className={clsx(
        'flex min-h-8 max-w-60 items-center truncate rounded-control px-2 font-medium pointer-coarse:min-h-11',
        isChosen ? 'bg-blue-tint text-blue' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      {children}
    </Link>
  );
}

function Nothing({ query: { q, tag, after } }: { query: ShowcaseQuery }) {
  const title =
    after !== null
      ? 'No more servers'
      : q !== ''
        ? `Nothing matches “${q}”`
        : `Nothing is tagged “${tag ?? ''}”`;
  return (
    <EmptyState
      title={title}
      action={
        <Link to={after === null ? '/' : '/showcase'} className={buttonClass('secondary')}>
          {after === null ? 'Build a server' : 'To the first page'}
        </Link>
      }
    />
  );
}

function Paging({ query, next }: { query: ShowcaseQuery; next: ShowcasePage['next'] }) {
  if (next === null && query.after === null) return null;
  return (
    <nav aria-label="Pages" className="mt-6 flex gap-3">
      {query.after === null ? null : (
        <Link
          to={`/showcase${toShowcaseSearch({ ...query, after: null })}`}
          className={buttonClass('secondary')}
        >
          First page
        </Link>
      )}
      {next === null ? null : (
        <Link
          to={`/showcase${toShowcaseSearch({ ...query, after: next })}`}
          className={buttonClass('secondary')}
        >
          Next page
        </Link>
      )}
    </nav>
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
