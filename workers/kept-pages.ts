import { isDevelopment } from 'virtual:build';

import { guessCurrency } from '#app/billing/plans/guess-currency.ts';
import { loadPlanPrices } from '#app/billing/stripe/load-plan-prices.server.ts';
import { getNotice } from '#app/controls/current-controls.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { Config } from '#app/platform/config.ts';
import { readLocale } from '#app/platform/locale/read-locale.ts';
import { readShowcaseChanges } from '#app/showcase/showcase-store.server.ts';

/**
 * The pages that are the same for everybody who brings none of {@link WHO_ASKS}, as long as what they show stays: as a
 * text that changes with it.
 */
const SAME_FOR_NEWCOMERS: {
  path: RegExp;
  shows?: (app: AppContext, request: Request) => Promise<string>;
}[] = [
  {
    path: /^\/(?:mcp-builder|client|ai-loop|login|email-login|terms|privacy|(?:blog|docs)(?:\/[a-z0-9-]+)?)?$/,
  },
  { path: /^\/pricing$/, shows: findPrices },
  { path: /^\/showcase$/, shows: findShowcaseState },
];

/** The headers that say who asks: a page with somebody's own servers is never kept. */
const WHO_ASKS = ['cookie', 'authorization'];

/** As long as the data of the showcase is kept at the edge. */
const SHOWCASE_LIFETIME_MS = 300_000;

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
  const same = findSamePage(request);
  if (!same) return render();
  const pages = pagesOf(app.config);
  const findState = async () => {
    const [notice, shown = ''] = await Promise.all([getNotice(app), same.shows?.(app, request)]);
    return `${notice?.id ?? ''} ${shown}`;
  };
  // Where a store is away, the page itself says so.
  const state = await findState().catch(() => null);
  if (state === null) return render();
  // Numbers are written as the reader writes them.
  const key = `${state} ${readLocale(request.headers.get('accept-language'))} ${request.url}`;
  const page = pages.get(key) ?? null;
  if (page) return answer(page, app);
  const response = await render();
  if (response.status !== 200 || response.headers.has('set-cookie')) return response;
  // It may show a notice or a chat that came, or lack one that ended, while it was rendered.
  if ((await findState().catch(() => null)) !== state) return response;
  const rendered = keep(await response.text(), response.headers, app);
  if (pages.size >= MOST_KEPT) pages.clear();
  pages.set(key, rendered);
  return answer(rendered, app);
}

function findSamePage(request: Request): (typeof SAME_FOR_NEWCOMERS)[number] | undefined {
  // A page in development changes with its sources.
  if (isDevelopment || request.method !== 'GET') return undefined;
  if (WHO_ASKS.some((name) => request.headers.has(name))) return undefined;
  const { pathname, search } = new URL(request.url);
  return search === '' ? SAME_FOR_NEWCOMERS.find(({ path }) => path.test(pathname)) : undefined;
}

async function findPrices(app: AppContext, request: Request): Promise<string> {
  const currency = guessCurrency(request.headers.get('cf-ipcountry'));
  return JSON.stringify(await loadPlanPrices(app, currency));
}

/** Chats come and go with a change; those of guests end by themselves, which is shown as late as the list is kept. */
async function findShowcaseState({ env }: AppContext): Promise<string> {
  const changes = await readShowcaseChanges(env.DB);
  return `${changes}.${Math.floor(Date.now() / SHOWCASE_LIFETIME_MS)}`;
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
