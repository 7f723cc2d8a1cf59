import type {
  HttpAction,
  HttpPagination,
  JsonObject,
  JsonValue,
  ToolDefinition,
} from '../definition.ts';
import { isJsonObject } from '../json.ts';
import type { UpstreamResponse } from '../tool-context.ts';
import { nextDeclaredPage } from './declared-pages.ts';
import type { ListPage } from './declared-pages.ts';
import { readPageSigns } from './page-signs.ts';
import type { PageSigns } from './page-signs.ts';
import { argumentOf, pagingArguments, toArgument } from './paging-arguments.ts';
import type { PagingArguments } from './paging-arguments.ts';

/** Longer cursors would cost more than they help. In characters. */
const MAX_HINT_LENGTH = 2_000;

/** One call of a list. */
interface Listing {
  tool: ToolDefinition;
  action: HttpAction;
  args: JsonObject;
  paging: PagingArguments;
  signs: PageSigns;
}

/**
 * Tells a model the arguments that get the next page. Null if there is none, or if the tool has no arguments
 * for it.
 *
 * @param value the whole JSON of the response.
 */
export function describeNextPage(
  tool: ToolDefinition,
  action: HttpAction,
  args: JsonObject,
  response: UpstreamResponse,
  value: JsonValue | undefined,
): string | null {
  const { pagination } = action;
  if (pagination !== undefined) {
    if (value === undefined) return null;
    return describeNext({ tool, action, args, response, value }, pagination);
  }
  const paging = pagingArguments(action);
  if (paging === null) return null;
  const signs = readPageSigns(response, value);
  if (signs.hasMore === false) return null;
  const listing: Listing = { tool, action, args, paging, signs };
  const changes = byAddress(listing) ?? nextByCursor(listing) ?? byLastItem(listing);
  if (changes !== null) return toHint(tool, changes, true);
  const counted = byCount(listing);
  return counted === null ? null : toHint(tool, counted.changes, counted.isSure);
}

/** As {@link describeNextPage}, for a tool that declares how its list goes on. */
export function describeNext(page: ListPage, pagination: HttpPagination): string | null {
  const next = nextDeclaredPage(page, pagination);
  // A short page is most often the last: nobody is sent to look.
  if (next === null || next.isShort === true) return null;
  // Without arguments for it, only a call that follows the address gets there.
  if (Object.keys(next.changes).length === 0) return null;
  return toHint(page.tool, next.changes, next.isSure);
}

function toHint({ name }: ToolDefinition, changes: JsonObject, isSure: boolean): string | null {
  const there = isSure ? 'There is more' : 'There may be more';
  const hint = `${there}: for the next page call ${name} again with ${JSON.stringify(changes)} and otherwise the same arguments.`;
  return hint.length > MAX_HINT_LENGTH ? null : hint;
}

/** Arguments that differ between the next page's URL and this call. */
function byAddress({ tool, action, args, paging, signs }: Listing): JsonObject | null {
  const base = 'https://upstream.invalid';
  if (signs.url === undefined || !URL.canParse(signs.url, base)) return null;
  const query = new URL(signs.url, base).searchParams;
  const leading = [paging.cursor, paging.page, paging.offset].map((one) => one?.argument);
  const changes: JsonObject = {};
  let leads = false;
  for (const parameter of action.parameters) {
    const text = parameter.in === 'query' ? query.get(parameter.name) : null;
    if (text === null) continue;
    const isLeading = leading.includes(parameter.argument);
    // Lists and objects have serializations that would have to be parsed.
    if (!isLeading && parameter.argument !== paging.limit?.argument) continue;
    const given = argumentOf(parameter, args, tool.inputSchema);
    const next = toArgument(parameter, text, tool.inputSchema);
    if (given === next) continue;
    changes[parameter.argument] = next;
    leads ||= isLeading;
  }
  return leads ? changes : null;
}

function nextByCursor({ tool, args, paging, signs: { cursor } }: Listing): JsonObject | null {
  if (cursor === undefined) return null;
  const isPage = typeof cursor === 'number' || /^\d{1,6}$/.test(cursor);
  const parameter = paging.cursor ?? (isPage ? (paging.page ?? paging.offset) : undefined);
  if (parameter === undefined || args[parameter.argument] === cursor) return null;
  return { [parameter.argument]: toArgument(parameter, String(cursor), tool.inputSchema) };
}

/** Arguments for cursors that are the id of the last item. */
function byLastItem({ paging, signs }: Listing): JsonObject | null {
  const last = signs.items?.at(-1);
  if (signs.hasMore !== true || paging.cursor === undefined || !isJsonObject(last)) return null;
  const { id } = last;
  return typeof id === 'string' || typeof id === 'number' ? { [paging.cursor.argument]: id } : null;
}

function byCount(listing: Listing): { changes: JsonObject; isSure: boolean } | null {
  const { tool, args, paging, signs } = listing;
  const count = signs.items?.length ?? 0;
  if (count === 0) return null;
  const read = (parameter: PagingArguments['page']) => {
    const value = argumentOf(parameter, args, tool.inputSchema);
    return typeof value === 'number' ? value : undefined;
  };
  const limit = read(paging.limit);
  if (paging.offset !== undefined) {
    const next = (read(paging.offset) ?? 0) + count;
    const more = isMore(signs, signs.total === undefined ? undefined : next < signs.total);
    return decide(more, count, limit, { [paging.offset.argument]: next });
  }
  if (paging.page === undefined) return null;
  const page = read(paging.page) ?? 1;
  const byPages = signs.pages === undefined ? undefined : page < signs.pages;
  const byTotal =
    signs.total === undefined || limit === undefined ? undefined : page * limit < signs.total;
  const more = isMore(signs, byPages ?? byTotal);
  return decide(more, count, limit, { [paging.page.argument]: page + 1 });
}

function isMore({ hasMore }: PageSigns, counted: boolean | undefined): boolean | undefined {
  return hasMore ?? counted;
}

/** A full page is probably not the last one. */
function decide(
  more: boolean | undefined,
  count: number,
  limit: number | undefined,
  changes: JsonObject,
): { changes: JsonObject; isSure: boolean } | null {
  if (more === false) return null;
  if (more === true) return { changes, isSure: true };
  return limit !== undefined && count >= limit ? { changes, isSure: false } : null;
}
