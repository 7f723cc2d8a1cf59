import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';

import type { AppContext } from '#app/platform/app-context.ts';

import { answerKeptPage } from '../../workers/kept-pages.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { spoilStores } from '../setup/store-faults.workerd.ts';

let app: AppContext;
let rendered = 0;

beforeEach(() => {
  app = { ...makeApp(), config: { ...makeApp().config } };
  rendered = 0;
});

/** Asks as in a request of its own, and says whether the page was rendered for it. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<boolean> {
  const before = rendered;
  const own = { ...app, nonce: `nonce${crypto.randomUUID()}` };
  const answer = await answerKeptPage(new Request(SITE + path, { headers }), own, async () => {
    rendered += 1;
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

test('who brings a cookie, a token or a query gets a page of their own', async () => {
  for (const headers of [{ cookie: 'guest=1' }, { authorization: 'Bearer token' }]) {
    expect(await ask('/pricing', headers)).toBe(true);
    expect(await ask('/pricing', headers)).toBe(true);
  }
  expect(await ask('/showcase?tag=birds')).toBe(true);
  expect(await ask('/showcase?tag=birds')).toBe(true);
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
