import { createScheduledController } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';

import type { OperatorAction } from '#app/controls/operator-action.ts';
import { listActions } from '#app/controls/control-store.server.ts';
import { reloadControls } from '#app/controls/current-controls.server.ts';
import { listTotals } from '#app/admin/total-store.server.ts';
import { findUsers } from '#app/admin/user-list-store.server.ts';
import type { CreatedKey } from '#app/api-keys/api-key.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { createLog } from '#app/platform/log.ts';
import type { Problem } from '#app/platform/problem.ts';
import { readShowcase } from '#app/showcase/read-showcase.server.ts';
import { readShowcaseQuery } from '#app/showcase/showcase-query.ts';

import worker from '../../workers/app.ts';
import { answerKeptPage } from '../../workers/kept-pages.ts';
import { OPERATORS_ROUTES } from '../access/other-routes.ts';
import { newChat } from '../chat/chat-visitor.ts';
import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { bearer, Browser, makeToken, SITE } from '../setup/browser.workerd.ts';
import { Visitor } from '../setup/drafts.ts';
import { modernRequest } from '../setup/modern-request.ts';

const OPERATOR = { email: 'Operator@example.com', email_verified: true };

let operator: ProjectOwner;
beforeAll(async () => {
  operator = await ProjectOwner.signIn(OPERATOR);
});

/** Sends a change as the operator, and expects that it is made. */
async function change(method: string, path: string, body?: unknown, status = 204): Promise<void> {
  const answer = await operator.send(method, `/api/admin${path}`, body);
  expect([path, answer.status, await answer.text()]).toEqual([path, status, expect.anything()]);
}

async function lastAction(): Promise<OperatorAction | undefined> {
  return (await listActions(env.DB))[0];
}

async function problemOf(answer: Response): Promise<Problem> {
  return answer.json<Problem>();
}

describe('whoever is no operator', () => {
  test('finds nothing at any address of operators, to the letter', async () => {
    const [user, unverified, guest] = [
      await ProjectOwner.signIn(),
      await ProjectOwner.signIn({ ...OPERATOR, email_verified: false }),
      new Visitor(),
    ];
    const token = await makeToken({ sub: 'somebody', email: 'somebody@example.com' });
    const callers = [
      (path: string, init: RequestInit) => user.browser.fetch(path, init),
      (path: string, init: RequestInit) => unverified.browser.fetch(path, init),
      (path: string, init: RequestInit) => guest.fetch(path, init),
      (path: string, init: RequestInit) =>
        new Browser().fetch(path, {
          ...init,
          headers: { 'content-type': 'application/json', ...bearer(token) },
        }),
    ];
    for (const { route, path, body } of OPERATORS_ROUTES) {
      const [method = '', address = ''] = route.split(' ');
      const target = path ?? address;
      for (const send of callers) {
        const init = {
          method,
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        };
        const answer = await send(target, body === undefined ? { method } : init);
        const found = await problemOf(answer);
        expect([route, answer.status, found.detail]).toEqual([
          route,
          404,
          `There is nothing at ${target}.`,
        ]);
      }
    }
    expect(await listActions(env.DB)).toEqual([]);
  });

  test('changes nothing through an operator’s browser from another site', async () => {
    const init = { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await operator.browser.fetch('/api/admin/notice', init)).status).toBe(403);
  });
});

