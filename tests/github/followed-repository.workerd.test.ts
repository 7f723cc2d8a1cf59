import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';

import type { LinkStatus } from '#app/github/webhook/link-status.ts';
import { sweepGithub } from '#app/github/sweep-github.server.ts';
import { sweepMerges } from '#app/github/webhook/sweep-merges.server.ts';
import type { Notice, NoticeList } from '#app/hosting/notices/notice.ts';
import type { ProjectView } from '#app/projects/project.ts';

import { accountLifecycle } from '../../workers/account-lifecycle.ts';
import { problemOf, rename } from '../projects/project-owner.workerd.ts';
import { openGithubSite } from './github-user.workerd.ts';
import { WEBHOOK } from './hooked-project.workerd.ts';
import { PushedProject } from './pushed-project.workerd.ts';

const site = openGithubSite('followed');
const { control } = site;
type Arrange = <Item>(all: Item[]) => Item[];

afterEach(async () => {
  const wrong = await control.mismatches();
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
});

/** Lets all webhooks arrive that wait, and returns their events. */
async function deliver(arrange: Arrange = (all) => all): Promise<string[]> {
  const waiting = arrange(await control.take());
  for (const { event, body, headers } of waiting) {
    const request = new Request(WEBHOOK, { method: 'POST', body, headers });
    const answer = await site.send(request);
    if (answer.status !== 204) throw new Error(`${event}: ${answer.status} ${await answer.text()}`);
  }
  return waiting.map(({ event }) => event);
}

/** A project whose first version was pushed to a new repository. */
async function start(name: string) {
  await control.addRepository({ name, files: { 'README.md': 'Mine\n' } });
  const user = await site.connect();
  const pushed = await PushedProject.make(user);
  await pushed.link(name);
  const push = await pushed.push(1);
  await deliver();
  const path = `/api/projects/${pushed.id}`;
  return {
    user,
    pushed,
    push,
    path,
    link: async () => {
      const { link } = await pushed.read();
      if (link === null) throw new Error('there is no link');
      return link;
    },
    status: () => user.fetch(`${path}/github/status`),
    look: async () => (await user.fetch(`${path}/github/status`)).json<LinkStatus>(),
    set: (settings: object) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'PATCH', headers, body: JSON.stringify(settings) };
      return user.fetch(`${path}/github/settings`, init);
    },
    published: async () => (await (await user.fetch(path)).json<ProjectView>()).published,
    notices: async (): Promise<Notice[]> => {
      const list = await user.fetch(`/api/notices?project=${pushed.id}`);
      return (await list.json<NoticeList>()).notices;
    },
  };
}

/** As {@link start}, with a second version in an open pull request, whose merge publishes it. */
async function propose(name: string) {
  const started = await start(name);
  await control.protect({ name });
  const version = await started.pushed.save(rename('echo', 'again'));
  const proposal = await started.pushed.push(version);
  if (proposal.pull === null) throw new Error('there is no pull request');
  expect((await started.set({ publishesOnMerge: true })).status).toBe(200);
  return { ...started, version, number: proposal.pull };
}

test('commits of others and their checks are heard of, in any order', async () => {
  const { push, link, look, pushed } = await start('heard');
  expect(await link()).toMatchObject({ headSha: push.commitSha, pushedVersion: 1 });
  await control.commit({ name: 'heard', files: { 'a.txt': '1' } });
  const last = await control.commit({ name: 'heard', files: { 'a.txt': '2' } });
  await deliver((all) => all.toReversed());
  expect(await link()).toMatchObject({ headSha: last, ci: null, pushedVersion: 1 });
  expect(await look()).toMatchObject({ ahead: 2, hears: 'app', link: { ci: 'none' } });
  await control.check({ name: 'heard', conclusion: null });
  await deliver();
  expect((await link()).ci).toBe('running');
  await control.check({ name: 'heard', conclusion: 'success' });
  await deliver();
  expect((await link()).ci).toBe('passed');
  await control.status({ name: 'heard', state: 'failure' });
  await deliver();
  expect((await link()).ci).toBe('failed');
  await control.check({ name: 'heard', conclusion: 'success', ref: push.commitSha ?? '' });
  await deliver();
  expect((await pushed.read()).pushes).toMatchObject([{ version: 1, ci: 'passed' }]);
});

