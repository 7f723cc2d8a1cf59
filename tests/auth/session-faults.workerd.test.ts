import { env } from 'cloudflare:workers';
import { Hono } from 'hono';
import { RouterContextProvider, type MiddlewareFunction } from 'react-router';
import { describe, expect, test } from 'vitest';

import { createIdentityApi } from '#app/auth/api.server.ts';
import { answerSignOut } from '#app/auth/session/end-session.server.ts';
import { guardPages, loadShell, needsShell } from '#app/auth/guard-pages.server.ts';
import { answerSync } from '#app/auth/session/sync-session.server.ts';
import { loadVisitor, visitorContext, type Visitor } from '#app/auth/session/viewer.server.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { readConfig } from '#app/platform/config.ts';

import { accountLifecycle } from '../../workers/account-lifecycle.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { breakBinding, hangBinding, hangDatabase } from '../setup/broken-binding.workerd.ts';
import { bearer, Browser, makeToken, newUid, SITE } from '../setup/browser.workerd.ts';

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

function appWith(bindings: Partial<Env> = {}) {
  return { ...makeApp(bindings), nonce: '', origin: SITE };
}

const { claim } = accountLifecycle;

const down = () => appWith({ DB: breakBinding(env.DB) });
const hanging = () => appWith({ DB: hangDatabase(env.DB) });

function post(browser: Browser, token: string): Request {
  return browser.request('/api/session', { method: 'POST', headers: bearer(token) });
}

async function visit(browser: Browser, app = appWith(), at = Date.now()): Promise<Visitor> {
  const visitor = await loadVisitor(app, browser.request('/'), () => at);
  await app.settle();
  return visitor;
}

describe('a page', () => {
  test('knows who is signed in, and nobody without a cookie or with two', async () => {
    const uid = newUid();
    const browser = new Browser();
    await browser.signIn({ sub: uid });
    expect(await visit(browser)).toMatchObject({
      kind: 'user',
      viewer: { uid, email: 'ada@example.com', provider: 'google.com', state: 'fresh' },
      accountId: expect.stringMatching(/^\w{22}$/),
    });
    expect(await visit(new Browser())).toEqual({ kind: 'nobody' });
    const doubled = browser.request('/');
    doubled.headers.set('cookie', `${browser.cookieHeader}; __Host-session=${'A'.repeat(43)}`);
    expect(await loadVisitor(appWith(), doubled)).toEqual({ kind: 'nobody' });
  });

  test('only greets a session that showed no token for 65 minutes', async () => {
    const browser = new Browser();
    await browser.signIn({ sub: newUid() });
    const at = (minutes: number) => Date.now() + minutes * 60_000;
    expect(await visit(browser, appWith(), at(64))).toMatchObject({ viewer: { state: 'fresh' } });
    expect(await visit(browser, appWith(), at(66))).toMatchObject({ viewer: { state: 'stale' } });
  });

  test('ends a session after 7 days without a visit, and after 30 in any case', async () => {
    const idle = new Browser();
    await idle.signIn({ sub: newUid() });
    expect(await visit(idle, appWith(), Date.now() + 7 * DAY + HOUR)).toEqual({ kind: 'nobody' });

    const busy = new Browser();
    await busy.signIn({ sub: newUid() });
    for (let days = 5; days < 30; days += 5) {
      const visitor = await visit(busy, appWith(), Date.now() + days * DAY);
      expect(visitor, `day ${days}`).toMatchObject({ kind: 'user' });
    }
    expect(await visit(busy, appWith(), Date.now() + 30 * DAY)).toEqual({ kind: 'nobody' });
  });

  test('knows nobody by a session whose sign-in was ended while its row was written', async () => {
    const uid = newUid();
    const authTime = nowSeconds() - 100;
    const [one, other] = [new Browser(), new Browser()];
    await one.signIn({ sub: uid, auth_time: authTime });
    await other.signIn({ sub: uid, auth_time: authTime + 1 });
    const revoke = env.DB.prepare('insert into revocations values (?, ?, ?, 0)');
    await revoke.bind(uid, 'one', authTime).run();
    expect(await visit(one)).toEqual({ kind: 'nobody' });
    expect(await visit(other)).toMatchObject({ kind: 'user' });
    await revoke.bind(uid, 'upTo', authTime + 1).run();
    expect(await visit(other)).toEqual({ kind: 'nobody' });
  });

  test('writes that a session is in use once an hour at most', async () => {
    const uid = newUid();
    const browser = new Browser();
    await browser.signIn({ sub: uid });
    const read = () =>
      env.DB.prepare('select seen_at from sessions where uid = ?')
        .bind(uid)
        .first<number>('seen_at');
    const first = await read();
    await visit(browser, appWith(), Date.now() + 0.9 * HOUR);
    expect(await read()).toBe(first);
    const later = Date.now() + 1.1 * HOUR;
    await visit(browser, appWith(), later);
    expect(await read()).toBe(later);
  });
});

