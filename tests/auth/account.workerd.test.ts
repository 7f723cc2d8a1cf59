import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { deleteAccount, finishDeletions } from '#app/auth/deletion/delete-account.server.ts';
import type { ListedSession } from '#app/auth/session/listed-session.ts';
import { requireRole, requireUser, type UserCaller } from '#app/auth/caller.server.ts';
import { sweepIdentity } from '#app/auth/sweep-identity.server.ts';
import { cancelDeletion } from '#app/auth/user-store.server.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';

import { accountLifecycle } from '../../workers/account-lifecycle.ts';
import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { breakBinding, callAfter } from '../setup/broken-binding.workerd.ts';
import {
  bearer,
  Browser,
  existsAtFirebase,
  makeToken,
  newUid,
  setFirebaseUser,
  SITE,
} from '../setup/browser.workerd.ts';

const DAY = 24 * 60 * 60 * 1_000;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

function appWith(bindings: Partial<Env> = {}) {
  return { ...makeApp(bindings), nonce: '', origin: SITE };
}

async function count(table: string, column: string, value: string): Promise<number> {
  const statement = env.DB.prepare(`select count(*) as n from ${table} where ${column} = ?`);
  return (await statement.bind(value).first<number>('n')) ?? 0;
}

async function accountOf(uid: string): Promise<string> {
  const statement = env.DB.prepare('select id from accounts where personal_uid = ?').bind(uid);
  return (await statement.first<string>('id')) ?? '';
}

async function list(browser: Browser, headers: Record<string, string> = {}) {
  const answer = await browser.fetch('/api/sessions', { headers });
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  return answer.json<ListedSession[]>();
}

