import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { requireConfig } from '#app/platform/config.ts';
import { createSeal } from '#app/platform/seal.server.ts';
import {
  bindSecret,
  copySecrets,
  listSecrets,
  moveSecret,
  openSecret,
  removeSecret,
  removeSecrets,
  setSecret,
} from '#app/secrets/store.server.ts';

const A = 'https://a.example.com';
const B = 'https://b.example.com';
const [current, older] = requireConfig(env).SEAL_KEYS;
const store = { database: env.DB, seal: createSeal(requireConfig(env).SEAL_KEYS) };

test('a value opens only for the origins it was sealed for', async () => {
  await setSecret(store, 'draft:1', { name: 'KEY', value: 'v1', origins: [A, B] });
  expect(await openSecret(store, 'draft:1', 'KEY', [A])).toEqual({ ok: true, value: 'v1' });
  expect(await openSecret(store, 'draft:1', 'KEY', [A, B])).toEqual({ ok: true, value: 'v1' });
  expect(await openSecret(store, 'draft:1', 'KEY', [A, 'https://c.example.com'])).toEqual({
    ok: false,
    reason: 'unbound',
  });
  expect(await openSecret(store, 'draft:2', 'KEY', [A])).toEqual({ ok: false, reason: 'notSet' });
});

test('setting a name again replaces the value', async () => {
  await setSecret(store, 'draft:3', { name: 'KEY', value: 'old', origins: [A] });
  await setSecret(store, 'draft:3', { name: 'KEY', value: 'new', origins: [B] });
  expect(await openSecret(store, 'draft:3', 'KEY', [B])).toEqual({ ok: true, value: 'new' });
  expect(await listSecrets(env.DB, 'draft:3')).toMatchObject([{ name: 'KEY', origins: [B] }]);
});

test('binding changes the origins of a value and keeps it', async () => {
  await setSecret(store, 'draft:4', { name: 'KEY', value: 'kept', origins: [A] });
  expect(await bindSecret(store, 'draft:4', 'KEY', [B])).toEqual({ ok: true, value: null });
  expect(await openSecret(store, 'draft:4', 'KEY', [B])).toEqual({ ok: true, value: 'kept' });
  expect(await openSecret(store, 'draft:4', 'KEY', [A])).toMatchObject({ reason: 'unbound' });
  expect(await bindSecret(store, 'draft:4', 'NONE', [B])).toMatchObject({ reason: 'notSet' });
});

test('the origins shown in the row cannot be widened: the sealed ones count', async () => {
  await setSecret(store, 'draft:5', { name: 'KEY', value: 'v', origins: [A] });
  await env.DB.prepare('update secrets set origins = ? where owner = ?')
    .bind(JSON.stringify([A, B]), 'draft:5')
    .run();
  expect(await openSecret(store, 'draft:5', 'KEY', [B])).toMatchObject({ reason: 'unbound' });
});

test('a blob copied to another row does not open', async () => {
  await setSecret(store, 'draft:6', { name: 'KEY', value: 'theirs', origins: [A] });
  await setSecret(store, 'draft:7', { name: 'KEY', value: 'mine', origins: [A] });
  await env.DB.prepare(
    `update secrets set sealed = (select sealed from secrets where owner = 'draft:6') where owner = 'draft:7'`,
  ).run();
  expect(await openSecret(store, 'draft:7', 'KEY', [A])).toEqual({
    ok: false,
    reason: 'unreadable',
  });
});

test('a value sealed under the old key opens, and is sealed again under the current one', async () => {
  if (older === undefined) throw new Error('The tests run with a ring of two keys.');
  const before = { database: env.DB, seal: createSeal([older]) };
  await setSecret(before, 'draft:8', { name: 'KEY', value: 'v', origins: [A] });
  expect(await openSecret(store, 'draft:8', 'KEY', [A])).toEqual({ ok: true, value: 'v' });
  const after = { database: env.DB, seal: createSeal([current]) };
  expect(await openSecret(after, 'draft:8', 'KEY', [A])).toEqual({ ok: true, value: 'v' });
});

test('a value whose key was removed from the ring is reported as unreadable', async () => {
  if (older === undefined) throw new Error('The tests run with a ring of two keys.');
  const before = { database: env.DB, seal: createSeal([older]) };
  await setSecret(before, 'draft:9', { name: 'KEY', value: 'v', origins: [A] });
  const after = { database: env.DB, seal: createSeal([current]) };
  expect(await openSecret(after, 'draft:9', 'KEY', [A])).toMatchObject({ reason: 'unreadable' });
});

