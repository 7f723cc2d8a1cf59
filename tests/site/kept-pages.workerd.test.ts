import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';

import type { AppContext } from '#app/platform/app-context.ts';

import { answerKeptPage } from '../../workers/kept-pages.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { spoilStores } from '../setup/store-faults.workerd.ts';

let app: AppContext;
let rendered = 0;
/** The request that the last page was rendered for. */
let seen: Request | null = null;

beforeEach(() => {
  const made = makeApp();
  app = { ...made, config: { ...made.config }, nonce: '', origin: SITE };
  rendered = 0;
  seen = null;
});

/** Asks as in a request of its own, and says whether the page was rendered for it. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<boolean> {
  const before = rendered;
  const own = { ...app, nonce: `nonce${crypto.randomUUID()}` };
  const answer = await answerKeptPage(new Request(SITE + path, { headers }), own, async (asked) => {
    rendered += 1;
    seen = asked;
    return new Response(`<script nonce="${own.nonce}">page ${path}</script>`);
  });
  expect(await answer.text()).toBe(`<script nonce="${own.nonce}">page ${path}</script>`);
  return rendered > before;
}

test.each(['/', '/blog/both-eras-on-one-url', '/login', '/pricing', '/showcase', '/client'])(
  'a newcomer gets %s as it was rendered before, under a nonce of its own',
  async (path) => {
    expect(await ask(path)).toBe(true);
    expect(await ask(path)).toBe(false);
  },
);

test.each([
  ['/pricing', { cookie: '__Host-session=1' }],
  ['/pricing', { cookie: 'theme=dark; __Host-ticket=1' }],
  ['/pricing', { cookie: '__Host-message=1' }],
  ['/pricing', { authorization: 'Bearer token' }],
  ['/', { cookie: '__Host-guest=1' }],
  ['/showcase?tag=birds', {}],
])('%s is rendered for whoever brings %o', async (path, headers) => {
  expect(await ask(path, headers)).toBe(true);
  expect(await ask(path, headers)).toBe(true);
  expect(seen?.headers.get('cookie')).toBe(new Headers(headers).get('cookie'));
});

test('a shared page is rendered by the choices of its reader, and by nothing else of a request', async () => {
  expect(await ask('/blog')).toBe(true);
  const dark = { cookie: 'theme=dark; other=private; __Host-guest=1', 'x-private': '1' };
  expect(await ask('/blog', dark)).toBe(true);
  expect([...(seen?.headers ?? [])]).toEqual([['cookie', 'theme=dark']]);
  expect(await ask('/blog', { cookie: 'theme=dark' })).toBe(false);
  expect(await ask('/blog', { cookie: 'theme=odd; __Host-guest=2' })).toBe(false);
});

test('a page is kept under what it was rendered by, however that was written', async () => {
  expect(await ask('/docs', { cookie: 'theme =dark' })).toBe(true);
  expect(await ask('/docs')).toBe(true);
  expect(await ask('/docs', { cookie: 'theme=dark' })).toBe(false);
});

test('prices are those of the country', async () => {
  expect(await ask('/pricing', { 'cf-ipcountry': 'DE' })).toBe(true);
  expect(await ask('/pricing', { 'cf-ipcountry': 'US' })).toBe(true);
  expect(await ask('/pricing', { 'cf-ipcountry': 'FR' })).toBe(false);
});

test('the showcase is rendered anew once a chat has come or gone', async () => {
  await ask('/showcase');
  const next = `insert into showcase_changes (id, number) values (1, 1)
    on conflict (id) do update set number = number + 1`;
  await env.DB.prepare(next).run();
  expect(await ask('/showcase')).toBe(true);
  expect(await ask('/showcase')).toBe(false);
});

test('while the database is away the showcase is rendered, which says so', async () => {
  await ask('/showcase');
  const spoilt = spoilStores(({ store }) => (store === 'D1' ? 'before' : null));
  try {
    expect(await ask('/showcase')).toBe(true);
  } finally {
    spoilt.heal();
  }
  expect(await ask('/showcase')).toBe(false);
});