describe.each([
  ['down', down],
  ['hanging', hanging],
])('a database that is %s', (_, broken) => {
  test('leaves pages a greeting by the ticket beside the session', async () => {
    const uid = newUid();
    const browser = new Browser();
    await browser.signIn({ sub: uid });
    expect(await visit(browser, broken())).toMatchObject({
      kind: 'user',
      viewer: { uid, displayName: 'Ada Lovelace', state: 'greeted' },
      sessionId: null,
      accountId: null,
    });
    const later = Date.now() + 66 * 60_000;
    expect(await visit(browser, broken(), later)).toEqual({ kind: 'unknown' });
    browser.cookies.delete('__Host-ticket');
    expect(await visit(browser, broken())).toEqual({ kind: 'unknown' });
  });

  test('answers a sign-in 503, with a ticket that greets until it is back', async () => {
    const uid = newUid();
    const browser = new Browser();
    const app = broken();
    const answer = browser.keep(
      await answerSync(app, post(browser, await makeToken({ sub: uid })), claim),
    );
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect([...browser.cookies.keys()]).toEqual(['__Host-ticket']);
    expect(await visit(browser)).toMatchObject({
      viewer: { uid, state: 'stale' },
      accountId: null,
    });

    expect((await browser.sync(await makeToken({ sub: uid }))).status).toBe(204);
    expect(await visit(browser)).toMatchObject({ viewer: { uid, state: 'fresh' } });
  });

  test('keeps the session of the same sign-in, and greets nobody by that of another', async () => {
    const uid = newUid();
    const other = newUid();
    const browser = new Browser();
    const authTime = nowSeconds() - 10;
    await browser.signIn({ sub: uid, auth_time: authTime });
    const secret = browser.cookies.get('__Host-session');
    const same = await makeToken({ sub: uid, auth_time: authTime });
    browser.keep(await answerSync(broken(), post(browser, same), claim));
    expect(browser.cookies.get('__Host-session')).toBe(secret);

    browser.keep(await answerSync(broken(), post(browser, await makeToken({ sub: other })), claim));
    expect(browser.cookies.has('__Host-session')).toBe(false);
    expect(await visit(browser)).toMatchObject({ viewer: { uid: other, state: 'stale' } });
  });

  test('lets signing out end the cookies, and says that the rest could not be done', async () => {
    const browser = new Browser();
    await browser.signIn({ sub: newUid() });
    const request = browser.request('/api/session', { method: 'DELETE' });
    const answer = browser.keep(await answerSignOut(broken(), request));
    expect(answer.status).toBe(503);
    expect([...browser.cookies.keys()]).toEqual([]);
  });

  test('is not asked when somebody without a cookie signs out', async () => {
    const request = new Browser().request('/api/session', { method: 'DELETE' });
    expect((await answerSignOut(broken(), request)).status).toBe(204);
  });
});

describe('the answer to a sync', () => {
  test('comes in time when the body never ends', async () => {
    const request = new Request(`${SITE}/api/session`, {
      method: 'POST',
      headers: bearer(await makeToken()),
      body: new ReadableStream(),
    });
    expect((await answerSync(appWith(), request, claim)).status).toBe(503);
  });

  test('comes in time when such a body comes through the whole Worker', async () => {
    const browser = new Browser();
    const body = new ReadableStream({ start: (chunks) => chunks.enqueue(new Uint8Array(1)) });
    const headers = bearer(await makeToken());
    const answer = await browser.fetch('/api/session', { method: 'POST', headers, body });
    expect(answer.status).toBe(503);
  });

  test('comes when the limit of posts never answers', async () => {
    const app = appWith({ LIMIT_SESSIONS: hangBinding(env.LIMIT_SESSIONS, 'limit') });
    const server = new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set('app', app);
        await next();
      })
      .route('/api', createIdentityApi(accountLifecycle));
    const request = post(new Browser(), await makeToken({ sub: newUid() }));
    expect((await server.fetch(request)).status).toBe(204);
    await app.settle();
  });
});

