import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/**
 * A message over 256 KiB is too much; clients ask for the next page. What stands around the items
 * takes less than the rest.
 */
const MAX_PAGE_BYTES = 255 * 1024;

/** Splits a list into pages, in its order; a single item that is too large gets a page of its own. */
export function paginate<Item>(items: readonly Item[], maxBytes = MAX_PAGE_BYTES): Item[][] {
  const pages: Item[][] = [];
  let page: Item[] = [];
  let used = 0;
  for (const item of items) {
    const size = new TextEncoder().encode(JSON.stringify(item)).length + 1;
    if (page.length > 0 && used + size > maxBytes) {
      pages.push(page);
      page = [];
      used = 0;
    }
    page.push(item);
    used += size;
  }
  return [...pages, page];
}

/**
 * The page that a cursor names, the first without one.
 *
 * @throws ProtocolError for a cursor that none of our answers held.
 */
export function pageAt<Item>(
  pages: Item[][],
  cursor: string | undefined,
): { page: Item[]; nextCursor?: string } {
  const index = cursor === undefined ? 0 : Number(/^page-([1-9]\d{0,5})$/.exec(cursor)?.[1]);
  const page = pages[index];
  if (page === undefined) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'Invalid cursor: list from the start.',
    );
  }
  return { page, ...(index + 1 < pages.length ? { nextCursor: `page-${index + 1}` } : {}) };
}
