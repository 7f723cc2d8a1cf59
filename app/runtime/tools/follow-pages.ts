import type { HttpPagination, JsonValue, ServerDefinition, Upstream } from '../definition.ts';
import { isJsonObject } from '../json.ts';
import { ArgumentError } from '../request/argument-error.ts';
import { buildRequest } from '../request/build-request.ts';
import type { ActionContext, UpstreamRequest } from '../tool-context.ts';
import { byteLength } from './cut-json.ts';
import { findItems, itemsAt, nextDeclaredPage } from './declared-pages.ts';
import type { ListPage, NextPage } from './declared-pages.ts';
import { describeErrorStatus, describeFailure } from './describe-failure.ts';
import { keepPaths } from './keep-paths.ts';
import { linkedPath } from './linked-path.ts';
import { describeNext } from './next-page.ts';
import { readResponseJson } from './shape-response.ts';

/** Bytes of a result that are not for items. */
const PAGE_NOTE_BYTES = 2_000;

/** Pages that were joined, and notes about them for the model. */
export interface JoinedPages {
  value: JsonValue;
  pages: number;
  hint: string | null;
}

/** Parts of a call that its pages need. */
export interface Following {
  definition: ServerDefinition;
  context: Pick<ActionContext, 'fetch'>;
  upstream: Upstream;
  /** The request of the first page. */
  request: UpstreamRequest;
  follow: NonNullable<HttpPagination['follow']>;
  pagination: HttpPagination;
}

/**
 * Gets the pages after the first and joins the items of all, in what the last page says besides. It ends at
 * the last page, at the limit of pages, when the result is full, when the time of one call is up, at a page
 * that it has had, and at a failure; then the hint says how to go on.
 */
export async function followPages(first: ListPage, following: Following): Promise<JoinedPages> {
  const { definition, upstream, pagination, follow } = following;
  const start = findItems(pagination, first.value);
  if (start === null)
    return { value: first.value, pages: 1, hint: describeNext(first, pagination) };
  const until = Date.now() + (upstream.timeoutMs ?? definition.policies.timeoutMs);
  const room = definition.policies.maxResultBytes - PAGE_NOTE_BYTES;
  const state: Joining = {
    page: first,
    request: following.request,
    items: start.items,
    latest: JSON.stringify(start.items),
    lastCount: start.items.length,
    pages: 1,
    bytes: first.response.body.length,
    size: resultSize(first),
    seen: new Set([keyOf(following.request)]),
  };
  let next = nextDeclaredPage(first, pagination);
  let end = '';
  // The page after a short one is only asked for to be sure that there is none.
  const isGuess = next?.isShort === true;
  while (next !== null && state.pages < follow.maxPages) {
    if (state.size >= room) end = 'More pages would not fit into one answer.';
    else if (Date.now() > until) end = 'The time for one call is up.';
    else end = await addPage(state, next, start.names, following);
    if (end !== '') break;
    next = nextDeclaredPage(state.page, pagination);
  }
  if (isGuess && state.items.length === start.items.length) {
    return { value: first.value, pages: state.pages, hint: null };
  }
  const isOver = end === REPEATED;
  const onward = isOver ? null : describeNext(state.page, pagination);
  const joined = `${state.pages} pages are joined: ${state.items.length} items.`;
  const notes = [...(state.pages > 1 ? [joined] : []), end, onward ?? ''];
  return {
    value: replaceAt(state.page.value, start.names, state.items),
    pages: state.pages,
    hint: notes.filter((note) => note !== '').join(' ') || null,
  };
}

const REPEATED = 'The API gave the same page again, so it was the last.';

interface Joining {
  /** The page that was added last, and its request. */
  page: ListPage;
  request: UpstreamRequest;
  items: JsonValue[];
  /** The items of that page, as JSON, and their number. */
  latest: string;
  lastCount: number;
  pages: number;
  /** Bytes of all responses, and of the result. */
  bytes: number;
  size: number;
  seen: Set<string>;
}

/** Gets a page and adds it; a sentence if it cannot be added. */
async function addPage(
  state: Joining,
  next: NextPage,
  names: readonly string[],
  { definition, context, upstream, request, pagination }: Following,
): Promise<string> {
  const { policies } = definition;
  const asked = toPageRequest(state, next, upstream, request);
  if (typeof asked === 'string') return asked;
  const key = keyOf(asked);
  if (state.seen.has(key)) return REPEATED;
  state.seen.add(key);
  const outcome = await context.fetch(upstream.id, asked);
  const failed = `Page ${state.pages + 1} is missing:`;
  if (!outcome.ok) return `${failed} ${describeFailure(outcome)}`;
  const { response } = outcome;
  const { action, args } = state.page;
  if (response.status >= 400) {
    return `${failed} ${describeErrorStatus(`${action.method} ${action.path}`, outcome)}`;
  }
  const value = readResponseJson(response);
  const items = value === undefined ? null : itemsAt(value, names);
  if (value === undefined || items === null) return `${failed} the answer has no list of items.`;
  const text = JSON.stringify(items);
  // An API that ignores the number of the page gives the first one each time.
  const isNumbered = pagination.kind === 'page' || pagination.kind === 'offset';
  if (isNumbered && items.length > 0 && text === state.latest) return REPEATED;
  const fullest = Math.max(state.page.fullest ?? 0, state.lastCount);
  const page: ListPage = {
    ...state.page,
    args: { ...args, ...next.changes },
    response,
    value,
    fullest,
  };
  const size = state.size + resultSize(page);
  const bytes = state.bytes + response.body.length;
  if (size > policies.maxResultBytes - PAGE_NOTE_BYTES || bytes > policies.maxUpstreamBytes) {
    return 'More pages would not fit into one answer.';
  }
  const lastCount = items.length;
  const pages = state.pages + 1;
  Object.assign(state, { page, request: asked, latest: text, lastCount, size, bytes, pages });
  state.items = [...state.items, ...items];
  return '';
}

/** The request of a page: by its address, else by its arguments. */
function toPageRequest(
  { page, request }: Joining,
  { changes, address }: NextPage,
  upstream: Upstream,
  first: UpstreamRequest,
): UpstreamRequest | string {
  // Progress in bytes was that of the first page.
  const { reportsProgress: _told, ...kept } = first;
  if (address !== undefined) {
    const path = linkedPath(upstream, request.path, address);
    return path === null ? 'The next page is at another address than the API.' : { ...kept, path };
  }
  try {
    const built = buildRequest(page.action, { ...page.args, ...changes });
    return kept.idempotent === undefined ? built : { ...built, idempotent: kept.idempotent };
  } catch (error) {
    if (error instanceof ArgumentError)
      return `The next page cannot be asked for: ${error.message}.`;
    throw error;
  }
}

function keyOf({ path, body }: UpstreamRequest): string {
  return typeof body === 'string' ? `${path}\n${body}` : path;
}

/** Bytes that a page takes in a result, where all is said twice. */
function resultSize({ action, value }: ListPage): number {
  const text = JSON.stringify(keepPaths(value, action.response.keep).value);
  return byteLength(text) + byteLength(JSON.stringify(text));
}

function replaceAt(
  value: JsonValue,
  [name, ...rest]: readonly string[],
  items: JsonValue[],
): JsonValue {
  if (name === undefined) return items;
  if (!isJsonObject(value)) return value;
  return { ...value, [name]: replaceAt(value[name] ?? null, rest, items) };
}
