import { NavLink } from 'react-router';

import type { DocPage } from '#app/reading/article.ts';
import { ArticleBody } from '#app/reading/article-body.tsx';
import { ContentsNav } from '#app/reading/contents-nav.tsx';

import type { DocLink } from './doc-link.ts';
import { DocsSearch } from './docs-search.tsx';

const LINK =
  'block py-1 text-muted hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:flex pointer-coarse:min-h-11 pointer-coarse:items-center';

/** A page of the documentation with the others beside it, or behind a button on narrow screens. */
export function DocScreen({
  page,
  links,
}: {
  page: DocLink & Pick<DocPage, 'nodes' | 'headings'>;
  links: readonly DocLink[];
}) {
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-x-12 px-4 py-8 sm:px-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:py-12">
      <div className="flex flex-col gap-4 self-start lg:sticky lg:top-6">
        <DocsSearch q="" isHere={false} />
        <div className="max-lg:hidden">
          <PagesNav links={links} />
        </div>
        <details key={page.slug} className="border-y py-2 lg:hidden">
          <summary className="flex min-h-9 cursor-pointer list-none items-center text-sm font-medium pointer-coarse:min-h-11">
            All pages
          </summary>
          <PagesNav links={links} />
        </details>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-10 max-lg:mt-6 xl:grid-cols-[minmax(0,68ch)_11rem]">
        <article className="min-w-0">
          <h1 className="text-xl max-sm:text-[28px] max-sm:leading-8.5">{page.title}</h1>
          <p className="mt-2 mb-6 text-muted">{page.description}</p>
          <ArticleBody nodes={page.nodes} />
        </article>
        <div className="self-start max-xl:hidden xl:sticky xl:top-6">
          <ContentsNav headings={page.headings} label="On this page" />
        </div>
      </div>
    </div>
  );
}

function PagesNav({ links }: { links: readonly DocLink[] }) {
  const groups = [...Map.groupBy(links, ({ group }) => group)];
  return (
    <nav aria-label="Documentation" className="flex flex-col gap-4 text-sm">
      {groups.map(([name, pages]) => (
        <div key={name}>
          <p className="py-1 font-medium">{name}</p>
          <ul>
            {pages.map(({ slug, title }) => (
              <li key={slug}>
                <NavLink to={`/docs/${slug}`} className={LINK}>
                  {title}
                </NavLink>
              </li>
            ))}
            {name === 'Reference' ? (
              <li>
                <NavLink to="/docs/api" className={LINK}>
                  API reference
                </NavLink>
              </li>
            ) : null}
          </ul>
        </div>
      ))}
    </nav>
  );
}
