import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { ApiKeyView, CreatedKey } from '#app/api-keys/api-key.ts';
import { verifyKey } from '#app/api-keys/verify-key.server.ts';

import { Browser, newUid } from '../setup/browser.workerd.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

async function signedIn(): Promise<Browser> {
  const browser = new Browser();
  await browser.signIn({ sub: newUid() });
  return browser;
}

function send(browser: Browser, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return browser.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function create(browser: Browser, more: object = {}): Promise<CreatedKey> {
  const answer = await send(browser, '/api/keys', { name: 'Laptop', projects: 'all', ...more });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  return answer.json();
}

async function list(browser: Browser): Promise<ApiKeyView[]> {
  const answer: { keys: ApiKeyView[] } = await (await browser.fetch('/api/keys')).json();
  return answer.keys;
}

/** Verifies a key with everything that is written about it. */
async function verify(token: string, now = Date.now()) {
  const written: Promise<void>[] = [];
  const verified = await verifyKey(env.DB, token, now, (work) => written.push(work));
  await Promise.all(written);
  return verified.ok ? 'valid' : verified.reason;
}

test('a key is shown once, and stored as a hash', async () => {
  const owner = await signedIn();
  const { key, token } = await create(owner);
  expect(token).toMatch(/^mcpb_live_[0-9A-Za-z]{49}$/);
  expect(key).toMatchObject({ name: 'Laptop', projects: 'all', mayManage: false, usedAt: null });
  expect(token.endsWith(key.lastFour)).toBe(true);
  expect((key.expiresAt ?? 0) - key.createdAt).toBe(90 * DAY_MS);
  expect(await list(owner)).toEqual([key]);
  const rows = await env.DB.prepare('select * from api_keys where id = ?').bind(key.id).all();
  expect(JSON.stringify(rows.results)).not.toContain(token.slice('mcpb_live_'.length, -10));
});

test('a valid key tells its account and rights, and its use is noted once an hour', async () => {
  const owner = await signedIn();
  const { key, token } = await create(owner, { mayManage: true });
  expect(await verify(token)).toBe('valid');
  const [{ usedAt } = { usedAt: null }] = await list(owner);
  expect(usedAt).not.toBeNull();
  await verify(token, Date.now() + 1_000);
  expect(await list(owner)).toMatchObject([{ id: key.id, usedAt }]);
  await verify(token, Date.now() + 61 * 60_000);
  expect((await list(owner))[0]?.usedAt).toBeGreaterThan(usedAt ?? 0);
});

test('a key with a typing error is refused without a look at the database', async () => {
  const { token } = await create(await signedIn());
  const broken = token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const absent = new Proxy({} as D1Database, {
    get: () => {
      throw new Error('The database was asked.');
    },
  });
  expect(await verifyKey(absent, broken, Date.now(), () => {})).toMatchObject({
    reason: 'malformed',
  });
  expect(await verifyKey(absent, '', Date.now(), () => {})).toMatchObject({ reason: 'malformed' });
});

test('a revoked key and one whose time is over are refused, and told apart', async () => {
  const owner = await signedIn();
  const { key, token } = await create(owner, { expiresInDays: 30 });
  expect(await verify(token, Date.now() + 31 * DAY_MS)).toBe('expiredKey');
  expect((await owner.fetch(`/api/keys/${key.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await owner.fetch(`/api/keys/${key.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await verify(token)).toBe('revokedKey');
  expect(await list(owner)).toMatchObject([{ id: key.id, revokedAt: expect.any(Number) }]);
});

test('of two rotations at the same moment one makes a key', async () => {
  const owner = await signedIn();
  const { key } = await create(owner);
  const rotate = () => send(owner, `/api/keys/${key.id}/rotate`, { overlapHours: 24 });
  const statuses = (await Promise.all([rotate(), rotate(), rotate()])).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect((await list(owner)).map(({ id }) => id)).toHaveLength(2);
});

test('after a rotation both keys work until the overlap ends', async () => {
  const owner = await signedIn();
  const first = await create(owner);
  const path = `/api/keys/${first.key.id}/rotate`;
  const answer = await send(owner, path, { overlapHours: 24 });
  expect(answer.status).toBe(201);
  const second: CreatedKey = await answer.json();
  expect(second.key).toMatchObject({ name: 'Laptop', projects: 'all' });
  expect([await verify(first.token), await verify(second.token)]).toEqual(['valid', 'valid']);
  expect(await verify(first.token, Date.now() + DAY_MS + 1)).toBe('expiredKey');
  expect(await verify(second.token, Date.now() + DAY_MS + 1)).toBe('valid');
  expect((await send(owner, path, { overlapHours: 0 })).status).toBe(409);
  const [, old] = await list(owner);
  expect(old?.replacedBy).toBe(second.key.id);
});

test('what belongs to somebody else does not exist', async () => {
  const { key } = await create(await signedIn());
  const other = await signedIn();
  expect((await other.fetch(`/api/keys/${key.id}`, { method: 'DELETE' })).status).toBe(404);
  const rotated = await send(other, `/api/keys/${key.id}/rotate`, { overlapHours: 0 });
  expect(rotated.status).toBe(404);
  expect(await list(other)).toEqual([]);
  const body = { name: 'Theirs', projects: ['no-project-of-mine'] };
  expect((await send(other, '/api/keys', body)).status).toBe(422);
});

test('somebody signed out has no keys, and what is no key is refused with its place', async () => {
  const guest = new Browser();
  expect((await guest.fetch('/api/keys')).status).toBe(401);
  expect((await send(guest, '/api/keys', { name: 'x', projects: 'all' })).status).toBe(401);
  const refused = await send(await signedIn(), '/api/keys', { name: '', projects: [] });
  expect(refused.status).toBe(422);
  const { problems }: { problems: { path: string }[] } = await refused.json();
  expect(problems.map(({ path }) => path)).toEqual(['$.name', '$.projects']);
});

test('an account has fifty keys at most; those that ended do not count', async () => {
  const owner = await signedIn();
  const made: CreatedKey[] = [];
  for (let count = 0; count < 50; count += 1) made.push(await create(owner));
  const full = await send(owner, '/api/keys', { name: 'One more', projects: 'all' });
  expect(full.status).toBe(409);
  await owner.fetch(`/api/keys/${made[0]?.key.id}`, { method: 'DELETE' });
  await create(owner);
});

test('the keys of an account go with it', async () => {
  const owner = await signedIn();
  const { token } = await create(owner);
  await env.DB.prepare(
    'delete from accounts where id = (select account_id from api_keys where hash is not null order by created_at desc limit 1)',
  )
    .bind()
    .run();
  expect(await verify(token)).toBe('unknownKey');
});
