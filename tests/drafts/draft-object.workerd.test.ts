import { env } from 'cloudflare:workers';
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';

import { DraftObject } from '../../workers/draft-object.ts';
import { cacheHead, HEAD_CACHE_MS } from '#app/drafts/head-cache.server.ts';
import {
  applyToDraft,
  updateDraft,
  readDraft,
  readDraftToServe,
  type DraftCalls,
} from '#app/drafts/store.server.ts';
import { randomId } from '#app/platform/ids.ts';

const CONTENT = { blueprint: 'b1', artifact: 'a1', warnings: 'w1' };

/** The object of a draft, as another isolate reaches it. */
function toStub(id: string) {
  return env.DRAFTS.get(env.DRAFTS.idFromName(id));
}

async function create(): Promise<string> {
  const id = randomId();
  const made = await applyToDraft(env, id, {
    kind: 'create',
    id,
    owner: 'g',
    isKept: false,
    content: CONTENT,
  });
  if (!made.ok) throw new Error(made.reason);
  return id;
}

function findRow(id: string) {
  return env.DB.prepare('select * from drafts where id = ?').bind(id).first();
}

test('a draft and its row say the same, after each change', async () => {
  const id = await create();
  expect(await findRow(id)).toMatchObject({ owner: 'g', revision: 1, blueprint: 'b1' });
  const content = { ...CONTENT, blueprint: 'b2' };
  const changed = await applyToDraft(env, id, { kind: 'change', revision: 1, content });
  expect(changed).toMatchObject({ ok: true, value: { revision: 2, blueprint: 'b2' } });
  expect(await findRow(id)).toMatchObject({ revision: 2, blueprint: 'b2' });
});

test('asking for an unknown draft stores nothing', async () => {
  const id = randomId();
  expect(await readDraft(env, id)).toEqual({ ok: false, reason: 'unknown' });
  await runInDurableObject(toStub(id), async (_, state) => {
    expect([...state.storage.kv.list()]).toEqual([]);
    expect(await state.storage.getAlarm()).toBeNull();
  });
});

function fallOver(): never {
  throw new Error('down');
}

test('a database that is down delays the row and loses nothing', async () => {
  const id = randomId();
  const stub = toStub(id);
  await runInDurableObject(stub, async (_, state) => {
    const broken = {
      ...env,
      DB: new Proxy(env.DB, { get: () => fallOver }),
    };
    const draft = new DraftObject(state, broken);
    const made = await draft.apply({
      kind: 'create',
      id,
      owner: 'g',
      isKept: false,
      content: CONTENT,
    });
    expect(made.ok).toBe(true);
    const alarm = await state.storage.getAlarm();
    expect(alarm).toBeLessThan(Date.now() + 5 * 60_000);
  });
  expect(await findRow(id)).toBeNull();
  expect(await readDraft(env, id)).toMatchObject({ ok: true });
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect(await findRow(id)).toMatchObject({ revision: 1 });
  await runInDurableObject(stub, async (_, state) => {
    expect(await state.storage.getAlarm()).toBeGreaterThan(Date.now() + 6 * 24 * 60 * 60_000);
  });
});

test('a change elsewhere shows here when the cached head is too old, a change here at once', async () => {
  const id = await create();
  const start = Date.now();
  expect(await readDraftToServe(env, id, start)).toMatchObject({ value: { revision: 1 } });

  const elsewhere = toStub(id);
  await elsewhere.apply({ kind: 'change', revision: 1, environment: 'test' });
  const before = await readDraftToServe(env, id, start + HEAD_CACHE_MS - 1);
  expect(before).toMatchObject({ value: { revision: 1, environment: 'mock' } });
  const after = await readDraftToServe(env, id, start + HEAD_CACHE_MS);
  expect(after).toMatchObject({ value: { revision: 2, environment: 'test' } });

  await applyToDraft(env, id, { kind: 'change', revision: 2, environment: 'mock' });
  expect(await readDraftToServe(env, id, start + HEAD_CACHE_MS + 1)).toMatchObject({
    value: { revision: 3 },
  });
});

test('a change here remembers nothing that a turn in the object has yet to change', async () => {
  const id = await create();
  await applyToDraft(env, id, { kind: 'change', revision: 1, environment: 'test' });
  await toStub(id).apply({ kind: 'change', revision: 2, environment: 'mock' });
  expect(await readDraftToServe(env, id, Date.now())).toMatchObject({ value: { revision: 3 } });
});

test('a cached head never outlives its draft', async () => {
  const id = await create();
  const head = await readDraft(env, id);
  if (!head.ok) throw new Error(head.reason);
  const expiresAt = Date.now() + 10;
  cacheHead({ ...head.value, revision: 99, expiresAt }, expiresAt - 5);
  expect(await readDraftToServe(env, id, expiresAt)).toMatchObject({ value: { revision: 1 } });
});

test('a change that fails on its way has the head dropped, too', async () => {
  const id = await create();
  await readDraftToServe(env, id, Date.now());
  const change = updateDraft(env, id, async (stub: DurableObjectStub<DraftCalls>) => {
    await stub.apply({ kind: 'change', revision: 1, environment: 'test' });
    throw new Error('connection lost');
  });
  await expect(change).rejects.toThrow('connection lost');
  expect(await readDraftToServe(env, id, Date.now())).toMatchObject({ value: { revision: 2 } });
});
