import type {
  HttpAction,
  HttpPagination,
  JsonObject,
  JsonValue,
  ToolDefinition,
} from '../definition.ts';
import { isJsonObject, toText, valueOf } from '../json.ts';
import type { UpstreamResponse } from '../tool-context.ts';
import { pageArgument } from './page-argument.ts';
import type { PageArgument } from './page-argument.ts';
import { readPageSigns } from './page-signs.ts';
import type { PageSigns } from './page-signs.ts';
import { argumentOf, pagingArguments, toArgument } from './paging-arguments.ts';
import { readPath } from './response-paths.ts';

/** One page of a list. */
export interface ListPage {
  tool: ToolDefinition;
  action: HttpAction;
  args: JsonObject;
  response: UpstreamResponse;
  /** The whole JSON of the response. */
  value: JsonValue;
  /** Number of items of the fullest page that was joined before it. */
  fullest?: number;
}

/** The way to a further page. */
export interface NextPage {
  /** Arguments that differ from this page's; none if only the address leads there. */
  changes: JsonObject;
  /** False if this page may be the last one. */
  isSure: boolean;
  /** This page has fewer items than were asked for: it is the last one, or the API gives no more at a time. */
  isShort?: boolean;
  /** Its address, if the API names it. */
  address?: string;
}

/** Finds the next page as the tool declares it; null if there is none. */
export function nextDeclaredPage(page: ListPage, pagination: HttpPagination): NextPage | null {
  const signs = readPageSigns(page.response, page.value);
  if (signs.hasMore === false) return null;
  if (pagination.kind === 'link') return byLink(page, pagination.nextPath, signs);
  const argument = pageArgument(page.tool, page.action, pagination.argument);
  if (argument === null) return null;
  if (pagination.kind === 'cursor') return byCursor(page, argument, pagination.nextPath);
  return byNumber(page, argument, pagination, signs);
}

/** The list of a page, and the names on the way to it; null if there is none, or several. */
export function findItems(
  { itemsPath }: HttpPagination,
  value: JsonValue,
): { names: string[]; items: JsonValue[] } | null {
  if (itemsPath !== undefined) {
    const names = readPath(itemsPath) ?? [];
    const items = itemsAt(value, names);
    return items === null ? null : { names, items };
  }
  if (Array.isArray(value)) return { names: [], items: value };
  const lists = Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, items]) =>
    Array.isArray(items) ? [{ names: [name], items }] : [],
  );
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

/** The list at a path of objects; null if there is none. */
export function itemsAt(value: JsonValue, names: readonly string[]): JsonValue[] | null {
  let current: JsonValue | undefined = value;
  for (const name of names) current = isJsonObject(current) ? valueOf(current, name) : undefined;
  return Array.isArray(current) ? current : null;
}

/** The value at a path; through a list, of its last item. */
function valueAt(value: JsonValue, path: string): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const name of readPath(path) ?? []) {
    const place: JsonValue | undefined = Array.isArray(current) ? current.at(-1) : current;
    current = isJsonObject(place) ? valueOf(place, name) : undefined;
  }
  return current;
}

function byCursor(
  { args, value }: ListPage,
  argument: PageArgument,
  path: string,
): NextPage | null {
  const cursor = valueAt(value, path);
  if ((typeof cursor !== 'string' && typeof cursor !== 'number') || cursor === '') return null;
  // An API that repeats the cursor it was given is at its end.
  if (toText(argument.read(args) ?? null) === toText(cursor)) return null;
  return { changes: argument.write(args, cursor), isSure: true };
}

function byNumber(
  { tool, action, args, value, fullest }: ListPage,
  argument: PageArgument,
  pagination: Extract<HttpPagination, { kind: 'page' | 'offset' }>,
  signs: PageSigns,
): NextPage | null {
  const count = findItems(pagination, value)?.items.length;
  if (count === undefined || count === 0) return null;
  const isPage = pagination.kind === 'page';
  const first = pagination.first ?? (isPage ? 1 : 0);
  const current = toNumber(argument.read(args)) ?? first;
  const limit = toNumber(argumentOf(pagingArguments(action)?.limit, args, tool.inputSchema));
  const next = current + (isPage ? 1 : count);
  const isShort = count < (fullest ?? limit ?? 0);
  const size = isPage
    ? pageSize({ count, limit, fullest, before: current - first }, signs.total)
    : 1;
  const byTotal = signs.total === undefined ? undefined : (next - first) * size < signs.total;
  const byPages = isPage && signs.pages !== undefined ? next - first < signs.pages : undefined;
  const more = signs.hasMore ?? byPages ?? byTotal;
  // A page with fewer items than one before it is the last one.
  if (more === false || (more === undefined && isShort && fullest !== undefined)) return null;
  const changes = argument.write(args, next);
  if (more === true) return { changes, isSure: true };
  return { changes, isSure: false, ...(isShort ? { isShort } : {}) };
}

/** Number of items of a full page: APIs give fewer than were asked for where that is more than they allow. */
function pageSize(
  page: { count: number; limit: number | undefined; fullest: number | undefined; before: number },
  total: number | undefined,
): number {
  const { count, limit, fullest, before } = page;
  if (fullest !== undefined) return Math.max(fullest, count);
  // With the size that was asked for, this page ends the list exactly.
  const isLast = limit !== undefined && before * limit + count === total;
  return isLast ? limit : count;
}

function toNumber(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function byLink(page: ListPage, path: string | undefined, signs: PageSigns): NextPage | null {
  const { tool, action, args } = page;
  const address = path === undefined ? signs.url : valueAt(page.value, path);
  if (typeof address !== 'string' || address === '') return null;
  const base = 'https://upstream.invalid';
  if (!URL.canParse(address, base)) return null;
  const query = new URL(address, base).searchParams;
  const changes: JsonObject = {};
  for (const parameter of action.parameters) {
    const text = parameter.in === 'query' ? query.get(parameter.name) : null;
    if (text === null) continue;
    const given = argumentOf(parameter, args, tool.inputSchema);
    const next = toArgument(parameter, text, tool.inputSchema);
    // Lists and objects have serializations that would have to be parsed.
    if (typeof given !== 'object' && given !== next) changes[parameter.argument] = next;
  }
  return { changes, isSure: true, address };
}
