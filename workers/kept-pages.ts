import { isDevelopment } from 'virtual:build';

import { getNotice } from '#app/controls/current-controls.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { Config } from '#app/platform/config.ts';
import { readLocale } from '#app/platform/locale/read-locale.ts';

/** The pages that are the same for everybody who brings none of {@link WHO_ASKS}. */
const SAME_FOR_NEWCOMERS = /^\/(?:mcp-builder|terms|privacy|(?:blog|docs)(?:\/[a-z0-9-]+)?)?$/;

/** The headers that say who asks: a page with somebody's own servers is never kept. */
const WHO_ASKS = ['cookie', 'authorization'];

/** A page names its origin, and is written for a country: whoever asks may choose both. */
const MOST_KEPT = 64;

/** A rendered page, with the places of what belongs to one answer alone. */
interface KeptPage {
  headers: Headers;
  bytes: Uint8Array;
  /** Byte offsets of the nonce, and of the request's id. */
  places: { offset: number; of: 'nonce' | 'requestId' }[];
}

const kept = new WeakMap<Config, Map<string, KeptPage>>();
const encoder = new TextEncoder();

/**
 * Answers a newcomer with a page that this isolate has rendered before, under a nonce of its own;
 * `render` makes any other page, and the first of each.
 */
export async function answerKeptPage(
  request: Request,
  app: AppContext,
  render: () => Promise<Response>,
): Promise<Response> {
  if (!isForNewcomer(request)) return render();
  const pages = pagesOf(app.config);
  // A page shows the notice that was there when it was rendered, and numbers as its reader writes them.
  const notice = await findNoticeId(app);
  const key = `${notice} ${readLocale(request.headers.get('accept-language'))} ${request.url}`;
  const page = pages.get(key) ?? null;
  if (page) return answer(page, app);
  const response = await render();
  if (response.status !== 200 || response.headers.has('set-cookie')) return response;
  // It may show a notice that was set, or hide one that ended, while it was rendered.
  if ((await findNoticeId(app)) !== notice) return response;
  const rendered = keep(await response.text(), response.headers, app);
  if (pages.size >= MOST_KEPT) pages.clear();
  pages.set(key, rendered);
  return answer(rendered, app);
}

async function findNoticeId(app: AppContext): Promise<string> {
  return (await getNotice(app))?.id ?? '';
}

function isForNewcomer(request: Request): boolean {
  // A page in development changes with its sources.
  if (isDevelopment || request.method !== 'GET') return false;
  if (WHO_ASKS.some((name) => request.headers.has(name))) return false;
  const { pathname, search } = new URL(request.url);
  return search === '' && SAME_FOR_NEWCOMERS.test(pathname);
}

function pagesOf(config: Config): Map<string, KeptPage> {
  const known = kept.get(config);
  if (known) return known;
  const pages = new Map<string, KeptPage>();
  kept.set(config, pages);
  return pages;
}

function keep(html: string, headers: Headers, { nonce, requestId }: AppContext): KeptPage {
  const places: KeptPage['places'] = [];
  let [offset, done] = [0, 0];
  // Both are random and made of letters and digits: neither can be in the page by chance.
  for (const { 0: found, index } of html.matchAll(new RegExp(`${nonce}|${requestId}`, 'g'))) {
    offset += encoder.encode(html.slice(done, index)).length;
    places.push({ offset, of: found === nonce ? 'nonce' : 'requestId' });
    offset += found.length;
    done = index + found.length;
  }
  return { headers: new Headers(headers), bytes: encoder.encode(html), places };
}

function answer({ headers, bytes, places }: KeptPage, app: AppContext): Response {
  const own = bytes.slice();
  for (const { offset, of } of places) encoder.encodeInto(app[of], own.subarray(offset));
  return new Response(own, { headers });
}
