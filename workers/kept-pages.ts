import { isDevelopment } from 'virtual:build';

import { CONSENT_COOKIE, readAnalyticsSettings } from '#app/analytics/consent.ts';
import { hasGuestCookie } from '#app/auth/guest.server.ts';
import { hasSessionCookies } from '#app/auth/session/session-cookie.server.ts';
import { guessCurrency } from '#app/billing/plans/guess-currency.ts';
import { loadPlanPrices } from '#app/billing/stripe/load-plan-prices.server.ts';
import { getShownNotice } from '#app/controls/current-controls.server.ts';
import { DISMISSED_COOKIE } from '#app/controls/site-notice.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { Config } from '#app/platform/config.ts';
import { readCookies } from '#app/platform/cookies.ts';
import { readLocale } from '#app/platform/locale/read-locale.ts';
import { namesMessage } from '#app/platform/one-time-message.ts';
import { readTheme, THEME_COOKIE } from '#app/platform/theme.ts';
import { readShowcaseChanges } from '#app/showcase/showcase-store.server.ts';

/** A page that is rendered once for many visitors. */
interface SharedPage {
  path: RegExp;
  /** It lists what a guest has made, so a guest gets a page of their own. */
  listsGuestWork?: true;
  /** Identifies the data that it shows beyond its own text: another text after each change. */
  shows?: (app: AppContext, request: Request) => Promise<string>;
}

/** The pages that are the same for everybody who is not signed in. */
const SHARED: SharedPage[] = [
  { path: /^\/(?:mcp-builder)?$/, listsGuestWork: true },
  {
    path: /^\/(?:client|ai-loop|login|email-login|terms|privacy|(?:blog|docs)(?:\/[a-z0-9-]+)?)$/,
  },
  { path: /^\/pricing$/, shows: findPrices },
  { path: /^\/showcase$/, shows: findShowcaseState },
];

/** Cookies that a shared page is rendered by. */
const SHOWN_COOKIES = [THEME_COOKIE, CONSENT_COOKIE, DISMISSED_COOKIE];

/** Headers that a shared page is rendered by, beside its cookies. */
const SHOWN_HEADERS = ['accept-language', 'cf-ipcountry'];

/** As long as the data of the showcase is cached at the edge. */
const SHOWCASE_LIFETIME_MS = 300_000;

/** A page names its origin, and is written for a country and a theme: whoever asks may choose them. */
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
 * Answers visitors who are not signed in with a page that this isolate has rendered before, under a nonce of its own;
 * `render` makes any other page, and the first of each. A page that will be shared is rendered from a request with
 * nothing but what the page is kept under, so no visitor's data can reach another.
 */
export async function answerKeptPage(
  request: Request,
  app: AppContext,
  render: (request: Request) => Promise<Response>,
): Promise<Response> {
  const page = findSharedPage(request);
  if (!page) return render(request);
  const shared = toSharedRequest(request);
  // Where a store is away, the page itself says so.
  const state = await findState(app, shared, page).catch(() => null);
  if (state === null) return render(request);
  const pages = pagesOf(app.config);
  const known = pages.get(state) ?? null;
  if (known) return answer(known, app);
  const response = await render(shared);
  if (response.status !== 200 || response.headers.has('set-cookie')) return response;
  // It may show a notice or a chat that came, or lack one that ended, while it was rendered.
  if ((await findState(app, shared, page).catch(() => null)) !== state) return response;
  const rendered = keep(await response.text(), response.headers, app);
  if (pages.size >= MOST_KEPT) pages.clear();
  pages.set(state, rendered);
  return answer(rendered, app);
}

function findSharedPage(request: Request): SharedPage | null {
  // A page in development changes with its sources.
  if (isDevelopment || request.method !== 'GET') return null;
  const { pathname, search } = new URL(request.url);
  const page = search === '' && SHARED.find(({ path }) => path.test(pathname));
  if (!page || (page.listsGuestWork && hasGuestCookie(request))) return null;
  const isForOne =
    request.headers.has('authorization') ||
    hasSessionCookies(request) ||
    namesMessage(request.headers.get('cookie'));
  return isForOne ? null : page;
}

/** Everything that a shared page is rendered by, as a text: its address, its reader's choices, and what it shows. */
async function findState(app: AppContext, request: Request, page: SharedPage): Promise<string> {
  const cookies = request.headers.get('cookie');
  const [notice, shown] = await Promise.all([
    getShownNotice(app, cookies),
    page.shows?.(app, request),
  ]);
  const locale = readLocale(request.headers.get('accept-language'));
  const consent = readAnalyticsSettings(app.config, cookies)?.consent;
  return JSON.stringify([request.url, locale, readTheme(cookies), consent, notice?.id, shown]);
}

function toSharedRequest({ url, headers }: Request): Request {
  const shown = new Headers();
  for (const name of SHOWN_HEADERS) {
    const value = headers.get(name);
    if (value !== null) shown.set(name, value);
  }
  const cookies = SHOWN_COOKIES.flatMap((name) =>
    readCookies(headers.get('cookie'), name).map((value) => `${name}=${value}`),
  );
  if (cookies.length > 0) shown.set('cookie', cookies.join('; '));
  return new Request(url, { headers: shown });
}

async function findPrices(app: AppContext, request: Request): Promise<string> {
  const currency = guessCurrency(request.headers.get('cf-ipcountry'));
  return JSON.stringify(await loadPlanPrices(app, currency));
}

/** Every publication counts as a change. A guest's chat expires without one, so the state also ends with the cached data. */
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
