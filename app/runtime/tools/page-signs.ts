import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { UpstreamResponse } from '../tool-context.ts';

/** Information of a response about further pages. */
export interface PageSigns {
  /** URL of the next page, absolute or relative. */
  url?: string;
  /** A cursor, or the number of the next page. */
  cursor?: string | number;
  /** Whether there is a next page. */
  hasMore?: boolean;
  /** Number of items on all pages. */
  total?: number;
  /** Number of pages. */
  pages?: number;
  /** Items of this page. */
  items?: JsonValue[];
}

/** Properties that contain it, besides the root. */
const PLACES = wordsIn(`
  meta metadata response_metadata pagination paging page page_info pageInfo links
  _links cursors cursor next
`);
const URLS = wordsIn('next next_url nextUrl nextLink @odata.nextLink next_page_url href');
const CURSORS = wordsIn(`
  next_cursor nextCursor next_page_token nextPageToken next_token nextToken
  NextToken continuation_token continuationToken continue end_cursor endCursor
  next_marker nextMarker next_page nextPage after next cursor scroll_id
`);
const MORE = wordsIn('has_more hasMore has_next_page hasNextPage has_next hasNext');
const TOTALS = wordsIn('total total_count totalCount totalResults total_results totalItems');
const PAGES = wordsIn('total_pages totalPages page_count pageCount last_page lastPage');

function wordsIn(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Reads page information from the headers and the body. */
export function readPageSigns(
  { headers }: UpstreamResponse,
  value: JsonValue | undefined,
): PageSigns {
  const signs: PageSigns = {};
  const url = nextLink(headerOf(headers, 'link'));
  if (url !== undefined) signs.url = url;
  const total = Number(headerOf(headers, 'x-total-count') || Number.NaN);
  if (Number.isSafeInteger(total)) signs.total = total;
  if (Array.isArray(value)) return { ...signs, items: value };
  if (!isJsonObject(value)) return signs;
  for (const place of placesIn(value)) readPlace(place, signs);
  const lists = Object.values(value).filter((one) => Array.isArray(one));
  // With several lists it is unclear which one is the page.
  if (lists.length === 1 && lists[0] !== undefined) signs.items = lists[0];
  return signs;
}

/** The root, and objects in it and in known containers. */
function placesIn(root: JsonObject): JsonObject[] {
  const within = (object: JsonObject) =>
    PLACES.map((name) => object[name]).filter((one) => isJsonObject(one));
  const nearer = within(root);
  return [root, ...nearer, ...nearer.flatMap(within)];
}

function readPlace(place: JsonObject, signs: PageSigns): void {
  for (const name of URLS) {
    const text = place[name];
    if (typeof text === 'string' && isAddress(text)) signs.url ??= text;
  }
  for (const name of CURSORS) {
    const text = place[name];
    const isCursor = typeof text === 'number' || (typeof text === 'string' && text !== '');
    if (isCursor && !isAddress(String(text))) signs.cursor ??= text;
  }
  for (const name of MORE) {
    const more = place[name];
    if (typeof more === 'boolean') signs.hasMore ??= more;
  }
  const number = (names: string[]) =>
    names.map((name) => place[name]).find((one) => typeof one === 'number');
  const total = number(TOTALS);
  if (total !== undefined) signs.total ??= total;
  const pages = number(PAGES);
  if (pages !== undefined) signs.pages ??= pages;
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|\/|\?)/.test(text);
}

/** Target of `rel=next` (RFC 8288); a comma inside `<…>` is part of the URL. */
function nextLink(header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(/<([^<>]*)>((?:\s*;[^,<]*)*)/g)) {
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters)) return target;
  }
  return undefined;
}

function headerOf(headers: [name: string, value: string][], wanted: string): string {
  const found = headers.filter(([name]) => name.toLowerCase() === wanted);
  return found.map(([, value]) => value).join(', ');
}