describe('a suspended account', () => {
  test('is out of the site, its keys and its endpoints, until the suspension ends', async () => {
    const user = await ProjectOwner.signIn({ email: 'user@example.com' });
    const draft = await user.draft();
    const project = await user.saveProject(draft);
    await publishToAll(user, project);
    const key = await user.ask<CreatedKey>(
      'POST',
      '/api/keys',
      { name: 'Key', projects: 'all', mayManage: true },
      201,
    );
    await user.send('PATCH', `/api/chats/${draft.id}`, { visibility: 'public' });
    const reach = async () => {
      const call = modernRequest('tools/list', {});
      const endpoint = await exports.default.fetch(
        new Request(SITE + project.endpoint, {
          method: 'POST',
          headers: call.headers,
          body: call.body,
        }),
      );
      const statuses = [
        endpoint,
        await new Browser().fetch('/api/v1/projects', { headers: bearer(key.token) }),
        await new Browser().fetch(`/api/chats/${draft.id}`),
        await new Browser().fetch(`/showcase/${draft.id}/share.png`),
        await new Browser().fetch(`/api/drafts/${draft.id}`, { headers: bearer(draft.token) }),
        await user.browser.fetch('/api/projects'),
        await new Browser().fetch('/api/projects', { headers: bearer(user.token) }),
      ].map(({ status }) => status);
      return statuses;
    };
    const isListed = async () => {
      const isOwn = ({ id }: { id: string }) => id === draft.id;
      return (await readShowcaseNow()).entries.some(isOwn);
    };
    expect(await reach()).toEqual([200, 200, 200, 200, 200, 200, 200]);
    expect(await isListed()).toBe(true);

    await change('PUT', `/users/${user.uid}/suspension`, { reason: 'It sent spam.' });
    expect(await reach()).toEqual([404, 401, 404, 404, 404, 401, 401]);
    expect(await isListed()).toBe(false);
    expect(await (await new Browser().fetch('/sitemap.xml')).text()).not.toContain(draft.id);
    expect(await lastAction()).toMatchObject({
      operator: 'Operator@example.com',
      action: 'user.suspended',
      subject: user.uid,
      detail: 'It sent spam.',
    });

    // A new sign-in is refused with the reason, which the next page tells as well.
    const back = new Browser();
    const refused = await back.sync(await makeToken({ sub: user.uid }));
    const told = await problemOf(refused);
    expect([refused.status, told.title]).toEqual([401, 'suspended']);
    expect(told.detail).toContain('It sent spam.');
    expect([...back.cookies.keys()].some((name) => name.endsWith('message'))).toBe(true);
    expect([...back.cookies.keys()].some((name) => name.endsWith('session'))).toBe(false);
    const [found] = (await findUsers(env.DB, user.uid, Date.now())).users;
    expect(found).toMatchObject({ sessions: 0, suspension: { reason: 'It sent spam.' } });

    await change('DELETE', `/users/${user.uid}/suspension`);
    // Sign-ins from before stay ended.
    expect(await reach()).toEqual([200, 200, 200, 200, 200, 401, 401]);
    expect(await isListed()).toBe(true);
    const later = Math.floor(Date.now() / 1_000) + 1;
    const token = await makeToken({ sub: user.uid, auth_time: later, iat: later });
    expect((await new Browser().sync(token)).status).toBe(204);
  });

  test('cannot be the operator’s own, nor one that is not there', async () => {
    const own = await operator.send('PUT', `/api/admin/users/${operator.uid}/suspension`, {
      reason: 'By mistake.',
    });
    expect(own.status).toBe(409);
    await change('PUT', '/users/nobody/suspension', { reason: 'By mistake.' }, 404);
    await change('DELETE', '/users/nobody/suspension', undefined, 404);
    await change('PUT', '/users/nobody/suspension', { reason: '' }, 422);
    await change('DELETE', `/users/${operator.uid}`, undefined, 409);
  });
});

/** The first page of the showcase as visitors get it, through the cache. */
async function readShowcaseNow() {
  const late: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void late.push(work);
  const app = { env, log: createLog({}), waitUntil };
  const page = await readShowcase(app, readShowcaseQuery(new URL(`${SITE}/showcase`)));
  await Promise.all(late);
  return page;
}

/** Publishes a project's first version for everybody. */
async function publishToAll(user: ProjectOwner, project: { id: string }): Promise<void> {
  await user.publish(project, 1);
  await user.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'public' });
}

test('a deleted user leaves nothing behind, and the log says who did it', async () => {
  const user = await ProjectOwner.signIn();
  const project = await user.saveProject(await user.draft());
  await change('DELETE', `/users/${user.uid}`);
  expect((await findUsers(env.DB, user.uid, Date.now())).users).toEqual([]);
  const left = env.DB.prepare('select count(*) as n from projects where id = ?').bind(project.id);
  expect(await left.first('n')).toBe(0);
  expect(await lastAction()).toMatchObject({ action: 'user.deleted', subject: user.uid });
  await change('DELETE', `/users/${user.uid}`, undefined, 404);
});

test('users are found by parts of their address, and a sign of a pattern is itself', async () => {
  const one = await ProjectOwner.signIn({ email: 'search_100%@example.org', name: 'Zoe Zed' });
  await ProjectOwner.signIn({ email: 'searchX100@example.org' });
  const uids = async (query: string) =>
    (await findUsers(env.DB, query, Date.now())).users.map(({ uid }) => uid);
  expect(await uids('search_100')).toEqual([one.uid]);
  expect(await uids('100%@')).toEqual([one.uid]);
  expect(await uids('zoe z')).toEqual([one.uid]);
  expect(await uids('nobody at all')).toEqual([]);
  // Longer than a pattern of the database may be.
  const long = await ProjectOwner.signIn({ email: `${'long'.repeat(16)}@Example.org` });
  expect(await uids(`${'long'.repeat(16)}@example.org`)).toEqual([long.uid]);
});

