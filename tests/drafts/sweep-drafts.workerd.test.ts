import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { applyToDraft, readDraft } from '#app/drafts/store.server.ts';
import { sweepDrafts } from '#app/drafts/sweep-drafts.server.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Visitor } from '../setup/drafts.ts';
import petstore from '../specs/petstore-3.0.json?raw';

const HOUR_MS = 60 * 60 * 1_000;

async function countBlobs(): Promise<number> {
  return (await env.BLOBS.list()).objects.length;
}

async function countRows(table: 'drafts' | 'secrets'): Promise<number | null> {
  return env.DB.prepare(`select count(*) as n from ${table}`).first<number>('n');
}

test('the sweep takes what nobody refers to, and what has expired, and nothing else', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  await maker.submit(petstore);
  const secret = `/api/drafts/${draft.id}/secrets/${draft.secrets[0]?.name}`;
  await maker.json('PUT', secret, { value: 'a value' });
  const before = await countBlobs();

  // Two edits in the screen are one restore point: nobody can go back to the first one.
  await maker.change(draft, { edits: [{ edit: 'renameTool', from: 'echo', to: 'again' }] });
  const folded = (await countBlobs()) - before;
  expect(folded).toBeGreaterThan(0);
  await maker.change(draft, { edits: [{ edit: 'renameTool', from: 'again', to: 'once_more' }] });
  const changed = await countBlobs();

  expect(await sweepDrafts(env, Date.now())).toEqual({ drafts: 0, blobs: 0 });
  const swept = await sweepDrafts(env, Date.now() + 25 * HOUR_MS);
  expect(swept).toEqual({ drafts: 0, blobs: folded });
  expect((await maker.fetch(`/api/drafts/${draft.id}/files.zip`)).status).toBe(200);
  expect(await countRows('secrets')).toBe(1);

  const left = await countBlobs();
  expect(left).toBe(changed - folded);
  const last = await sweepDrafts(env, Date.now() + 8 * 24 * HOUR_MS);
  expect(last).toEqual({ drafts: 2, blobs: left });
  expect(await countRows('drafts')).toBe(0);
  expect(await countRows('secrets')).toBe(0);
});

test('a sweep of many expired drafts takes them in batches', async () => {
  const row = env.DB.prepare(
    `insert into drafts (id, owner, revision, blueprint, artifact, warnings, created_at, expires_at)
     values (?, 'g', 1, 'b', 'a', 'w', 0, 1)`,
  );
  await env.DB.batch(Array.from({ length: 250 }, (_, index) => row.bind(`old ${index}`)));
  expect(await sweepDrafts(env, Date.now())).toMatchObject({ drafts: 250 });
  expect(await countRows('drafts')).toBe(0);
});

test('a draft whose account is gone goes with its secrets, and one whose account stands stays', async () => {
  await env.DB.batch([
    env.DB.prepare(
      `insert into users (uid, provider, is_email_verified, created_at)
       values ('sweep user', 'google.com', 1, 0)`,
    ),
    env.DB.prepare(
      "insert into accounts (id, kind, name, personal_uid, created_at) values ('standing', 'personal', 'A', 'sweep user', 0)",
    ),
  ]);
  const maker = new Visitor();
  const ids: string[] = [];
  for (const account of ['standing', 'gone']) {
    const draft = await maker.submit(UPSTREAM_DOCUMENT);
    const secret = `/api/drafts/${draft.id}/secrets/${draft.secrets[0]?.name}`;
    await maker.json('PUT', secret, { value: 'a value' });
    const head = await readDraft(env, draft.id);
    if (!head.ok) throw new Error(head.reason);
    await applyToDraft(env, draft.id, { kind: 'claim', guest: head.value.owner, account });
    ids.push(draft.id);
  }
  expect(await sweepDrafts(env, Date.now())).toMatchObject({ drafts: 1 });
  const [standing = '', gone = ''] = ids;
  expect(await readDraft(env, standing)).toMatchObject({ ok: true });
  expect(await readDraft(env, gone)).toMatchObject({ reason: 'expired' });
  expect(await countRows('drafts')).toBe(1);
  expect(await countRows('secrets')).toBe(1);
  expect(await sweepDrafts(env, Date.now())).toMatchObject({ drafts: 0 });
});

test('content that is stored again while the sweep looks at it stays', async () => {
  await env.BLOBS.put('blueprints/again.json', '{}');
  await env.BLOBS.put('blueprints/unused.json', '{}');
  let lists = 0;
  const bucket = new Proxy(env.BLOBS, {
    get: (target, name) => async (options: R2ListOptions & string[]) => {
      if (name === 'delete') return target.delete(options);
      const listed = await target.list(options);
      lists += 1;
      // Time has to pass, or both uploads bear the same millisecond.
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (lists === 1) await target.put('blueprints/again.json', '{}');
      return listed;
    },
  });
  const swept = await sweepDrafts({ ...env, BLOBS: bucket }, Date.now() + 25 * HOUR_MS);
  expect(swept.blobs).toBe(1);
  expect(await env.BLOBS.head('blueprints/again.json')).not.toBeNull();
  expect(await env.BLOBS.head('blueprints/unused.json')).toBeNull();
});
