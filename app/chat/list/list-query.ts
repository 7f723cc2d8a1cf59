/** Search and position of a page of a list. */
export interface ListQuery {
  /** Part of a title; empty: all. */
  q: string;
  /** Where the page begins; none: at the newest. */
  cursor?: string;
}

const MAX_SEARCH = 200;

/** Reads `q` and `cursor` of an address; an invalid cursor is ignored. */
export function readListQuery(request: Request): ListQuery {
  const { searchParams } = new URL(request.url);
  const q = (searchParams.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  const cursor = searchParams.get('cursor') ?? '';
  return /^\d{1,16}\.[\w-]{1,64}$/.test(cursor) ? { q, cursor } : { q };
}
