import { createExecutionContext, createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';

import { users } from '#app/auth/user-table.server.ts';
import { limitBindings } from '#app/platform/stores/limit-database.server.ts';

import app from '../../workers/app.ts';
import { breakBinding, hangAt, hangDatabase } from '../setup/broken-binding.workerd.ts';
import { Browser, newUid } from '../setup/browser.workerd.ts';
import { ORIGIN, Visitor } from '../setup/drafts.ts';

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Words', version: '1.0.0' },
  servers: [{ url: 'https://words.example.com' }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
  paths: {
    '/words': {
      get: { operationId: 'listWords', responses: { '200': { description: 'Words' } } },
    },
  },
};

describe('a database with limits', () => {
  test('answers as the one behind it, one by one and in a batch', async () => {
    const { DB } = limitBindings(env);
    const read = DB.prepare('select ? as a, 2 as b').bind(1);
    expect(await read.first()).toEqual({ a: 1, b: 2 });
    expect(await read.first('b')).toBe(2);
    expect(await read.raw()).toEqual([[1, 2]]);
    expect(await read.all()).toMatchObject({ results: [{ a: 1, b: 2 }] });
    const uid = crypto.randomUUID();
    const db = drizzle(DB);
    const user = { uid, provider: 'password', isEmailVerified: true, createdAt: 0 };
    const [, found] = await db.batch([
      db.insert(users).values(user),
      db.select().from(users).limit(1),
    ]);
    expect(found).toHaveLength(1);
    const removed = await DB.prepare('delete from users where uid = ?').bind(uid).run();
    expect(removed.meta.changes).toBe(1);
  });

  test('fails as the one behind it', async () => {
    const { DB } = limitBindings(env);
    await expect(DB.prepare('select * from nothing').all()).rejects.toThrow(/nothing/);
    const broken = limitBindings({ ...env, DB: breakBinding(env.DB) });
    expect(() => broken.DB.prepare('select 1')).toThrow('connection lost');
  });

  test('gives up on a query, on what writes and on a batch that never end', async () => {
    const { DB } = limitBindings({ ...env, DB: hangDatabase(env.DB) });
    const late = { name: 'TimeoutError' };
    await Promise.all([
      expect(DB.prepare('select 1').all()).rejects.toMatchObject(late),
      expect(DB.prepare('with a as (select 1) select 1').first()).rejects.toMatchObject(late),
      expect(DB.prepare('delete from users').bind().run()).rejects.toMatchObject(late),
      expect(DB.batch([DB.prepare('delete from users')])).rejects.toMatchObject(late),
    ]);
  });
});

test('who asks any room while the database hangs hears when to ask again', async () => {
  const owner = new Visitor();
  const { id } = await owner.submit(DOCUMENT);
  // Its owner sees which credentials are set, which the database knows.
  const read = (bindings: Partial<Env>) => {
    const headers = { cookie: owner.cookie ?? '', 'sec-fetch-site': 'same-origin' };
    const request = new Request(`${ORIGIN}/api/drafts/${id}`, { headers });
    return app.fetch(request, { ...env, ...bindings }, createExecutionContext());
  };
  expect((await read({})).status).toBe(200);
  const answer = await read({ DB: hangDatabase(env.DB) });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ status: 503, requestId: expect.any(String) });
});

test('a list of chats and a key to be removed do not wait for it either', async () => {
  const guest = new Visitor();
  await guest.fetch('/api/chats', { method: 'POST' });
  const browser = new Browser();
  await browser.signIn({ sub: newUid() });
  const removal = browser.request('/api/models/keys/anthropic', { method: 'DELETE' });
  const listing = new Request(`${ORIGIN}/api/chats`, {
    headers: { cookie: guest.cookie ?? '', 'sec-fetch-site': 'same-origin' },
  });
  const statuses = [listing, removal].map(async (request) => {
    // Who asks is known; only the statement of the room itself hangs.
    const DB = hangAt(env.DB, /from "(drafts|model_keys)"/);
    const answer = await app.fetch(request, { ...env, DB }, createExecutionContext());
    return answer.status;
  });
  expect(await Promise.all(statuses)).toEqual([503, 503]);
});

test('a sweep over a database that hangs comes to its end', async () => {
  const sweep = app.scheduled(createScheduledController(), {
    ...env,
    DB: hangDatabase(env.DB),
  });
  await expect(sweep).rejects.toThrow('The sweep failed in part');
});
