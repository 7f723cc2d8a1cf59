import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { indexVersionVerdict } from '#app/projects/version-store.server.ts';

import { countDeliveries, hear, HookedProject, toSha } from './hooked-project.workerd.ts';

const PUBLISHING = { publishesOnMerge: true };

describe('a merged pull request', () => {
  test('publishes its version once, however often and at once GitHub tells of it', async () => {
    const hooked = await HookedProject.start(PUBLISHING);
    const push = await hooked.propose(2, 12);
    const sent = await hooked.pullEvent(push);
    const id = crypto.randomUUID();
    const answers = await Promise.all([hear({ ...sent, id }), hear({ ...sent, id }), hear(sent)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await countDeliveries(id)).toBe(1);
    expect(await hooked.seePush(push)).toMatchObject({
      state: 'merged',
      publication: 'published',
      publicationNote: null,
    });
    expect(await hooked.seeLink()).toMatchObject({
      pushedVersion: 2,
      pushedSha: toSha('merge of 12'),
    });
    const endpoint = await hooked.seeEndpoint();
    expect(endpoint.history.map(({ version }) => version)).toEqual([2]);
    const notice = { kind: 'merge', project: hooked.project.id, version: 2, pull: 12 };
    expect(await hooked.notices()).toMatchObject([{ ...notice, obstacle: null }]);
    // It was taken back by hand; another repetition does not bring it again.
    await hooked.owner.publish(hooked.project, 1);
    expect((await hear(sent)).status).toBe(204);
    expect(await hooked.published()).toBe(1);
  });

  test('publishes nothing where the project does not want that', async () => {
    const hooked = await HookedProject.start();
    const push = await hooked.propose(2, 12);
    await hear(await hooked.pullEvent(push));
    expect(await hooked.seePush(push)).toMatchObject({ state: 'merged', publication: null });
    expect(await hooked.published()).toBeNull();
  });

  test('that was only closed publishes nothing, and does once it is reopened and merged', async () => {
    const hooked = await HookedProject.start(PUBLISHING);
    const push = await hooked.propose(2, 12);
    const notMerged = { merged: false, merge_commit_sha: toSha('a trial merge') };
    await hear(await hooked.pullEvent(push, notMerged));
    expect(await hooked.seePush(push)).toMatchObject({ state: 'closed', publication: null });
    expect(await hooked.published()).toBeNull();
    await hear(await hooked.pullEvent(push, { ...notMerged, state: 'open' }));
    expect(await hooked.seePush(push)).toMatchObject({ state: 'open' });
    await hear(await hooked.pullEvent(push));
    expect(await hooked.published()).toBe(2);
    // An old delivery that comes late takes nothing back.
    await hear(await hooked.pullEvent(push, notMerged));
    expect(await hooked.seePush(push)).toMatchObject({ state: 'merged' });
  });

  test('with something else in it than the version, or into another branch, publishes nothing', async () => {
    const hooked = await HookedProject.start(PUBLISHING);
    const edited = await hooked.propose(2, 12);
    await hear(await hooked.pullEvent(edited, { head: { sha: toSha('an edit in review') } }));
    expect(await hooked.seePush(edited)).toMatchObject({
      state: 'merged',
      publication: 'refused',
      publicationNote: expect.stringContaining('further commits'),
    });
    const elsewhere = await hooked.propose(2, 13);
    await hear(await hooked.pullEvent(elsewhere, { base: { ref: 'develop' } }));
    expect((await hooked.seePush(elsewhere)).publicationNote).toContain('another branch than main');
    expect((await hooked.seeLink()).pushedSha).toBe(toSha('merge of 12'));
    expect(await hooked.published()).toBeNull();
    // The last one is told, until its version is published by hand; strangers hear nothing.
    expect(await hooked.notices()).toMatchObject([
      { pull: 13, obstacle: 'It was merged into another branch than main.' },
    ]);
    const stranger = await HookedProject.start();
    expect(await stranger.notices(hooked.project.id)).toEqual([]);
    expect(await stranger.notices()).toEqual([]);
    await hooked.owner.publish(hooked.project, 2);
    expect(await hooked.notices()).toEqual([]);
  });

  test('of an older version than the published one publishes nothing', async () => {
    const hooked = await HookedProject.start(PUBLISHING);
    const push = await hooked.propose(1, 12);
    await hooked.owner.publish(hooked.project, 2);
    await hear(await hooked.pullEvent(push));
    expect((await hooked.seePush(push)).publicationNote).toContain('Version 2 is newer');
    expect(await hooked.published()).toBe(2);
  });

  test('of a version that is checked for longer does not replace the newer one that was merged with it', async () => {
    const hooked = await HookedProject.start(PUBLISHING);
    const [older, newer] = [await hooked.propose(1, 12), await hooked.propose(2, 13)];
    const { id } = hooked.project;
    await hooked.owner.ask('PATCH', `/api/projects/${id}`, { minScore: 1 });
    // The older one has no report yet, and is checked before it is published.
    const checked = { score: 90, verdict: { kind: 'fixes' as const, count: 1 } };
    await indexVersionVerdict(env.DB, { project: id, number: 2 }, checked);
    const events = [await hooked.pullEvent(older), await hooked.pullEvent(newer)];
    await Promise.all(events.map((sent) => hear(sent)));
    expect(await hooked.published()).toBe(2);
    expect((await hooked.seePush(older)).publicationNote).toMatch(/newer/);
    expect(await hooked.seePush(newer)).toMatchObject({ publication: 'published' });
  });

  test('passes the gates of the project, and says why a version does not', async () => {
    const hooked = await HookedProject.start(PUBLISHING);
    const push = await hooked.propose(2, 12);
    const { id } = hooked.project;
    await hooked.owner.ask('PATCH', `/api/projects/${id}`, { minScore: 80 });
    const verdict = { kind: 'fixes' as const, count: 2 };
    await indexVersionVerdict(env.DB, { project: id, number: 2 }, { score: 79, verdict });
    await hear(await hooked.pullEvent(push));
    expect(await hooked.seePush(push)).toMatchObject({
      state: 'merged',
      publication: 'refused',
      publicationNote: expect.stringContaining('Version 2 has a score of 79'),
    });
    expect(await hooked.published()).toBeNull();
  });

  test('publishes with the rights of who linked the repository, while they have them', async () => {
    const hooked = await HookedProject.start({ ...PUBLISHING, linkedBy: 'somebody-else' });
    const push = await hooked.propose(2, 12);
    await hear(await hooked.pullEvent(push));
    expect((await hooked.seePush(push)).publicationNote).toContain('may not publish');
    expect(await hooked.published()).toBeNull();
  });
});

describe('a repository', () => {
  test('that is renamed, moved, hidden, archived or deleted stays known by its number', async () => {
    const hooked = await HookedProject.start();
    const tell = (over: object, action = 'edited') =>
      hear({
        event: 'repository',
        payload: { action, repository: { ...hooked.repository, ...over } },
      });
    await tell({ name: 'renamed' }, 'renamed');
    expect(await hooked.seeLink()).toMatchObject({ name: 'renamed', owner: 'octo-dev' });
    await tell({ owner: { login: 'octo-org' }, name: 'renamed' }, 'transferred');
    expect(await hooked.seeLink()).toMatchObject({ name: 'renamed', owner: 'octo-org' });
    await tell({ private: true, archived: true }, 'archived');
    expect(await hooked.seeLink()).toMatchObject({ isPrivate: true, state: 'archived' });
    await tell({}, 'unarchived');
    expect(await hooked.seeLink()).toMatchObject({ isPrivate: false, state: 'ok' });
    await tell({}, 'deleted');
    expect(await hooked.seeLink()).toMatchObject({ state: 'gone' });
  });

  test('whose branch is deleted has no last commit', async () => {
    const hooked = await HookedProject.start({ headSha: toSha('head'), ci: 'passed' });
    const { repository } = hooked;
    const gone = { ref: 'refs/heads/main', after: '0'.repeat(40), deleted: true, repository };
    await hear({ event: 'push', payload: gone });
    expect(await hooked.seeLink()).toMatchObject({ headSha: null, ci: null });
  });

  test('that the app may use no longer is out of reach until it may again', async () => {
    const hooked = await HookedProject.start();
    const other = await HookedProject.start();
    const { id } = hooked.repository;
    const change = (added: number[], removed: number[]) =>
      hear({
        event: 'installation_repositories',
        payload: {
          action: 'removed',
          repositories_added: added.map((each) => ({ id: each })),
          repositories_removed: removed.map((each) => ({ id: each })),
        },
      });
    // A statement of the database takes a hundred values.
    await change([], [id, ...Array.from({ length: 300 }, (_, at) => at + 1)]);
    expect(await hooked.seeLink()).toMatchObject({ state: 'gone' });
    expect(await other.seeLink()).toMatchObject({ state: 'ok' });
    await change([id], []);
    expect(await hooked.seeLink()).toMatchObject({ state: 'ok' });
  });

  test('of an account that removes the app is out of reach, if the app is one', async () => {
    const owner = `octo-${crypto.randomUUID().slice(0, 8)}`;
    const hooked = await HookedProject.start({ owner });
    const tell = (action: string, more?: Record<string, string>) =>
      hear(
        { event: 'installation', payload: { action, installation: { account: { login: owner } } } },
        more,
      );
    await tell('deleted', { GITHUB_APP_ID: '' });
    expect(await hooked.seeLink()).toMatchObject({ state: 'ok' });
    await tell('suspend');
    expect(await hooked.seeLink()).toMatchObject({ state: 'gone' });
    await tell('unsuspend');
    expect(await hooked.seeLink()).toMatchObject({ state: 'ok' });
    await tell('deleted');
    expect(await hooked.seeLink()).toMatchObject({ state: 'gone' });
  });
});