test('a merged pull request publishes its version, though GitHub tells of it twice and backwards', async () => {
  const { pushed, version, number, published, look, notices } = await propose('merged');
  await control.merge({ name: 'merged', number, method: 'squash' });
  const events = await deliver((all) => [...all, ...all].toReversed());
  expect(events).toContain('pull_request');
  expect(await published()).toBe(version);
  expect((await pushed.read()).pushes[0]).toMatchObject({ version, state: 'merged' });
  const { link, ahead } = await look();
  expect(link).toMatchObject({ pushedVersion: version, pushedSha: link.headSha });
  expect(ahead).toBe(0);
  expect(await notices()).toMatchObject([{ kind: 'merge', version, pull: number, obstacle: null }]);
});

test('what no webhook has told is found when somebody looks, or within the hour', async () => {
  const { pushed, version, number, published, look } = await propose('lost');
  await control.merge({ name: 'lost', number });
  await control.rename({ name: 'lost' }, 'found');
  await control.check({ name: 'found', conclusion: 'failure' });
  await control.take();
  const { link, ahead } = await look();
  expect(link).toMatchObject({ name: 'found', pushedVersion: version, ci: 'failed' });
  expect(ahead).toBe(0);
  expect((await pushed.read()).pushes[0]).toMatchObject({ state: 'merged' });
  expect(await published()).toBe(version);
});

test('a merge of which nobody has told is published by the hourly run', async () => {
  const { version, number, published } = await propose('hourly');
  await control.merge({ name: 'hourly', number });
  await control.take();
  const hour = 60 * 60_000;
  await sweepMerges(site.app(), Date.now() + 2 * hour);
  expect(await published()).toBe(version);
});

test('an edit in review keeps a version from being published, and the notice says so', async () => {
  const { number, published, notices, pushed } = await propose('reviewed');
  const { branch } = (await pushed.read()).pushes[0] ?? { branch: '' };
  await control.commit({ name: 'reviewed', branch, files: { 'src/server.ts': '// other' } });
  await control.merge({ name: 'reviewed', number });
  await deliver();
  expect(await published()).toBeNull();
  expect(await notices()).toMatchObject([
    { kind: 'merge', obstacle: expect.stringContaining('further commits') },
  ]);
});

test('a repository is followed through new names, archives and its end', async () => {
  const { link, status } = await start('first');
  await control.rename({ name: 'first' }, 'second');
  await control.rename({ name: 'second' }, 'third');
  await deliver((all) => all.toReversed());
  expect(await link()).toMatchObject({ name: 'third', owner: 'octo-dev', state: 'ok' });
  await control.transfer({ name: 'third' }, 'octo-org');
  await control.set({ owner: 'octo-org', name: 'third', isPrivate: true });
  await deliver();
  expect(await link()).toMatchObject({ owner: 'octo-org', isPrivate: true });
  await control.set({ owner: 'octo-org', name: 'third', isArchived: true });
  await deliver();
  expect(await link()).toMatchObject({ state: 'archived' });
  await control.remove({ owner: 'octo-org', name: 'third' });
  await deliver();
  expect(await link()).toMatchObject({ state: 'gone' });
  expect(await problemOf(await status())).toContain('no repository octo-org/third any more');
});

test('what one of its users may not see any more stays what it is for the others', async () => {
  const name = 'shared';
  await control.addRepository({
    name,
    isPrivate: true,
    collaborators: { 'octo-friend': 'write' },
    files: { 'README.md': 'Shared\n' },
  });
  const links = [];
  for (const login of ['octo-friend', 'octo-dev']) {
    const project = await PushedProject.make(await site.connect(login));
    await project.link(name);
    links.push(project);
  }
  const [friends, own] = links;
  await control.take();
  await control.set({ name, collaborators: {} });
  await control.rename({ name }, 'shared-renamed');
  const sha = await control.commit({ name: 'shared-renamed', files: { 'a.txt': '1' } });
  await deliver();
  expect((await own?.read())?.link).toMatchObject({
    name: 'shared-renamed',
    state: 'ok',
    headSha: sha,
  });
  expect((await friends?.read())?.link?.state).toBe('gone');
});