describe('a ticket', () => {
  test('counts under an older key of the ring, and not under a key that is gone', async () => {
    const browser = new Browser();
    const rotated = down();
    await answerSync(rotated, post(browser, await makeToken({ sub: newUid() })), claim).then(
      (answer) => browser.keep(answer),
    );
    const [current, older] = rotated.config.SEAL_KEYS;
    const visitWith = (ring: string) => {
      const config = readConfig({ SEAL_KEYS: ring });
      if (!config.ok) throw new Error(config.message);
      return visit(browser, { ...appWith(), config: config.value });
    };
    const text = (id: string, bytes: Uint8Array) => `${id}:${btoa(String.fromCharCode(...bytes))}`;
    const now = text(current.id, current.bytes);
    const fresh = text('fresh', new Uint8Array(32).fill(7));
    expect(await visitWith(`${fresh},${now}`)).toMatchObject({ kind: 'user' });
    expect(await visitWith(fresh)).toEqual({ kind: 'nobody' });
    expect(older).toBeDefined();
  });

  test('that was altered, or lies beside a session of somebody else, is none', async () => {
    const browser = new Browser();
    await browser.signIn({ sub: newUid() });
    const stranger = new Browser();
    await stranger.signIn({ sub: newUid() });
    const own = browser.cookies.get('__Host-ticket') ?? '';
    browser.cookies.set('__Host-ticket', stranger.cookies.get('__Host-ticket') ?? '');
    expect(await visit(browser, down())).toEqual({ kind: 'unknown' });
    for (const altered of [
      `${own}x`,
      own.slice(1),
      own.replace('.', ''),
      `${own}.x`,
      '.',
      'x'.repeat(5_000),
    ]) {
      browser.cookies.set('__Host-ticket', altered);
      expect(await visit(browser, down())).toEqual({ kind: 'unknown' });
    }
  });
});

describe('a protected page', () => {
  type Args = Parameters<MiddlewareFunction<Response>>[0];

  async function open(path: string, visitor: Visitor, pattern = path): Promise<Response> {
    const url = new URL(SITE + path.replace(/\.data$/, ''));
    const context = new RouterContextProvider();
    context.set(visitorContext, visitor);
    const request = new Request(SITE + path);
    const args: Args = { request, url, params: {}, pattern, context };
    const answer = await guardPages(args, async () => new Response('the page'));
    return answer ?? new Response(null, { status: 500 });
  }

  async function visitorOf(over: Record<string, unknown>, minutes = 0): Promise<Visitor> {
    const browser = new Browser();
    await browser.signIn({ sub: newUid(), ...over });
    return visit(browser, appWith(), Date.now() + minutes * 60_000);
  }

  const password = (isVerified: boolean) => ({
    email_verified: isVerified,
    firebase: { sign_in_provider: 'password' },
  });

  test('sends who is signed out to /login, and back to where they were', async () => {
    const answer = await open('/my-projects/7?tab=a&b=%26', { kind: 'nobody' });
    expect(answer.status).toBe(302);
    const target = new URL(answer.headers.get('location') ?? '', SITE);
    expect(target.pathname).toBe('/login');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      returnUrl: '/my-projects/7?tab=a&b=%26',
      reason: 'protected',
    });
  });

  test.each(['/account', '/account/', '/Account', '/%61ccount', '//account', '/api-keys/x'])(
    '%s is one, however it is spelled',
    async (path) => {
      expect((await open(path, { kind: 'nobody' }, '/x')).status).toBe(302);
    },
  );

  test('is told by the route that the router took it for, too', async () => {
    expect((await open('/strange', { kind: 'nobody' }, '/account')).status).toBe(302);
    expect((await open('/accounts', { kind: 'nobody' })).status).toBe(200);
  });

  test('sends a password user without a verified address to /email-login, and lets others in', async () => {
    const unverified = await open('/account', await visitorOf(password(false)));
    expect(unverified.headers.get('location')).toBe('/email-login?reason=unverified');
    expect(await (await open('/account', await visitorOf(password(true)))).text()).toBe('the page');
    const google = await visitorOf({ email_verified: false });
    expect((await open('/account', google)).status).toBe(200);
    const anonymous = await visitorOf({ firebase: { sign_in_provider: 'anonymous' } });
    expect((await open('/account', anonymous)).headers.get('location')).toContain('/login');
  });

  test('is a shell for a stale session, and a client navigation loads the document for it', async () => {
    const stale = await visitorOf({}, 66);
    expect(needsShell(stale, '/account')).toBe(true);
    expect(needsShell(stale, '/')).toBe(false);
    expect((await open('/account', stale)).status).toBe(200);
    const navigation = await open('/account.data', stale);
    expect(navigation.headers.get('location')).toBe('/account');
    expect(navigation.headers.get('x-remix-reload-document')).toBe('true');
    const elsewhere = await open('//account/evil.test.data', stale);
    expect(elsewhere.headers.get('location')).toBe('/account/evil.test');
  });

  test('answers 503 while the database is away, and never sends away who is signed in', () => {
    const viewer = { uid: 'u', email: null, displayName: null, photoURL: null };
    const greeted: Visitor = {
      kind: 'user',
      viewer: { ...viewer, provider: 'google.com', isEmailVerified: true, state: 'greeted' },
      authTimeSeconds: 1,
      sessionId: null,
      accountId: null,
    };
    for (const visitor of [greeted, { kind: 'unknown' } as const]) {
      expect(needsShell(visitor, '/account')).toBe(true);
      const context = new RouterContextProvider();
      context.set(visitorContext, visitor);
      expect(() => loadShell({ context })).toThrow(
        expect.objectContaining({ init: { status: 503 } }),
      );
    }
  });
});
