import { Request } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { answerGoogleKeys } from '../fakes/google-keys.ts';
import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';
import { makeClaims, toSigner, type TokenSigner } from '../setup/id-token.ts';

let worker: BuiltWorker;
let signer: TokenSigner;

beforeAll(async () => {
  worker = await startBuiltWorker();
  const answer = await answerGoogleKeys(new Request('https://google-keys.invalid/private-key'));
  const { kid, ...jwk } = z.record(z.string(), z.string()).parse(await answer?.json());
  signer = await toSigner(kid ?? '', jwk);
});
afterAll(() => worker.close());

interface Account {
  cookie: string;
  uid: string;
  authTime: number;
  over: Record<string, unknown>;
}

let users = 0;

const ask = (path: string, { cookie }: { cookie?: string } = {}) =>
  fetch(worker.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} });

async function sync(account: Omit<Account, 'cookie'>, cookie = ''): Promise<Response> {
  const { uid, authTime, over } = account;
  const token = await signer.sign(makeClaims({ sub: uid, auth_time: authTime, ...over }));
  const headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin', cookie };
  return fetch(`${worker.url}/api/session`, { method: 'POST', headers });
}

async function signIn(over: Record<string, unknown> = {}): Promise<Account> {
  users += 1;
  const account = { uid: `user-${users}`, authTime: Math.floor(Date.now() / 1_000) - 10, over };
  const answer = await sync(account);
  expect(answer.status).toBe(204);
  const lines = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { ...account, cookie: lines.join('; ') };
}

async function makeStale({ uid }: Account): Promise<void> {
  const { DB } = worker.env;
  await DB.prepare('update sessions set synced_at = 1 where uid = ?').bind(uid).run();
}

describe('somebody who is signed out', () => {
  test('is sent from a protected page to /login, and told where they were', async () => {
    for (const [path, returnUrl] of [
      ['/account', '%2Faccount'],
      ['/my-projects/1?tab=x', '%2Fmy-projects%2F1%3Ftab%3Dx'],
    ] as const) {
      const answer = await ask(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`/login?returnUrl=${returnUrl}&reason=protected`);
    }
  });

  test('sees no protected page, however its address is spelled', async () => {
    for (const path of ['/Account', '/%61ccount', '/account/', '//account', '/account.data']) {
      const answer = await ask(path);
      const text = await answer.text();
      expect([202, 302, 404], path).toContain(answer.status);
      expect(text, path).not.toContain('Delete account');
    }
  });

  test('is sent there by a client navigation too', async () => {
    const answer = await ask('/account.data?_routes=root');
    expect(answer.status).toBe(202);
    expect(await answer.text()).toContain('/login?returnUrl=%2Faccount');
  });
});

describe('somebody who is signed in', () => {
  test('is known to every page, which nobody else may keep', async () => {
    const { cookie } = await signIn({ name: 'Grace Hopper' });
    for (const path of ['/', '/account']) {
      const answer = await ask(path, { cookie });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('vary')).toContain('Cookie');
      expect(await answer.text()).toContain('Grace Hopper');
    }
    expect(await (await ask('/')).text()).not.toContain('Grace Hopper');
  });

  test('by a token alone gets a page that is kept for nobody else', async () => {
    const account = { uid: 'by-token', authTime: Math.floor(Date.now() / 1_000) - 10, over: {} };
    expect((await sync(account)).status).toBe(204);
    const token = await signer.sign(makeClaims({ sub: account.uid, auth_time: account.authTime }));
    const headers = { authorization: `Bearer ${token}` };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Lighthouse Keepers', version: '1' },
      servers: [{ url: 'https://lights.example' }],
      paths: { '/lights': { get: { responses: { 200: { description: 'All lights' } } } } },
    };
    const body = JSON.stringify(document);
    const made = await fetch(`${worker.url}/api/drafts`, { method: 'POST', headers, body });
    expect(made.status).toBe(201);
    // While the database is slow the page comes without the list of servers: it is asked for again.
    const readOwn = async () => (await fetch(`${worker.url}/`, { headers })).text();
    await expect.poll(readOwn, { timeout: 60_000 }).toContain('Lighthouse Keepers');
    expect(await (await ask('/')).text()).not.toContain('Lighthouse Keepers');
  });

  test('gets to their projects by the name that people type', async () => {
    const answer = await ask('/projects', await signIn());
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/my-projects');
  });

  test('gets 404 for a protected page that does not exist', async () => {
    expect((await ask('/my-projects/none', await signIn())).status).toBe(404);
  });

  test('by password goes to /email-login until the address is verified', async () => {
    const firebase = { sign_in_provider: 'password' };
    const account = await signIn({ email_verified: false, firebase });
    const answer = await ask('/account', account);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/email-login?reason=unverified');
    await sync({ ...account, over: { email_verified: true, firebase } }, account.cookie);
    expect((await ask('/account', account)).status).toBe(200);
  });

  test('and was ended elsewhere is signed out', async () => {
    const account = await signIn();
    await worker.env.DB.prepare("insert into revocations values (?, 'upTo', ?, 0)")
      .bind(account.uid, account.authTime)
      .run();
    expect((await ask('/account', account)).status).toBe(302);
    expect((await sync(account, account.cookie)).status).toBe(401);
  });
});

describe('a session that showed no token for 65 minutes', () => {
  test('gets a shell without private data, whatever lies behind it, until the next sync', async () => {
    const account = await signIn({ name: 'Stale Person' });
    await makeStale(account);
    for (const path of ['/account', '/my-projects']) {
      const answer = await ask(path, account);
      const text = await answer.text();
      expect(answer.status, path).toBe(200);
      expect(text).toContain('Loading');
      expect(text).not.toContain('A browser');
    }
    const navigation = await ask('/account.data', account);
    expect(navigation.status).toBe(202);
    expect(await navigation.text()).not.toContain('A browser');

    expect((await sync(account, account.cookie)).status).toBe(204);
    expect(await (await ask('/account', account)).text()).toContain('A browser');
    expect(await (await ask('/my-projects', account)).text()).toContain('No projects yet');
  });

  test('is greeted by every other page', async () => {
    const account = await signIn({ name: 'Greeted Person' });
    await makeStale(account);
    expect(await (await ask('/', account)).text()).toContain('Greeted Person');
  });
});

test('while the sessions cannot be read pages greet, protected ones answer 503, and nobody is sent away', async () => {
  const account = await signIn({ name: 'Patient Person' });
  await worker.env.DB.prepare('alter table sessions rename to sessions_away').run();
  const page = await ask('/', account);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Patient Person');
  expect((await ask('/account', account)).status).toBe(503);
  const answer = await sync(account, account.cookie);
  expect(answer.status).toBe(503);
  expect(answer.headers.getSetCookie().join()).not.toContain('session=;');
  await worker.env.DB.prepare('alter table sessions_away rename to sessions').run();
  expect((await ask('/account', account)).status).toBe(200);
});
