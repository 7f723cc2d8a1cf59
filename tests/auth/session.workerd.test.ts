import { env, exports } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { hashSessionSecret } from '#app/auth/session/session-cookie.server.ts';

import { bearer, Browser, makeToken, newUid, SITE } from '../setup/browser.workerd.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

interface Row {
  uid: string;
  auth_time_seconds: number;
  device: string;
  expires_at: number;
  created_at: number;
}

function rowsOf(uid: string): Promise<Row[]> {
  const statement = env.DB.prepare('select * from sessions where uid = ?').bind(uid);
  return statement.all<Row>().then(({ results }) => results);
}

async function countOf(table: 'users' | 'accounts' | 'members', column: string, uid: string) {
  const statement = env.DB.prepare(`select count(*) as n from ${table} where ${column} = ?`);
  return statement.bind(uid).first<number>('n');
}

describe('a token that is synced', () => {
  test('gives a session whose secret is stored nowhere', async () => {
    const browser = new Browser();
    const uid = newUid();
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36';
    const answer = await browser.sync(await makeToken({ sub: uid }), { 'user-agent': userAgent });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const lines = answer.headers.getSetCookie();
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^__Host-ticket=[\w.-]+; Path=\/; Max-Age=3900; HttpOnly; SameSite=Lax; Secure$/,
      ),
    );
    const [row, ...others] = await rowsOf(uid);
    expect(others).toEqual([]);
    const secret = browser.cookies.get('__Host-session') ?? '';
    expect(row).toMatchObject({
      hash: await hashSessionSecret(secret),
      device: 'Chrome on Windows',
    });
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  test('makes the user and one account of theirs, however often and at once', async () => {
    const uid = newUid();
    const browsers = Array.from({ length: 8 }, () => new Browser());
    const token = await makeToken({ sub: uid });
    const answers = await Promise.all(browsers.map((browser) => browser.sync(token)));
    expect(answers.map(({ status }) => status)).toEqual(browsers.map(() => 204));
    expect(await countOf('users', 'uid', uid)).toBe(1);
    expect(await countOf('accounts', 'personal_uid', uid)).toBe(1);
    expect(await countOf('members', 'uid', uid)).toBe(1);
    expect(await rowsOf(uid)).toHaveLength(browsers.length);
  });

  test('brings what the token says about the user up to date', async () => {
    const uid = newUid();
    const browser = new Browser();
    await browser.signIn({ sub: uid, email_verified: false, name: 'Old' });
    await browser.signIn({ sub: uid, email_verified: true, name: 'New', picture: undefined });
    const row = await env.DB.prepare('select * from users where uid = ?').bind(uid).first();
    expect(row).toMatchObject({ display_name: 'New', is_email_verified: 1, photo_url: null });
  });

  test('brings back nothing that a newer token has changed', async () => {
    const uid = newUid();
    const [tab, other] = [new Browser(), new Browser()];
    const issued = nowSeconds() - 200;
    const unverified = { sub: uid, email: 'old@example.com', email_verified: false, name: 'Old' };
    const verified = { sub: uid, email: 'new@example.com', email_verified: true, name: 'New' };
    const older = await makeToken({ ...unverified, iat: issued, exp: issued + 3_600 });
    const newer = await makeToken({ ...verified, iat: issued + 5, exp: issued + 3_605 });
    const newest = await makeToken({
      ...verified,
      name: 'Newest',
      iat: issued + 9,
      exp: issued + 3_609,
    });
    const read = () => env.DB.prepare('select * from users where uid = ?').bind(uid).first();

    for (const token of [newer, older]) expect((await tab.sync(token)).status).toBe(204);
    const kept = { display_name: 'New', email: 'new@example.com', is_email_verified: 1 };
    expect(await read()).toMatchObject({ ...kept, profile_issued_seconds: issued + 5 });
    expect((await other.sync(older)).status).toBe(204);
    expect(await read()).toMatchObject(kept);
    expect((await other.sync(newest)).status).toBe(204);
    expect(await read()).toMatchObject({ display_name: 'Newest' });
  });

  test('of the same sign-in keeps the session', async () => {
    const uid = newUid();
    const browser = new Browser();
    const authTime = nowSeconds() - 100;
    await browser.signIn({ sub: uid, auth_time: authTime });
    const secret = browser.cookies.get('__Host-session');
    await env.DB.prepare('update sessions set synced_at = 1 where uid = ?').bind(uid).run();
    const again = await browser.sync(await makeToken({ sub: uid, auth_time: authTime }));
    expect(again.status).toBe(204);
    expect(again.headers.getSetCookie().join()).not.toContain('__Host-session');
    expect(browser.cookies.get('__Host-session')).toBe(secret);
    const rows = await rowsOf(uid);
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toMatchObject({ synced_at: 1 });
  });

  test('of another sign-in, or another user, begins a new session and ends the old one', async () => {
    const uid = newUid();
    const other = newUid();
    const browser = new Browser();
    await browser.signIn({ sub: uid, auth_time: nowSeconds() - 300 });
    const first = browser.cookies.get('__Host-session');
    await browser.signIn({ sub: uid, auth_time: nowSeconds() - 200 });
    const second = browser.cookies.get('__Host-session');
    expect(second).not.toBe(first);
    expect(await rowsOf(uid)).toMatchObject([{ auth_time_seconds: nowSeconds() - 200 }]);
    await browser.signIn({ sub: other });
    expect(browser.cookies.get('__Host-session')).not.toBe(second);
    expect(await rowsOf(uid)).toEqual([]);
    expect(await rowsOf(other)).toHaveLength(1);
  });

  test('never lives longer than 30 days from its sign-in', async () => {
    const uid = newUid();
    await new Browser().signIn({ sub: uid, auth_time: nowSeconds() - 29 * DAY });
    const [row] = await rowsOf(uid);
    expect(row?.expires_at).toBeLessThan(Date.now() + 1.1 * DAY * 1_000);
  });

  test('with two session cookies gets a session of its own', async () => {
    const uid = newUid();
    const browser = new Browser();
    await browser.signIn({ sub: uid });
    const { cookieHeader } = browser;
    const cookie = `${cookieHeader}; __Host-session=${'A'.repeat(43)}`;
    const headers = { ...bearer(await makeToken({ sub: uid })), cookie };
    const request = new Request(`${SITE}/api/session`, {
      method: 'POST',
      headers: { ...headers, 'sec-fetch-site': 'same-origin' },
    });
    const answer = await exports.default.fetch(request);
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie().join()).toContain('__Host-session=');
  });
});

