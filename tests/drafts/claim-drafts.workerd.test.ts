import { env } from 'cloudflare:workers';
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';

import { claimDrafts } from '#app/drafts/claim-drafts.server.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { applyToDraft, readDraft } from '#app/drafts/store.server.ts';
import { randomId } from '#app/platform/ids.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { bearer, Browser, makeToken, newUid } from '../setup/browser.workerd.ts';
import { spoilStores } from '../setup/store-faults.workerd.ts';

type OwnDraft = DraftView & { token: string };

async function submit(browser: Browser, headers: Record<string, string> = {}): Promise<OwnDraft> {
  const body = JSON.stringify(UPSTREAM_DOCUMENT);
  const answer = await browser.fetch('/api/drafts', { method: 'POST', body, headers });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function see(browser: Browser, id: string, headers: Record<string, string> = {}) {
  const answer = await browser.fetch(`/api/drafts/${id}`, { headers });
  const draft: Partial<DraftView> = await answer.json();
  return { status: answer.status, draft };
}

function rowOf(id: string) {
  return env.DB.prepare('select owner, expires_at from drafts where id = ?')
    .bind(id)
    .first<{ owner: string; expires_at: number | null }>();
}

async function accountOf(uid: string): Promise<string> {
  const statement = env.DB.prepare('select id from accounts where personal_uid = ?').bind(uid);
  return (await statement.first<string>('id')) ?? '';
}

/** Makes the sessions of a user older. */
function letPass(uid: string, milliseconds: number): Promise<unknown> {
  const older = 'update sessions set created_at = created_at - ? where uid = ?';
  return env.DB.prepare(older).bind(milliseconds, uid).run();
}

const EDIT = { edits: [{ edit: 'renameTool', from: 'echo', to: 'again' }] };

describe('signing in', () => {
  test('brings the drafts of the guest into the account, where they do not expire', async () => {
    const uid = newUid();
    const browser = new Browser();
    const drafts = [await submit(browser), await submit(browser)];
    await browser.signIn({ sub: uid });
    for (const { id, token } of drafts) {
      expect(await rowOf(id)).toEqual({ owner: await accountOf(uid), expires_at: null });
      const { draft } = await see(browser, id);
      expect(draft).toMatchObject({ mayEdit: true, token, revision: 1, expiresAt: null });
    }
  });

  test('on another device finds them; the guest who made them is no longer their maker', async () => {
    const uid = newUid();
    const first = new Browser();
    const { id } = await submit(first);
    await first.signIn({ sub: uid });
    const second = new Browser();
    await second.signIn({ sub: uid });
    expect((await see(second, id)).draft).toMatchObject({ mayEdit: true });
    await first.fetch('/api/session', { method: 'DELETE' });
    expect((await see(first, id)).status).toBe(404);
  });

  test('leaves a page that is open able to edit: the revision stays', async () => {
    const browser = new Browser();
    const { id } = await submit(browser);
    await browser.signIn({ sub: newUid() });
    const answer = await browser.fetch(`/api/drafts/${id}`, {
      method: 'PATCH',
      body: JSON.stringify(EDIT),
      headers: { 'content-type': 'application/json', 'if-match': '"1"' },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ revision: 2, expiresAt: null });
    expect(await rowOf(id)).toMatchObject({ expires_at: null });
  });

  test('keeps the guest cookie until a later sync finds nothing left to claim', async () => {
    const authTime = Math.floor(Date.now() / 1_000) - 10;
    const uid = newUid();
    const browser = new Browser();
    await submit(browser);
    await browser.signIn({ sub: uid, auth_time: authTime });
    expect(browser.cookies.has('__Host-guest')).toBe(true);

    // One that was being made while its maker signed in: written down as the guest's afterwards.
    const guest = browser.cookies.get('__Host-guest')?.split('.')[0] ?? '';
    const id = randomId();
    const content = { blueprint: 'b', artifact: 'a', warnings: 'w' };
    await applyToDraft(env, id, { kind: 'create', id, owner: guest, isKept: false, content });
    await browser.signIn({ sub: uid, auth_time: authTime });
    expect(await rowOf(id)).toEqual({ owner: await accountOf(uid), expires_at: null });
    expect(browser.cookies.has('__Host-guest')).toBe(true);

    await browser.signIn({ sub: uid, auth_time: authTime });
    expect(browser.cookies.has('__Host-guest')).toBe(true);
    await letPass(uid, 16 * 60_000);
    await browser.signIn({ sub: uid, auth_time: authTime });
    expect(browser.cookies.has('__Host-guest')).toBe(false);
  });

  test('claims a draft later whose row could not be written before', async () => {
    const authTime = Math.floor(Date.now() / 1_000) - 10;
    const uid = newUid();
    const browser = new Browser();
    const spoilt = spoilStores(({ store, subject }) =>
      store === 'D1' && /insert into "drafts"/.test(subject) ? 'before' : null,
    );
    const { id } = await submit(browser).finally(spoilt.heal);
    for (let sync = 0; sync < 3; sync += 1) {
      await browser.signIn({ sub: uid, auth_time: authTime });
    }
    await runDurableObjectAlarm(env.DRAFTS.getByName(id));
    await browser.signIn({ sub: uid, auth_time: authTime });
    expect(await rowOf(id)).toEqual({ owner: await accountOf(uid), expires_at: null });
    const second = new Browser();
    await second.signIn({ sub: uid });
    expect((await see(second, id)).draft).toMatchObject({ mayEdit: true });
  });

  test('claims a draft at its first change where a store was away meanwhile', async () => {
    const uid = newUid();
    const browser = new Browser();
    const { id } = await submit(browser);
    const spoilt = spoilStores(({ store }) => (store === 'object' ? 'before' : null));
    await browser.signIn({ sub: uid }).finally(spoilt.heal);
    const account = await accountOf(uid);
    expect(await rowOf(id)).not.toMatchObject({ owner: account });

    const project = { draft: id, revision: 1, title: 'Kept', slug: 'kept-late', secrets: 'none' };
    const body = JSON.stringify(project);
    const headers = { 'content-type': 'application/json' };
    const saved = await browser.fetch('/api/projects', { method: 'POST', body, headers });
    expect(saved.status, await saved.text()).toBe(201);
    expect(await rowOf(id)).toEqual({ owner: account, expires_at: null });
  });

  test('claims nothing of other guests', async () => {
    const stranger = new Browser();
    const { id } = await submit(stranger);
    const browser = new Browser();
    await submit(browser);
    await browser.signIn({ sub: newUid() });
    expect((await see(browser, id)).status).toBe(404);
    expect((await see(stranger, id)).draft).toMatchObject({ mayEdit: true });
  });
});

describe('claiming', () => {
  const content = { blueprint: 'b', artifact: 'a', warnings: 'w' };

  async function make(guest: string): Promise<string> {
    const id = randomId();
    await applyToDraft(env, id, { kind: 'create', id, owner: guest, isKept: false, content });
    return id;
  }

  test('again, and many times at once, comes to the same', async () => {
    const [guest, account] = [randomId(), randomId()];
    const ids = await Promise.all(Array.from({ length: 25 }, () => make(guest)));
    await Promise.all(Array.from({ length: 5 }, () => claimDrafts(env, guest, account)));
    expect(await claimDrafts(env, guest, account)).toBe(0);
    for (const id of ids) {
      expect(await readDraft(env, id)).toMatchObject({ value: { owner: account, revision: 1 } });
      expect(await rowOf(id)).toEqual({ owner: account, expires_at: null });
    }
  });

  test('by two accounts gives each draft to one of them, and the row says which', async () => {
    const [guest, one, other] = [randomId(), randomId(), randomId()];
    const ids = await Promise.all(Array.from({ length: 12 }, () => make(guest)));
    await Promise.all([claimDrafts(env, guest, one), claimDrafts(env, guest, other)]);
    for (const id of ids) {
      const head = await readDraft(env, id);
      expect([one, other]).toContain(head.ok && head.value.owner);
      expect(await rowOf(id)).toMatchObject({ owner: head.ok && head.value.owner });
    }
  });

  test('that stopped half-way goes on where it stopped', async () => {
    const [guest, account] = [randomId(), randomId()];
    const ids = await Promise.all(Array.from({ length: 15 }, () => make(guest)));
    let reached = 0;
    const failing = new Proxy(env.DRAFTS, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (name === 'get') reached += 1;
        if (name === 'get' && reached > 7) throw new Error('unreachable');
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    await expect(claimDrafts({ ...env, DRAFTS: failing }, guest, account)).rejects.toThrow();
    expect(await claimDrafts(env, guest, account)).toBeGreaterThan(0);
    expect(await claimDrafts(env, guest, account)).toBe(0);
    for (const id of ids) expect(await rowOf(id)).toMatchObject({ owner: account });
  });

  test('takes the alarm of the expiry away', async () => {
    const [guest, account] = [randomId(), randomId()];
    const id = await make(guest);
    await claimDrafts(env, guest, account);
    await runInDurableObject(env.DRAFTS.get(env.DRAFTS.idFromName(id)), async (_, state) => {
      expect(await state.storage.getAlarm()).toBeNull();
    });
  });
});

describe('a signed-in user', () => {
  test('makes drafts that are the account’s at once, by session and by token', async () => {
    const uid = newUid();
    const browser = new Browser();
    await browser.signIn({ sub: uid });
    const bySession = await submit(browser);
    expect(browser.cookies.has('__Host-guest')).toBe(false);
    const token = await makeToken({ sub: uid });
    const byToken = await submit(new Browser(), bearer(token));
    for (const { id, expiresAt } of [bySession, byToken]) {
      expect(expiresAt).toBeNull();
      expect(await rowOf(id)).toEqual({ owner: await accountOf(uid), expires_at: null });
      expect((await see(new Browser(), id, bearer(token))).draft).toMatchObject({ mayEdit: true });
    }
  });

  test('gets an account with the first token, before any sync', async () => {
    const uid = newUid();
    const token = await makeToken({ sub: uid });
    const both = await Promise.all([
      submit(new Browser(), bearer(token)),
      submit(new Browser(), bearer(token)),
    ]);
    for (const { id } of both)
      expect(await rowOf(id)).toMatchObject({ owner: await accountOf(uid) });
  });

  test('is refused with a bad token, whatever the cookies say', async () => {
    const browser = new Browser();
    await browser.signIn({ sub: newUid() });
    const { id, token } = await submit(browser);
    for (const bad of ['nonsense', `${token}x`, `mcpb_live_${'0'.repeat(49)}`]) {
      const answer = await browser.fetch(`/api/drafts/${id}`, { headers: bearer(bad) });
      expect(answer.status).toBe(401);
      const made = await browser.fetch('/api/drafts', { method: 'POST', headers: bearer(bad) });
      expect(made.status).toBe(401);
    }
  });

  test('with a stale session sees nothing private, and their own only after a sync', async () => {
    const uid = newUid();
    const authTime = Math.floor(Date.now() / 1_000) - 10;
    const browser = new Browser();
    await browser.signIn({ sub: uid, auth_time: authTime });
    const { id } = await submit(browser);
    const strange = await submit(new Browser());
    await env.DB.prepare('update sessions set synced_at = 1 where uid = ?').bind(uid).run();

    const own = await browser.fetch(`/api/drafts/${id}`);
    expect(own.status).toBe(401);
    expect(await own.json()).toMatchObject({ type: 'urn:mcp-builder:stale-session' });
    expect((await see(browser, strange.id)).status).toBe(404);
    const made = await browser.fetch('/api/drafts', { method: 'POST', body: '{}' });
    expect(await made.json()).toMatchObject({ type: 'urn:mcp-builder:stale-session' });

    await browser.signIn({ sub: uid, auth_time: authTime });
    expect((await see(browser, id)).draft).toMatchObject({ mayEdit: true });
  });

  test('gets one draft for one idempotency key, and another user another', async () => {
    const [one, other] = [new Browser(), new Browser()];
    await one.signIn({ sub: newUid() });
    await other.signIn({ sub: newUid() });
    const key = { 'idempotency-key': 'the same' };
    const first = await submit(one, key);
    expect((await submit(one, key)).id).toBe(first.id);
    expect((await submit(other, key)).id).not.toBe(first.id);
  });

  test('has no say at the MCP endpoint by an ID token or a cookie', async () => {
    const browser = new Browser();
    const token = await browser.signIn({ sub: newUid() });
    const { id } = await submit(browser);
    const answer = await browser.fetch(`/mcp/d/${id}`, { method: 'POST', headers: bearer(token) });
    expect(answer.status).toBe(401);
  });
});
