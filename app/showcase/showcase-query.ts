import { MAX_TAG } from '#app/drafts/publishing/showcase-listing.ts';

/** Orders of the showcase, as an address names them. */
export const SORTS = ['newest', 'remixed', 'readiness'] as const;
export type ShowcaseSort = (typeof SORTS)[number];

/** Position after an entry: the values that it is ordered by, and its id. */
export interface ShowcaseCursor {
  value: number;
  at: number;
  id: string;
}

/** The part of the showcase that an address asks for. */
export interface ShowcaseQuery {
  /** Words that an entry contains; empty: all. */
  q: string;
  tag: string | null;
  sort: ShowcaseSort;
  /** Null: the first page. */
  after: ShowcaseCursor | null;
}

const MAX_SEARCH = 200;

/** Reads the address of the showcase; what is not valid in it is ignored. */
export function readShowcaseQuery({ searchParams }: URL): ShowcaseQuery {
  const q = (searchParams.get('q') ?? '').trim().slice(0, MAX_SEARCH).toWellFormed();
  const tag = (searchParams.get('tag') ?? '').trim().toLowerCase().slice(0, MAX_TAG).toWellFormed();
  const sort = SORTS.find((name) => name === searchParams.get('sort')) ?? 'newest';
  return { q, tag: tag || null, sort, after: readCursor(searchParams.get('after') ?? '') };
}

function readCursor(text: string): ShowcaseCursor | null {
  const [, value = '', at = '', id = ''] =
    /^(-?\d{1,9})\.(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? [];
  return id === '' ? null : { value: Number(value), at: Number(at), id };
}

/** The search of an address for a part of the showcase; without a question mark where it is all of it. */
export function toShowcaseSearch(query: Partial<ShowcaseQuery>): string {
  const { q = '', tag = null, sort = 'newest', after = null } = query;
  const search = new URLSearchParams();
  if (q !== '') search.set('q', q);
  if (tag !== null) search.set('tag', tag);
  if (sort !== 'newest') search.set('sort', sort);
  if (after !== null) search.set('after', `${after.value}.${after.at}.${after.id}`);
  return search.size === 0 ? '' : `?${search.toString()}`;
}