describe('the sessions of a user', () => {
  test('are listed, the current one marked, by cookie and by token', async () => {
    const uid = newUid();
    const [desk, phone] = [new Browser(), new Browser()];
    const token = await desk.signIn({ sub: uid, auth_time: nowSeconds() - 200 });
    await phone.signIn({ sub: uid, auth_time: nowSeconds() - 100 });
    await new Browser().signIn({ sub: newUid() });
    const seen = await list(desk);
    expect(seen).toHaveLength(2);
    expect(seen.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(seen[0]).toEqual({
      id: expect.stringMatching(/^\w{22}$/),
      device: 'A browser',
      createdAt: expect.stringMatching(/^\d{4}-/),
      seenAt: expect.stringMatching(/^\d{4}-/),
      isCurrent: expect.any(Boolean),
    });
    expect(await list(desk, bearer(token))).toEqual(seen);
    expect((await list(new Browser(), bearer(token))).some(({ isCurrent }) => isCurrent)).toBe(
      false,
    );
  });

  test('ends one of them elsewhere: its cookie, its tokens and its next sync are refused', async () => {
    const uid = newUid();
    const [desk, phone] = [new Browser(), new Browser()];
    const authTime = nowSeconds() - 100;
    await desk.signIn({ sub: uid, auth_time: nowSeconds() - 200 });
    const stolen = await phone.signIn({ sub: uid, auth_time: authTime });
    const other = (await list(desk)).find(({ isCurrent }) => !isCurrent);
    const ended = await desk.fetch(`/api/sessions/${other?.id}`, { method: 'DELETE' });
    expect(ended.status).toBe(204);
    expect(ended.headers.getSetCookie()).toEqual([]);

    expect((await phone.fetch('/api/sessions')).status).toBe(401);
    expect((await new Browser().fetch('/api/sessions', { headers: bearer(stolen) })).status).toBe(
      401,
    );
    const refreshed = await makeToken({ sub: uid, auth_time: authTime });
    const refused = await phone.sync(refreshed);
    expect(refused.status).toBe(401);
    expect([...phone.cookies.keys()]).toEqual([]);
    expect(await list(desk)).toHaveLength(1);
    await phone.signIn({ sub: uid, auth_time: authTime + 50 });
    expect(await list(desk)).toHaveLength(2);
  });

  test('ends the own one with its cookies', async () => {
    const browser = new Browser();
    await browser.signIn({ sub: newUid() });
    const [own] = await list(browser);
    expect((await browser.fetch(`/api/sessions/${own?.id}`, { method: 'DELETE' })).status).toBe(
      204,
    );
    expect([...browser.cookies.keys()]).toEqual([]);
  });

  test('are one’s own affair: another user’s does not exist', async () => {
    const [one, other] = [new Browser(), new Browser()];
    await one.signIn({ sub: newUid() });
    await other.signIn({ sub: newUid() });
    const [target] = await list(other);
    expect((await one.fetch(`/api/sessions/${target?.id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await list(other)).toHaveLength(1);
  });

  test('end all at once, and a later sign-in counts again', async () => {
    const uid = newUid();
    const [desk, phone] = [new Browser(), new Browser()];
    const token = await desk.signIn({ sub: uid, auth_time: nowSeconds() - 200 });
    await phone.signIn({ sub: uid, auth_time: nowSeconds() - 100 });
    expect((await desk.fetch('/api/sessions', { method: 'DELETE' })).status).toBe(204);
    expect([...desk.cookies.keys()]).toEqual([]);
    expect((await phone.fetch('/api/sessions')).status).toBe(401);
    expect((await desk.sync(token)).status).toBe(401);
    expect(
      (await desk.fetch('/stripe/subscription/status', { headers: bearer(token) })).status,
    ).toBe(401);

    const later = nowSeconds() + 50;
    const again = await makeToken({ sub: uid, auth_time: later, iat: later, exp: later + 3_600 });
    expect((await desk.sync(again)).status).toBe(204);
  });

  test('need somebody signed in, verified and not anonymous, and no stale session', async () => {
    const read = (browser: Browser) => browser.fetch('/api/sessions');
    expect((await read(new Browser())).status).toBe(401);
    const unverified = new Browser();
    const firebase = { sign_in_provider: 'password' };
    await unverified.signIn({ sub: newUid(), email_verified: false, firebase });
    const refused = await read(unverified);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ title: 'email_unverified' });
    const anonymous = new Browser();
    await anonymous.signIn({ sub: newUid(), firebase: { sign_in_provider: 'anonymous' } });
    expect((await read(anonymous)).status).toBe(403);

    const uid = newUid();
    const stale = new Browser();
    await stale.signIn({ sub: uid });
    await env.DB.prepare('update sessions set synced_at = 1 where uid = ?').bind(uid).run();
    expect(await (await read(stale)).json()).toMatchObject({
      type: 'urn:mcp-builder:stale-session',
    });
  });

  test('are at most 50: the one that was synced longest ago makes room', async () => {
    const uid = newUid();
    const token = await makeToken({ sub: uid });
    await new Browser().sync(token);
    const insert = env.DB.prepare(
      `insert into sessions select ?1, ?1, uid, auth_time_seconds, device, created_at, seen_at, ?2,
       expires_at from sessions where uid = ?3 limit 1`,
    );
    await env.DB.batch(Array.from({ length: 55 }, (_, n) => insert.bind(`${uid} ${n}`, n, uid)));
    const browser = new Browser();
    await browser.sync(token);
    expect(await count('sessions', 'uid', uid)).toBe(50);
    expect((await list(browser)).filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  });
});

describe('a role in an account', () => {
  async function callerOf(uid: string): Promise<UserCaller> {
    const browser = new Browser();
    await browser.signIn({ sub: uid });
    const caller = await requireUser(appWith(), browser.request('/'));
    if (!caller.ok) throw new Error(caller.reason);
    return caller.value;
  }

  test('is the owner’s in one’s own, and what the membership says in others', async () => {
    const [own, other] = [newUid(), newUid()];
    const caller = await callerOf(own);
    await callerOf(other);
    const account = await accountOf(other);
    const app = appWith();
    expect(await requireRole(app, caller, caller.accountId, 'owner')).toMatchObject({ ok: true });
    expect(await requireRole(app, caller, account, 'viewer')).toMatchObject({
      reason: 'forbidden',
    });
    const join = env.DB.prepare("insert into members values (?, ?, 'member', 0)");
    await join.bind(account, own).run();
    expect(await requireRole(app, caller, account, 'viewer')).toMatchObject({ ok: true });
    expect(await requireRole(app, caller, account, 'member')).toMatchObject({ ok: true });
    expect(await requireRole(app, caller, account, 'admin')).toMatchObject({ reason: 'forbidden' });
    const nobody = { kind: 'nobody' } as const;
    expect(await requireRole(app, nobody, account, 'viewer')).toMatchObject({
      reason: 'forbidden',
    });
    const down = appWith({ DB: breakBinding(env.DB) });
    expect(await requireRole(down, caller, account, 'viewer')).toMatchObject({
      reason: 'storeUnavailable',
    });
  });
});

describe('deleting the account', () => {
  interface Owned {
    uid: string;
    browser: Browser;
    token: string;
    account: string;
    draft: string;
    project: string;
  }

  async function settle(): Promise<Owned> {
    const uid = newUid();
    const browser = new Browser();
    const token = await browser.signIn({ sub: uid });
    const body = JSON.stringify(UPSTREAM_DOCUMENT);
    const made = await browser.fetch('/api/drafts', { method: 'POST', body });
    const draft = await made.json<{ id: string; secrets: { name: string }[] }>();
    await browser.fetch(`/api/drafts/${draft.id}/secrets/${draft.secrets[0]?.name}`, {
      method: 'PUT',
      body: JSON.stringify({ value: 'a value' }),
      headers: { 'content-type': 'application/json' },
    });
    const account = await accountOf(uid);
    const buy = env.DB.prepare(
      "insert into subscriptions (account_id, tier, is_active, changed_at) values (?, 'pro', 1, 0)",
    );
    await buy.bind(account).run();
    expect(await count('secrets', 'owner', `draft:${draft.id}`)).toBe(1);
    const project = await publish(browser, draft.id);
    return { uid, browser, token, account, draft: draft.id, project };
  }

  async function publish(browser: Browser, draft: string): Promise<string> {
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await browser.fetch(path, init)).json<{ id: string }>();
    };
    const saved = { draft, revision: 1, title: 'Mine', secrets: 'copy' };
    const { id } = await post('/api/projects', saved);
    await post(`/api/projects/${id}/publication`, { version: 1 });
    return id;
  }

  async function countAll({ uid, account, draft, project }: Owned): Promise<number[]> {
    return Promise.all([
      count('users', 'uid', uid),
      count('accounts', 'id', account),
      count('members', 'uid', uid),
      count('sessions', 'uid', uid),
      count('subscriptions', 'account_id', account),
      count('drafts', 'owner', account),
      count('secrets', 'owner', `draft:${draft}`),
      count('projects', 'account', account),
      count('versions', 'project', project),
      count('secrets', 'owner', `project:${project}:live`),
      count('slugs', 'account', account),
    ]);
  }

  const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  const remove = ({ browser, token }: Owned) =>
    browser.fetch('/api/account', { method: 'DELETE', headers: bearer(token) });

  test('removes everything here and the user at Firebase, and refuses the living token', async () => {
    const owned = await settle();
    const tier = `tier:v1:${await sha256(owned.uid)}`;
    await env.CACHE.put(tier, '{}');
    expect((await remove(owned)).status).toBe(204);
    expect(await env.CACHE.get(tier)).toBeNull();
    expect(owned.browser.cookies.has('__Host-session')).toBe(false);
    expect(owned.browser.cookies.has('__Host-ticket')).toBe(false);
    expect(await existsAtFirebase(owned.uid)).toBe(false);
    expect(await countAll(owned)).toEqual(NOTHING);
    expect(await toEndpointStub(env, owned.project).lease()).toMatchObject({ ok: false });
    expect((await new Browser().fetch(`/api/drafts/${owned.draft}`)).status).toBe(410);
    expect((await owned.browser.sync(owned.token)).status).toBe(401);
    expect(await countAll(owned)).toEqual(NOTHING);
    const draft = { method: 'POST', headers: bearer(owned.token), body: '{}' };
    expect((await owned.browser.fetch('/api/drafts', draft)).status).toBe(401);
  });

  test('asks for a sign-in of just now, and for a token in the first place', async () => {
    const uid = newUid();
    const browser = new Browser();
    const token = await browser.signIn({ sub: uid, auth_time: nowSeconds() - 301 });
    const old = await browser.fetch('/api/account', { method: 'DELETE', headers: bearer(token) });
    expect(old.status).toBe(403);
    expect(await old.json()).toMatchObject({ type: 'urn:mcp-builder:requires-recent-login' });
    expect((await browser.fetch('/api/account', { method: 'DELETE' })).status).toBe(401);
    expect(await count('users', 'uid', uid)).toBe(1);
  });

  test('ends the sessions of a user whom Firebase has disabled, and deletes nothing', async () => {
    const owned = await settle();
    await setFirebaseUser(owned.uid, { disabled: true });
    expect((await remove(owned)).status).toBe(401);
    expect([...owned.browser.cookies.keys()]).toEqual([]);
    expect(await countAll(owned)).toEqual([1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1]);
    expect((await owned.browser.sync(owned.token)).status).toBe(401);
  });

  test('passes on that Firebase wants a newer sign-in, and keeps everything', async () => {
    const owned = await settle();
    await setFirebaseUser(owned.uid, { isTooOld: true });
    const answer = await remove(owned);
    expect(await answer.json()).toMatchObject({ type: 'urn:mcp-builder:requires-recent-login' });
    expect(await finishDeletions(env, accountLifecycle, Date.now() + DAY)).toBe(0);
    expect(await count('drafts', 'owner', owned.account)).toBe(1);
  });

  test('keeps everything while Firebase does not answer the first question', async () => {
    const owned = await settle();
    await setFirebaseUser(owned.uid, { failing: ['lookup'] });
    const answer = await remove(owned);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(await countAll(owned)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  test('that stops at Firebase is finished by a repetition', async () => {
    const owned = await settle();
    await setFirebaseUser(owned.uid, { failing: ['delete'] });
    expect((await remove(owned)).status).toBe(503);
    expect((await owned.browser.sync(owned.token)).status).toBe(401);
    await setFirebaseUser(owned.uid, {});
    expect((await remove(owned)).status).toBe(204);
    expect(await existsAtFirebase(owned.uid)).toBe(false);
    expect(await countAll(owned)).toEqual(NOTHING);
  });

  test('that stops after Firebase is finished by a repetition, or by the sweep', async () => {
    const [one, other] = [await settle(), await settle()];
    const broken = appWith({ DRAFTS: breakBinding(env.DRAFTS) });
    for (const { browser, token } of [one, other]) {
      const request = browser.request('/api/account', { method: 'DELETE', headers: bearer(token) });
      expect(await deleteAccount(broken, request, accountLifecycle)).toMatchObject({
        reason: 'storeUnavailable',
      });
    }
    await broken.settle();
    expect(await existsAtFirebase(one.uid)).toBe(false);
    expect((await remove(one)).status).toBe(204);
    expect(await countAll(one)).toEqual(NOTHING);
    expect(await sweepIdentity(env, accountLifecycle, Date.now())).toMatchObject({ users: 0 });
    expect(await sweepIdentity(env, accountLifecycle, Date.now() + 11 * 60_000)).toMatchObject({
      users: 1,
    });
    expect(await countAll(other)).toEqual(NOTHING);
  });

  test('that never reached Firebase is called off by a new sign-in', async () => {
    const owned = await settle();
    await setFirebaseUser(owned.uid, { failing: ['delete'] });
    await remove(owned);
    const later = nowSeconds() + 50;
    const claims = { sub: owned.uid, auth_time: later, iat: later, exp: later + 3_600 };
    expect((await owned.browser.sync(await makeToken(claims))).status).toBe(204);
    expect(await finishDeletions(env, accountLifecycle, Date.now() + DAY)).toBe(0);
    expect(await count('drafts', 'owner', owned.account)).toBe(1);
  });

  test('that is called off while the sweep is at work removes nothing', async () => {
    const owned = await settle();
    await setFirebaseUser(owned.uid, { failing: ['delete'] });
    await remove(owned);
    const cancel = () => cancelDeletion(env.DB, owned.uid);
    for (const question of ['deletion_started_at" <', 'from "accounts"']) {
      const mark = env.DB.prepare('update users set deletion_started_at = 1 where uid = ?');
      await mark.bind(owned.uid).run();
      const database = callAfter(env.DB, question, cancel);
      expect(await finishDeletions({ ...env, DB: database }, accountLifecycle, Date.now())).toBe(1);
      expect(await count('users', 'uid', owned.uid)).toBe(1);
      expect(await count('drafts', 'owner', owned.account)).toBe(1);
    }
  });

  test('refuses the living token though our clock is behind the one that dated it', async () => {
    const owned = await settle();
    const app = appWith();
    const { browser, token } = owned;
    const request = browser.request('/api/account', { method: 'DELETE', headers: bearer(token) });
    const behind = () => Date.now() - 30_000;
    expect(await deleteAccount(app, request, accountLifecycle, behind)).toMatchObject({ ok: true });
    await app.settle();
    expect((await browser.sync(token)).status).toBe(401);
    expect(await countAll(owned)).toEqual(NOTHING);
  });

  test('by a stolen token of an ended sign-in deletes nothing', async () => {
    const owned = await settle();
    await owned.browser.fetch('/api/sessions', { method: 'DELETE' });
    expect((await remove(owned)).status).toBe(401);
    expect(await existsAtFirebase(owned.uid)).toBe(true);
    expect(await count('drafts', 'owner', owned.account)).toBe(1);
  });
});

describe('the hourly sweep', () => {
  test('takes sessions and revocations that are over, and leaves the others', async () => {
    const uid = newUid();
    const browser = new Browser();
    await browser.signIn({ sub: uid });
    await browser.fetch('/api/sessions', { method: 'DELETE' });
    await new Browser().signIn({ sub: newUid() });
    await sweepIdentity(env, accountLifecycle, Date.now());
    expect(await count('revocations', 'uid', uid)).toBe(1);
    const swept = await sweepIdentity(env, accountLifecycle, Date.now() + 8 * DAY);
    expect(swept.sessions).toBeGreaterThan(0);
    expect(await count('revocations', 'uid', uid)).toBe(1);
    await sweepIdentity(env, accountLifecycle, Date.now() + 32 * DAY);
    expect(await count('revocations', 'uid', uid)).toBe(0);
  });
});
