import { describe, expect, test } from 'vitest';

import { getGuest, issueGuest } from '#app/auth/guest.server.ts';
import { requireConfig } from '#app/platform/config.ts';

const key = (id: string) => `${id}:${Buffer.from(id.padEnd(32, '.')).toString('base64')}`;
const app = { config: requireConfig({ SEAL_KEYS: key('a') }) };
const rotated = { config: requireConfig({ SEAL_KEYS: `${key('b')},${key('a')}` }) };

const DAY_MS = 24 * 60 * 60 * 1_000;
const start = Date.UTC(2026, 10, 1);
const at = (days: number) => () => start + days * DAY_MS;

const visit = (cookie?: string, url = 'https://builder.test/') =>
  new Request(url, cookie ? { headers: { cookie } } : {});

/** `name=value` of a Set-Cookie header. */
const toCookie = (setCookie: string | null) => (setCookie ?? '').split(';')[0] ?? '';

describe('a guest', () => {
  test('gets a cookie that scripts cannot read and other sites cannot send', async () => {
    const { guest, setCookie } = await issueGuest(app, visit(), at(0));
    expect(guest.id).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(setCookie).toMatch(
      /^__Host-guest=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test('is known again by it', async () => {
    const { guest, setCookie } = await issueGuest(app, visit(), at(0));
    const request = visit(`theme=dark; ${toCookie(setCookie)}; other=1`);
    expect(await getGuest(app, request, at(20))).toEqual(guest);
    expect(await getGuest(rotated, request, at(20))).toEqual(guest);
  });

  test('keeps the cookie for a day and then gets a new one with the same id', async () => {
    const first = await issueGuest(app, visit(), at(0));
    const request = visit(toCookie(first.setCookie));
    expect(await issueGuest(app, request, at(0.5))).toEqual({
      guest: first.guest,
      setCookie: null,
    });
    const later = await issueGuest(rotated, request, at(2));
    expect(later.guest.id).toBe(first.guest.id);
    expect(await getGuest(rotated, visit(toCookie(later.setCookie)), at(31))).not.toBeNull();
  });

  test('is forgotten after thirty days', async () => {
    const { guest, setCookie } = await issueGuest(app, visit(), at(0));
    const request = visit(toCookie(setCookie));
    expect(await getGuest(app, request, at(30))).toBeNull();
    expect((await issueGuest(app, request, at(30))).guest.id).not.toBe(guest.id);
  });

  test('on this machine over http has a cookie of another name', async () => {
    const local = 'http://localhost:5173/';
    const { guest, setCookie } = await issueGuest(app, visit(undefined, local), at(0));
    expect(setCookie).toMatch(/^guest=[^;]+; .*HttpOnly; SameSite=Lax$/);
    expect(await getGuest(app, visit(toCookie(setCookie), local), at(1))).toEqual(guest);
    expect(await getGuest(app, visit(toCookie(setCookie)), at(1))).toBeNull();
  });

  test('over http from elsewhere gets none', async () => {
    const { setCookie } = await issueGuest(app, visit(undefined, 'http://builder.test/'), at(0));
    expect(setCookie).toBeNull();
  });
});

describe('a guest cookie that is not ours', () => {
  test('counts as none', async () => {
    const { setCookie } = await issueGuest(app, visit(), at(0));
    const cookie = toCookie(setCookie);
    const [id = '', time = '', signature = ''] = cookie.replace('__Host-guest=', '').split('.');
    const other = '0'.repeat(22);
    for (const value of [
      `${other}.${time}.${signature}`,
      `${id}.${(Number.parseInt(time, 36) + 1).toString(36)}.${signature}`,
      `${id}.${time}.${signature.slice(1)}`,
      `${id}.${time}`,
      `${id}.${time}.${signature}.x`,
      '',
    ]) {
      expect(await getGuest(app, visit(`__Host-guest=${value}`), at(0))).toBeNull();
    }
  });

  test('spoils the real one beside it', async () => {
    const { setCookie } = await issueGuest(app, visit(), at(0));
    const cookie = toCookie(setCookie);
    expect(await getGuest(app, visit(`${cookie}; ${cookie}`), at(0))).toBeNull();
  });
});
