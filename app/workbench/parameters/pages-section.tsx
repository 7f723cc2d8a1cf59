import type { HttpPagination } from '#app/runtime/definition.ts';

import { describePages } from './describe-pages.ts';

/** How the list of a tool goes on after a page. */
export function PagesSection({ pagination }: { pagination: HttpPagination }) {
  return (
    <section aria-label="Pagination">
      <h3 className="mb-2">Pagination</h3>
      <dl className="divide-y border-y">
        {describePages(pagination).map(({ name, words, code }) => (
          <div key={name} className="flex flex-wrap gap-x-3 py-1.5 text-sm">
            <dt className="w-28 shrink-0 text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">
              {words} {code === undefined ? null : <code>{code}</code>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