test('removal deletes one value, or all of an owner', async () => {
  await setSecret(store, 'draft:10', { name: 'ONE', value: 'v', origins: [A] });
  await setSecret(store, 'draft:10', { name: 'TWO', value: 'v', origins: [A] });
  await removeSecret(env.DB, 'draft:10', 'ONE');
  expect(await listSecrets(env.DB, 'draft:10')).toMatchObject([{ name: 'TWO', origins: [A] }]);
  await removeSecrets(env.DB, ['draft:10', 'draft:none']);
  expect(await listSecrets(env.DB, 'draft:10')).toEqual([]);
});

test('a value set while the old one is being bound or resealed is kept', async () => {
  if (older === undefined) throw new Error('The tests run with a ring of two keys.');
  const owner = 'draft:11';
  const newer = { name: 'KEY', value: 'newer', origins: [A] };
  const overtaken = {
    database: env.DB,
    seal: {
      ...store.seal,
      open: async (...blob: Parameters<typeof store.seal.open>) => {
        const opened = await store.seal.open(...blob);
        await setSecret(store, owner, newer);
        return opened;
      },
    },
  };
  await setSecret(store, owner, { name: 'KEY', value: 'older', origins: [A] });
  await bindSecret(overtaken, owner, 'KEY', [B]);
  expect(await openSecret(store, owner, 'KEY', [A])).toEqual({ ok: true, value: 'newer' });

  const before = { database: env.DB, seal: createSeal([older]) };
  await setSecret(before, owner, { name: 'KEY', value: 'older', origins: [A, B] });
  await openSecret(overtaken, owner, 'KEY', [A]);
  expect(await openSecret(store, owner, 'KEY', [B])).toMatchObject({ reason: 'unbound' });
});

test('copies open for the same origins only, and outlive the originals', async () => {
  await setSecret(store, 'draft:11', { name: 'ONE', value: 'v1', origins: [A] });
  await setSecret(store, 'draft:11', { name: 'TWO', value: 'v2', origins: [A] });
  await setSecret(store, 'project:1:live', { name: 'ONE', value: 'before', origins: [B] });
  await copySecrets(store, 'draft:11', 'project:1:live', ['ONE', 'NONE']);
  await removeSecrets(env.DB, ['draft:11']);
  expect(await openSecret(store, 'project:1:live', 'ONE', [A])).toEqual({ ok: true, value: 'v1' });
  expect(await openSecret(store, 'project:1:live', 'ONE', [B])).toMatchObject({
    reason: 'unbound',
  });
  expect(await listSecrets(env.DB, 'project:1:live')).toMatchObject([
    { name: 'ONE', origins: [A] },
  ]);
});

test('a value that cannot be read is not copied, and keeps the others from nothing', async () => {
  await setSecret(store, 'draft:12', { name: 'BAD', value: 'v', origins: [A] });
  await setSecret(store, 'draft:12', { name: 'GOOD', value: 'v', origins: [A] });
  await env.DB.prepare(`update secrets set sealed = 'x' where owner = 'draft:12' and name = 'BAD'`)
    .bind()
    .run();
  await copySecrets(store, 'draft:12', 'project:2:live', ['BAD', 'GOOD']);
  expect(await listSecrets(env.DB, 'project:2:live')).toMatchObject([
    { name: 'GOOD', origins: [A] },
  ]);
});

test('a value that is moved has one holder, who can open it', async () => {
  await setSecret(store, 'draft:13', { name: 'TOKEN', value: 'v', origins: [A] });
  await setSecret(store, 'project:3:live', { name: 'TOKEN', value: 'before', origins: [A] });
  await moveSecret(env.DB, 'draft:13', 'project:3:live', 'TOKEN');
  await moveSecret(env.DB, 'draft:13', 'project:3:live', 'TOKEN');
  expect(await openSecret(store, 'project:3:live', 'TOKEN', [A])).toEqual({ ok: true, value: 'v' });
  expect(await openSecret(store, 'draft:13', 'TOKEN', [A])).toMatchObject({ reason: 'notSet' });
});

test('only a use of a value is noted, and a call that has somewhere to leave that does not wait for it', async () => {
  const owner = 'draft:14';
  const usedAt = async () => (await listSecrets(env.DB, owner))[0]?.usedAt;
  await setSecret(store, owner, { name: 'KEY', value: 'v', origins: [A] });
  expect(await openSecret(store, owner, 'KEY', [A], false)).toEqual({ ok: true, value: 'v' });
  expect(await usedAt()).toBeNull();
  const left: Promise<unknown>[] = [];
  await openSecret({ ...store, later: (work) => void left.push(work) }, owner, 'KEY', [A]);
  expect(left).toHaveLength(1);
  await Promise.all(left);
  expect(await usedAt()).toEqual(expect.any(Number));
});