test('the connection of somebody who has left the team serves nobody there', async () => {
  const { pushed, user } = await start('team');
  const friend = await site.connect('octo-friend');
  await control.set({ name: 'team', collaborators: { 'octo-friend': 'write' } });
  const { account } = (await env.DB.prepare('select account from projects where id = ?')
    .bind(pushed.id)
    .first<{ account: string }>()) ?? { account: '' };
  await env.DB.prepare(
    "insert into members (account_id, uid, role, created_at) values (?, ?, 'editor', 0)",
  )
    .bind(account, friend.uid)
    .run();
  const path = `/api/projects/${pushed.id}/github`;
  await friend.fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ owner: 'octo-dev', name: 'team' }),
  });
  await user.fetch('/api/github/connection', { method: 'DELETE' });
  expect((await user.fetch(`${path}/status`)).status).toBe(200);
  await env.DB.prepare('delete from members where account_id = ? and uid = ?')
    .bind(account, friend.uid)
    .run();
  await control.forgetRequests();
  expect(await problemOf(await user.fetch(`${path}/status`))).toBe('409 github-not-connected');
  const sha = await control.commit({ name: 'team', files: { 'a.txt': '1' } });
  await deliver();
  // The webhook is believed, and nobody was asked.
  expect((await pushed.read()).link).toMatchObject({ headSha: sha });
  expect(await control.requests()).toEqual([]);
});

test('who withdraws what they let us do on GitHub has to connect again', async () => {
  const { user, status } = await start('revoked');
  await control.revoke();
  expect(await deliver()).toContain('github_app_authorization');
  expect(await user.overview()).toMatchObject({ status: { state: 'revoked' } });
  expect(await problemOf(await status())).toBe('409 github-reconnect');
});

test('while GitHub limits us, a webhook is believed, and a look says how long to wait', async () => {
  const { link, status } = await start('limited');
  const sha = await control.commit({ name: 'limited', files: { 'a.txt': '1' } });
  await control.fault('secondary_limit', { times: 2, seconds: 40 });
  await deliver();
  expect(await link()).toMatchObject({ headSha: sha });
  const limited = await status();
  expect(limited.headers.get('retry-after')).toBe('40');
  expect(await problemOf(limited)).toBe('429 github-limited');
});

test('an OAuth App adds a webhook to a repository once, and takes it away with the last link', async () => {
  const oauth = openGithubSite('followed_oauth', 'oauth-app');
  const name = 'hooked';
  await oauth.control.addRepository({ name, files: { 'README.md': 'Mine\n' } });
  const user = await oauth.connect();
  const [first, second] = [await PushedProject.make(user), await PushedProject.make(user, 'Two')];
  await first.link(name);
  await second.link(name);
  const asked = async (method: string) =>
    (await oauth.control.requests()).filter(
      ({ path, ...sent }) => sent.method === method && path.includes('/hooks'),
    );
  expect((await asked('POST')).map(({ status }) => status)).toEqual([201, 422]);
  const sha = await oauth.control.commit({ name, files: { 'a.txt': '1' } });
  // The emulator has a GitHub App, too, which hears the same.
  const waiting = (await oauth.control.take(['push'])).filter(
    ({ headers }) => headers['x-github-hook-installation-target-type'] === 'repository',
  );
  expect(waiting).toHaveLength(1);
  for (const { body, headers } of waiting) {
    await oauth.send(new Request(WEBHOOK, { method: 'POST', body, headers }));
  }
  for (const project of [first, second]) {
    expect((await project.read()).link).toMatchObject({ headSha: sha });
    await user.fetch(`/api/projects/${project.id}/github`, { method: 'DELETE' });
  }
  expect((await asked('DELETE')).map(({ status }) => status)).toEqual([204]);

  // A webhook also goes with the last project, and with the account.
  await first.link(name);
  await second.link(name);
  await env.DB.prepare('delete from projects where id = ?').bind(first.id).run();
  await sweepGithub(oauth.app(), Date.now());
  expect(await asked('DELETE')).toHaveLength(1);
  const { account } = (await env.DB.prepare('select account from projects where id = ?')
    .bind(second.id)
    .first<{ account: string }>()) ?? { account: '' };
  await accountLifecycle.remove(oauth.env, account);
  expect((await asked('DELETE')).map(({ status }) => status)).toEqual([204, 204]);

  const third = await PushedProject.make(user, 'Three');
  await third.link(name);
  await env.DB.prepare('delete from projects where id = ?').bind(third.id).run();
  await sweepGithub(oauth.app(), Date.now());
  expect((await asked('DELETE')).map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(await oauth.control.mismatches()).toEqual([]);
});
