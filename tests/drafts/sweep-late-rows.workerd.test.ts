import { env } from 'cloudflare:workers';
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';

import { forgetDrafts } from '#app/drafts/draft-index.server.ts';
import { applyToDraft, readDraft } from '#app/drafts/store.server.ts';
import { sweepDrafts } from '#app/drafts/sweep-drafts.server.ts';

import { DraftObject } from '../../workers/draft-object.ts';
import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Visitor } from '../setup/drafts.ts';
import { spoilStores, type SpoiltStores } from '../setup/store-faults.workerd.ts';

const D1Prototype: D1Database = Object.getPrototypeOf(env.DB);
const DAY_MS = 24 * 60 * 60 * 1_000;

let spoilt: SpoiltStores | undefined;

afterEach(async () => {
  spoilt?.heal();
  spoilt = undefined;
  await env.DB.exec('delete from drafts');
});

/** A draft with a secret and a report, as somebody works on it. */
async function openDraft(maker: Visitor): Promise<{ id: string; owner: string }> {
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  await maker.json('PUT', `/api/drafts/${draft.id}/secrets/${draft.secrets[0]?.name}`, {
    value: 'a value',
  });
  const head = await readDraft(env, draft.id);
  if (!head.ok) throw new Error(head.reason);
  return head.value;
}

/** Leaves the row as it was before an edit that the database did not take. */
async function leaveBehind(id: string): Promise<void> {
  await env.DB.prepare('update drafts set expires_at = 1 where id = ?').bind(id).run();
}

async function readEnd(id: string): Promise<number | null | undefined> {
  const row = await env.DB.prepare('select expires_at from drafts where id = ?')
    .bind(id)
    .first<{ expires_at: number | null }>();
  return row?.expires_at;
}

const countSecrets = () => env.DB.prepare('select count(*) as n from secrets').first<number>('n');

test('a draft that was extended while its row was late keeps row and secrets, and the row is put right', async () => {
  const maker = new Visitor();
  const { id } = await openDraft(maker);
  const secrets = await countSecrets();
  const end = await readEnd(id);
  await leaveBehind(id);
  expect(await sweepDrafts(env, Date.now())).toMatchObject({ drafts: 0 });
  expect(await readEnd(id)).toBe(end);
  expect(await countSecrets()).toBe(secrets);
  // What the draft refers to has its row again, so that no later sweep takes it.
  await sweepDrafts(env, Date.now() + 2 * DAY_MS);
  expect((await maker.fetch(`/api/drafts/${id}/files.zip`)).status).toBe(200);
});

test('a draft that an account has claimed while its row was late stays for good', async () => {
  const { id, owner } = await openDraft(new Visitor());
  await env.DB.batch([
    env.DB.prepare(
      `insert into users (uid, provider, is_email_verified, created_at)
       values ('late user', 'google.com', 1, 0)`,
    ),
    env.DB.prepare(
      "insert into accounts (id, kind, name, personal_uid, created_at) values ('late', 'personal', 'A', 'late user', 0)",
    ),
  ]);
  await applyToDraft(env, id, { kind: 'claim', guest: owner, account: 'late' });
  await leaveBehind(id);
  expect(await sweepDrafts(env, Date.now() + 30 * DAY_MS)).toMatchObject({ drafts: 0 });
  expect(await readEnd(id)).toBeNull();
});

test('a deleted draft may be taken back until its object says that it is over', async () => {
  const { id } = await openDraft(new Visitor());
  await applyToDraft(env, id, { kind: 'delete' });
  await leaveBehind(id);
  expect(await sweepDrafts(env, Date.now())).toMatchObject({ drafts: 0 });
  expect(await applyToDraft(env, id, { kind: 'undelete' })).toMatchObject({ ok: true });
  await applyToDraft(env, id, { kind: 'delete' });
  expect(await sweepDrafts(env, Date.now() + 2 * DAY_MS)).toMatchObject({ drafts: 1 });
});

test.each(['before', 'hangs'] as const)(
  'a draft whose object does not answer (%s) waits for the next sweep',
  async (way) => {
    const { id } = await openDraft(new Visitor());
    const later = Date.now() + 8 * DAY_MS;
    spoilt = spoilStores(({ store }) => (store === 'object' ? way : null));
    expect(await sweepDrafts(env, later)).toMatchObject({ drafts: 0 });
    expect(spoilt.endless).toEqual([]);
    expect(await readEnd(id)).toBeLessThan(later);
    spoilt.heal();
    expect(await sweepDrafts(env, later)).toMatchObject({ drafts: 1 });
    expect(await readEnd(id)).toBeUndefined();
  },
);

test('an object that is lost before its row is written writes it soon, and its content is not swept', async () => {
  const maker = new Visitor();
  const { id } = await openDraft(maker);
  const other = await maker.submit(UPSTREAM_DOCUMENT);
  await maker.change(other, { edits: [{ edit: 'renameTool', from: 'echo', to: 'again' }] });
  const content = await readDraft(env, other.id);
  if (!content.ok) throw new Error(content.reason);
  await forgetDrafts(env.DB, [other.id]);
  const { blueprint, artifact, warnings } = content.value;

  const batch = vi.spyOn(D1Prototype, 'batch').mockReturnValue(new Promise(() => {}));
  const stub = env.DRAFTS.getByName(id);
  const event = {
    kind: 'change',
    revision: 1,
    content: { blueprint, artifact, warnings },
  } as const;
  await runInDurableObject(stub, async (object, { storage }) => {
    if (object instanceof DraftObject) void object.apply(event);
    await vi.waitFor(() => expect(batch).toHaveBeenCalled());
    await storage.sync();
  });
  await runInDurableObject(stub, (_, state) => state.abort('lost')).catch(() => null);
  batch.mockRestore();

  const again = env.DRAFTS.getByName(id);
  await runDueAlarm(again);
  await sweepDrafts(env, Date.now() + 2 * DAY_MS);
  const files = await maker.fetch(`/api/drafts/${id}/files`);
  expect([files.status, (await files.text()).includes('again')]).toEqual([200, true]);
  const rest = await runInDurableObject(again, (_, { storage }) => storage.getAlarm());
  expect(rest).toBeGreaterThan(Date.now() + DAY_MS);
});

/** Lets the alarm ring that an object has set for within a day. */
async function runDueAlarm(stub: DurableObjectStub): Promise<void> {
  const at = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
  if (at !== null && at < Date.now() + DAY_MS) await runDurableObjectAlarm(stub);
}
