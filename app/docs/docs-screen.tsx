import { Link } from 'react-router';

import type { DocLink } from './doc-link.ts';
import { DocsSearch } from './docs-search.tsx';
import type { DocHit } from './search-docs.ts';

/** The way into the documentation: a search, and every page. */
export function DocsScreen({
  links,
  q,
  hits,
}: {
  links: readonly DocLink[];
  q: string;
  /** Null: nothing is searched for. */
  hits: readonly DocHit[] | null;
}) {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-10 sm:px-6 lg:py-14">
      <h1 className="text-xl">Documentation</h1>
      <div className="mt-6 max-w-xl">
        <DocsSearch q={q} isHere />
      </div>
      <output className="sr-only">{hits === null ? '' : countHits(hits.length)}</output>
      {hits === null ? <AllPages links={links} /> : <Hits hits={hits} q={q} />}
    </div>
  );
}

function countHits(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}

function Hits({ hits, q }: { hits: readonly DocHit[]; q: string }) {
  if (hits.length === 0) {
    return (
      <p className="mt-8 text-muted">
        No results for “{q}”. A section matches if it contains words that start with each of yours;
        try fewer words.
      </p>
    );
  }
  return (
    <ul className="mt-6 flex max-w-3xl flex-col divide-y border-t">
      {hits.map(({ to, page, section, excerpt }) => (
        <li key={to} className="py-4">
          <Link to={to} className="font-medium text-blue hover:underline">
            {section ? `${page}: ${section}` : page}
          </Link>
          <p className="mt-1 text-sm wrap-anywhere text-muted">{excerpt}</p>
        </li>
      ))}
    </ul>
  );
}

function AllPages({ links }: { links: readonly DocLink[] }) {
  const groups = [...Map.groupBy(links, ({ group }) => group)];
  return (
    <div className="mt-4">
      {groups.map(([name, pages]) => (
        <section key={name} aria-labelledby={toId(name)} className="mt-8">
          <h2 id={toId(name)} className="text-lg">
            {name}
          </h2>
          <ul className="mt-3 grid gap-x-8 gap-y-5 sm:grid-cols-2">
            {pages.map(({ slug, title, description }) => (
              <Entry key={slug} to={`/docs/${slug}`} title={title} description={description} />
            ))}
            {name === 'Reference' ? (
              <Entry
                to="/docs/api"
                title="API reference"
                description="Every request of the management API, with its fields and an example."
              />
            ) : null}
          </ul>
        </section>
      ))}
    </div>
  );
}

function toId(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '-');
}

function Entry({ to, title, description }: { to: string; title: string; description: string }) {
  return (
    <li>
      <Link to={to} className="font-medium text-blue hover:underline">
        {title}
      </Link>
      <p className="mt-0.5 text-sm text-muted">{description}</p>
    </li>
  );
}