describe('switches', () => {
  const turn = (name: string, isOn: boolean) => change('PUT', `/switches/${name}`, { isOn });

  test('new accounts: only who has one signs in', async () => {
    const known = await ProjectOwner.signIn();
    await turn('newAccounts', false);
    const stranger = new Browser();
    const token = await makeToken({ sub: 'stranger-1' });
    const refused = await stranger.sync(token);
    const { title, detail } = await problemOf(refused);
    expect([refused.status, title]).toEqual([401, 'switched_off']);
    expect(detail).toContain('New accounts cannot be created');
    expect((await stranger.fetch('/api/projects', { headers: bearer(token) })).status).toBe(401);
    expect((await findUsers(env.DB, 'stranger-1', Date.now())).users).toEqual([]);
    expect((await new Browser().sync(await makeToken({ sub: known.uid }))).status).toBe(204);
    await turn('newAccounts', true);
    expect((await stranger.sync(token)).status).toBe(204);
  });

  test('messages of guests: refused with the way out, and users go on', async () => {
    const guest = new Visitor();
    const id = await newChat(guest);
    await turn('guestTurns', false);
    const body = { message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hello' }] } };
    const refused = await guest.json('POST', `/api/chats/${id}/turns`, body);
    expect([refused.status, (await problemOf(refused)).detail]).toEqual([
      503,
      expect.stringContaining('Sign in'),
    ]);
    expect(refused.headers.get('retry-after')).toBe('600');
    const user = await ProjectOwner.signIn();
    const own = await user.ask<{ id: string }>('POST', '/api/chats', {}, 201);
    expect((await user.send('POST', `/api/chats/${own.id}/turns`, body)).status).toBe(200);
    await turn('guestTurns', true);
    expect((await guest.json('POST', `/api/chats/${id}/turns`, body)).status).toBe(200);
  });

  test('publishing: nothing new is published, and what is goes on', async () => {
    const user = await ProjectOwner.signIn();
    const project = await user.saveProject(await user.draft());
    await turn('publishing', false);
    const refused = await user.send('POST', `/api/projects/${project.id}/publication`, {
      version: 1,
    });
    expect([refused.status, (await problemOf(refused)).title]).toEqual([503, 'switched_off']);
    await turn('publishing', true);
    await user.publish(project, 1);
  });

  test('imports from GitHub are refused before anything is asked', async () => {
    await turn('githubImports', false);
    const body = { address: 'https://github.com/octo-dev/weather-mcp' };
    const refused = await new Visitor().json('POST', '/api/github/imports', body);
    expect([refused.status, (await problemOf(refused)).title]).toEqual([503, 'switched_off']);
    await turn('githubImports', true);
  });

  test('there are no others', async () => {
    const answer = await operator.send('PUT', '/api/admin/switches/everything', { isOn: false });
    expect(answer.status).toBe(404);
  });
});

test('a notice needs an end in the future, and each change is written down', async () => {
  const endsAt = Date.now() + 60_000;
  await change('PUT', '/notice', { text: 'Over', startsAt: null, endsAt: 1 }, 422);
  await change('PUT', '/notice', { text: 'Backwards', startsAt: endsAt, endsAt }, 422);
  await change('PUT', '/notice', { text: ' ', startsAt: null, endsAt }, 422);
  await change('PUT', '/notice', { text: 'Maintenance tonight.', startsAt: null, endsAt });
  expect(await lastAction()).toMatchObject({
    action: 'notice.set',
    detail: 'Maintenance tonight.',
  });
  await change('DELETE', '/notice');
  expect(await lastAction()).toMatchObject({ action: 'notice.ended' });
});

test('a page that was rendered while the notice changed is kept for nobody', async () => {
  const app: AppContext = { ...makeApp(), nonce: 'nonce-of-a-page', origin: SITE };
  let rendered = 0;
  const ask = (meanwhile?: () => Promise<void>) =>
    answerKeptPage(new Request(`${SITE}/terms`), app, async () => {
      rendered += 1;
      await meanwhile?.();
      return new Response('A page');
    });
  const endsAt = Date.now() + 60_000;
  await ask(async () => {
    await change('PUT', '/notice', { text: 'Maintenance now.', startsAt: null, endsAt });
    await reloadControls(app);
  });
  await change('DELETE', '/notice');
  await reloadControls(app);
  await ask();
  expect(rendered).toBe(2);
  await ask();
  expect(rendered).toBe(2);
});

test('the hourly run counts the day, and does not count less when something expires', async () => {
  const user = await ProjectOwner.signIn();
  const project = await user.saveProject(await user.draft());
  await publishToAll(user, project);
  const call = modernRequest('tools/call', { name: 'echo', arguments: { text: 'hi' } });
  const request = new Request(SITE + project.endpoint, {
    method: 'POST',
    headers: call.headers,
    body: call.body,
  });
  await (await exports.default.fetch(request)).text();
  const sweep = () =>
    worker.scheduled(createScheduledController({ scheduledTime: new Date() }), env);
  const lastTotals = async () => {
    await sweep();
    return (await listTotals(env.DB, Date.now())).at(-1);
  };
  // A call is counted after its answer.
  await expect.poll(async () => (await lastTotals())?.amounts.calls ?? 0).toBeGreaterThan(0);
  const before = await lastTotals();
  expect(before?.date).toBe(new Date().toISOString().slice(0, 10));
  expect(before?.amounts.users).toBeGreaterThan(0);
  expect(before?.amounts.projects).toBeGreaterThan(0);
  expect(before?.amounts.databaseBytes).toBeGreaterThan(0);
  await change('DELETE', `/users/${user.uid}`);
  const after = await lastTotals();
  expect(after?.amounts.users).toBe(before?.amounts.users);
  expect(after?.amounts.calls).toBe(before?.amounts.calls);
});
