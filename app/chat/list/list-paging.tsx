import { Link } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';

import type { ListQuery } from './list-query.ts';

/** Links to the newest page and to older ones. */
export function ListPaging({ query, next }: { query: ListQuery; next: string | null }) {
  if (next === null && query.cursor === undefined) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex gap-3">
      {query.cursor === undefined ? null : (
        <Link to={toAddress(query.q, null)} className={buttonClass('secondary')}>
          Newest
        </Link>
      )}
      {next === null ? null : (
        <Link to={toAddress(query.q, next)} className={buttonClass('secondary')}>
          Older
        </Link>
      )}
    </nav>
  );
}

function toAddress(q: string, cursor: string | null): string {
  const search = new URLSearchParams();
  if (q !== '') search.set('q', q);
  if (cursor !== null) search.set('cursor', cursor);
  return `?${search.toString()}`;
}