describe('a token that is not good enough for a session', () => {
  test.each([
    ['no header', {}],
    ['a raw token', { authorization: 'token' }],
    ['another scheme', { authorization: 'Basic eDp5' }],
    ['nonsense', { authorization: 'Bearer nonsense' }],
    ['our own kind of token', { authorization: `Bearer mcpb_draft_${'0'.repeat(49)}` }],
  ])('%s is 401, and nothing is set', async (_, headers: Record<string, string>) => {
    const browser = new Browser();
    await browser.signIn({ sub: newUid() });
    const answer = await browser.fetch('/api/session', { method: 'POST', headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('a token in the address or the body is none', async () => {
    const token = await makeToken();
    const path = `/api/session?access_token=${token}&token=${token}`;
    const answer = await new Browser().fetch(path, { method: 'POST', body: token });
    expect(answer.status).toBe(401);
  });

  test('two headers are none', async () => {
    const token = await makeToken();
    const headers = new Headers(bearer(token));
    headers.append('authorization', `Bearer ${token}`);
    const answer = await new Browser().fetch('/api/session', { method: 'POST', headers });
    expect(answer.status).toBe(401);
  });

  test('one that was issued more than six minutes ago is 401, a younger one passes', async () => {
    const at = (age: number) => ({ iat: nowSeconds() - age, exp: nowSeconds() + 3_000 });
    const sign = (age: number) =>
      makeToken({ sub: newUid(), auth_time: nowSeconds() - DAY, ...at(age) });
    expect((await new Browser().sync(await sign(355))).status).toBe(204);
    expect((await new Browser().sync(await sign(365))).status).toBe(401);
  });

  test('one of a sign-in more than 30 days ago ends the session and records nothing', async () => {
    const uid = newUid();
    const browser = new Browser();
    await browser.signIn({ sub: newUid() });
    const old = await makeToken({ sub: uid, auth_time: nowSeconds() - 31 * DAY });
    const answer = await browser.sync(old);
    expect(answer.status).toBe(401);
    expect([...browser.cookies.keys()]).toEqual([]);
    expect(await countOf('users', 'uid', uid)).toBe(0);
  });
});

describe('the endpoint', () => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'OPTIONS'])('takes no %s', async (method) => {
    const answer = await new Browser().fetch('/api/session', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, DELETE');
  });

  test('takes a body of 8 KB at most, whatever it announces', async () => {
    const token = await makeToken({ sub: newUid() });
    const post = (body: BodyInit) =>
      new Browser().fetch('/api/session', { method: 'POST', headers: bearer(token), body });
    expect((await post('x'.repeat(8_192))).status).toBe(204);
    expect((await post('x'.repeat(8_193))).status).toBe(413);
    const chunks = new Blob(['x'.repeat(9_000)]).stream();
    expect((await post(chunks)).status).toBe(413);
  });

  test('is for our own pages only', async () => {
    const token = await makeToken({ sub: newUid() });
    for (const site of ['cross-site', 'same-site']) {
      const answer = await new Browser().sync(token, { 'sec-fetch-site': site });
      expect(answer.status).toBe(403);
    }
    const signOut = { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await new Browser().fetch('/api/session', signOut)).status).toBe(403);
  });

  test('refuses plain http from anywhere but this machine', async () => {
    const token = await makeToken({ sub: newUid() });
    const post = (origin: string) =>
      exports.default.fetch(`${origin}/api/session`, { method: 'POST', headers: bearer(token) });
    expect((await post('http://builder.test')).status).toBe(403);
    expect((await post('http://localhost')).status).toBe(204);
  });

  test('answers 30 posts a minute from one address, and counts none from this machine', async () => {
    const post = (address: string) => new Browser().sync('x', { 'cf-connecting-ip': address });
    const statuses: number[] = [];
    // Two minutes may share them, if one turns meanwhile.
    while (statuses.length < 61) statuses.push((await post('192.0.2.77')).status);
    expect(statuses.slice(0, 30)).toEqual(statuses.slice(0, 30).map(() => 401));
    expect(statuses).toContain(429);
    const local = await Promise.all(Array.from({ length: 61 }, () => post('127.0.0.1')));
    expect(new Set(local.map(({ status }) => status))).toEqual(new Set([401]));
  });

  test('tells who posts too often when to try again', async () => {
    const post = () => new Browser().sync('x', { 'cf-connecting-ip': '192.0.2.78' });
    const answers = await Promise.all(Array.from({ length: 61 }, post));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('60');
  });
});

describe('signing out', () => {
  test('ends the session and every cookie of it', async () => {
    const uid = newUid();
    const browser = new Browser();
    await browser.signIn({ sub: uid });
    const { cookieHeader } = browser;
    const answer = await browser.fetch('/api/session', { method: 'DELETE' });
    expect(answer.status).toBe(204);
    expect([...browser.cookies.keys()]).toEqual([]);
    expect(await rowsOf(uid)).toEqual([]);
    const replayed = await exports.default.fetch(`${SITE}/api/sessions`, {
      headers: { cookie: cookieHeader },
    });
    expect(replayed.status).toBe(401);
  });

  test('without a cookie does nothing and sets nothing', async () => {
    const browser = new Browser();
    const answer = await browser.fetch('/api/session', { method: 'DELETE' });
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});
