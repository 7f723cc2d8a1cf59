import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import type { Notice } from '#app/hosting/notices/notice.ts';
import { EndpointKeeper } from '#app/projects/endpoint/endpoint-keeper.server.ts';
import type { EndpointEvent } from '#app/projects/endpoint/endpoint-state.ts';
import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { countPrivateEndpoints } from '#app/projects/endpoint/private-place-store.server.ts';
import type { ProjectView } from '#app/projects/project.ts';
import { randomId } from '#app/platform/ids.ts';

import { loseWrites } from '../setup/broken-binding.workerd.ts';
import { ProjectOwner, rename, statusesOf, toNewProject } from './project-owner.workerd.ts';

const MINUTE_MS = 60_000;

async function withProjects(count: number): Promise<[ProjectOwner, ProjectView[]]> {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft();
  const projects: ProjectView[] = [];
  for (let made = 0; made < count; made += 1) projects.push(await owner.saveProject(draft));
  return [owner, projects];
}

const pathOf = ({ id }: ProjectView) => `/api/projects/${id}`;
const publish = (owner: ProjectOwner, project: ProjectView, version = 1) =>
  owner.send('POST', `${pathOf(project)}/publication`, { version });
const show = (owner: ProjectOwner, project: ProjectView, visibility: string) =>
  owner.send('PATCH', pathOf(project), { visibility });
const unpublish = (owner: ProjectOwner, project: ProjectView) =>
  owner.send('DELETE', `${pathOf(project)}/publication`);

/** Projects that serve callers of the account only, as their objects have it. */
async function servingPrivately(projects: readonly ProjectView[]): Promise<ProjectView[]> {
  const leases = await Promise.all(projects.map(({ id }) => toEndpointStub(env, id).lease()));
  return projects.filter((_, index) => {
    const lease = leases[index];
    return lease?.ok === true && lease.value.visibility === 'private';
  });
}

describe('private endpoints of the same moment', () => {
  test('never are more than the plan has room for, however they begin', async () => {
    const [owner, projects] = await withProjects(3);
    const [one, other, third] = projects;
    if (!one || !other || !third) throw new Error('There are three.');
    for (let round = 0; round < 3; round += 1) {
      // One is open to others, and would become private.
      await show(owner, other, 'keys');
      await publish(owner, other);
      const answers = await Promise.all([
        publish(owner, one),
        show(owner, other, 'private'),
        publish(owner, third),
        publish(owner, one),
        show(owner, third, 'private'),
      ]);
      const serving = await servingPrivately(projects);
      expect(serving).toHaveLength(1);
      const refused = answers.filter(({ status }) => status !== 200);
      for (const each of refused) {
        expect(await each.json()).toMatchObject({
          status: 403,
          type: 'urn:mcp-builder:limit-reached',
          limit: 'privateEndpoints',
          used: 1,
          max: 1,
          resetsAt: null,
          liftedBy: 'pro',
        });
      }
      for (const project of projects) await unpublish(owner, project);
    }
  });

  test.each([
    ['taken offline', (owner: ProjectOwner, project: ProjectView) => unpublish(owner, project)],
    ['opened', (owner: ProjectOwner, project: ProjectView) => show(owner, project, 'public')],
    [
      'deleted',
      (owner: ProjectOwner, project: ProjectView) =>
        owner.send('DELETE', pathOf(project), { confirm: project.slug }),
    ],
  ])('leave their place to one other when one is %s', async (_how, leave) => {
    const [owner, projects] = await withProjects(3);
    const [one, ...others] = projects;
    if (!one) throw new Error('There are three.');
    expect((await publish(owner, one)).status).toBe(200);
    expect(statusesOf(await Promise.all(others.map((each) => publish(owner, each))))).toEqual([
      403, 403,
    ]);
    expect((await leave(owner, one)).status).toBeLessThan(300);
    expect(statusesOf(await Promise.all(others.map((each) => publish(owner, each))))).toEqual([
      200, 403,
    ]);
    expect(await servingPrivately(projects)).toHaveLength(1);
  });

  test('are taken back from their deletion one at a time', async () => {
    const [owner, projects] = await withProjects(2);
    for (const project of projects) {
      expect((await publish(owner, project)).status).toBe(200);
      await owner.send('DELETE', pathOf(project), { confirm: project.slug });
    }
    const undelete = (project: ProjectView) => owner.send('POST', `${pathOf(project)}/undelete`);
    const answers = await Promise.all(projects.map(undelete));
    expect(statusesOf(answers)).toEqual([204, 403]);
    expect(await servingPrivately(projects)).toHaveLength(1);
  });
});

test('after a downgrade everything stays, works and is exported; only new things are refused', async () => {
  const owner = await ProjectOwner.signIn();
  await owner.buy('pro');
  const draft = await owner.draft();
  const projects = await Promise.all(Array.from({ length: 4 }, () => owner.saveProject(draft)));
  const [first, second, third, unserved] = projects;
  if (!first || !second || !third || !unserved) throw new Error('There are four.');
  for (const project of [first, second, third]) await owner.publish(project, 1);
  await owner.cancel();

  expect(await servingPrivately(projects)).toHaveLength(3);
  const edited = await owner.edit(draft, rename('echo', 'again'));
  await owner.saveVersion(first, edited, { base: 1 });
  expect((await publish(owner, first, 2)).status).toBe(200);
  expect((await owner.send('PATCH', pathOf(second), { title: 'Renamed' })).status).toBe(200);
  expect((await owner.send('GET', `${pathOf(third)}/versions/1/files.zip`)).status).toBe(200);

  const another = await owner.send('POST', '/api/projects', toNewProject(edited));
  expect(await another.json()).toMatchObject({
    status: 403,
    limit: 'projects',
    used: 4,
    max: 3,
    liftedBy: 'pro',
  });
  const full = { status: 403, limit: 'privateEndpoints', max: 1, liftedBy: 'pro' };
  expect(await (await publish(owner, unserved)).json()).toMatchObject({ ...full, used: 3 });
  const { notices } = await owner.ask<{ notices: Notice[] }>('GET', '/api/notices');
  expect(notices).toEqual([
    { kind: 'room', limit: 'projects', used: 4, max: 3 },
    { kind: 'room', limit: 'privateEndpoints', used: 3, max: 1 },
  ]);
  // What was taken offline is new when it comes back.
  await unpublish(owner, third);
  expect(await (await publish(owner, third)).json()).toMatchObject({ ...full, used: 2 });
  await show(owner, third, 'keys');
  expect((await publish(owner, third)).status).toBe(200);
});

describe('a place whose publication fails half-way', () => {
  /** Two projects of an account with room for one private endpoint; one of them is about to serve. */
  async function withRows() {
    const account = randomId();
    const [project, other] = [randomId(), randomId()];
    const insert = env.DB.prepare(`insert into projects (id, account, title, latest, created_at,
      updated_at) values (?, ?, 't', 1, 0, 0)`);
    await env.DB.batch([project, other].map((id) => insert.bind(id, account)));
    const toEvent = (id: string): EndpointEvent => ({
      kind: 'publish',
      project: id,
      account,
      publication: { version: 1, blueprint: 'b', artifact: 'a' },
      places: 1,
    });
    const inObject = (id: string, work: (storage: DurableObjectStorage) => Promise<void>) =>
      runInDurableObject(env.PROJECTS.get(env.PROJECTS.idFromName(id)), (_object, { storage }) =>
        work(storage),
      );
    const count = (now = Date.now()) => countPrivateEndpoints(env.DB, account, now);
    return { account, project, other, toEvent, inObject, count };
  }

  test.each(['before', 'after'] as const)(
    'because the database was lost %s it was taken keeps nobody out for long',
    async (when) => {
      const { project, other, toEvent, inObject, count } = await withRows();
      await inObject(project, async (storage) => {
        const lost = new EndpointKeeper(storage, loseWrites(env.DB, when));
        expect(await lost.apply(toEvent(project))).toMatchObject({ reason: 'placesUnknown' });
        expect(lost.lease()).toMatchObject({ reason: 'unpublished' });
        expect(await count(Date.now() + 11 * MINUTE_MS)).toBe(0);
      });
      await inObject(other, async (storage) => {
        const keeper = new EndpointKeeper(storage, env.DB);
        const outcome = await keeper.apply(toEvent(other));
        expect(outcome.ok).toBe(true);
        expect(await count()).toBe(1);
      });
    },
  );

  test('of which only the answer was lost is taken again by the same project, and by no other', async () => {
    const { project, other, toEvent, inObject, count } = await withRows();
    await inObject(project, async (storage) => {
      // Neither the answer came nor could it be freed.
      const lost = new EndpointKeeper(storage, loseAnswers(env.DB));
      expect(await lost.apply(toEvent(project))).toMatchObject({ reason: 'placesUnknown' });
      expect(await count()).toBe(1);
    });
    await inObject(other, async (storage) => {
      const refused = await new EndpointKeeper(storage, env.DB).apply(toEvent(other));
      expect(refused).toMatchObject({ reason: 'placesFull', used: 1 });
    });
    await inObject(project, async (storage) => {
      const outcome = await new EndpointKeeper(storage, env.DB).apply(toEvent(project));
      expect(outcome.ok).toBe(true);
      expect(await count(Date.now() + 11 * MINUTE_MS)).toBe(1);
    });
  });

  test('because the project was deleted meanwhile is free at once', async () => {
    const { account, project, toEvent, inObject, count } = await withRows();
    await inObject(project, async (storage) => {
      const keeper: EndpointKeeper = new EndpointKeeper(
        storage,
        afterBatch(env.DB, async () => {
          await keeper.apply({ kind: 'close', project, account });
        }),
      );
      expect(await keeper.apply(toEvent(project))).toMatchObject({ reason: 'closed' });
      expect(await count()).toBe(0);
    });
  });

  test('counts while its row cannot be written, so that no other takes it', async () => {
    const { project, other, toEvent, inObject, count } = await withRows();
    await inObject(project, async (storage) => {
      const unmirrored = new EndpointKeeper(storage, loseRuns(env.DB));
      expect((await unmirrored.apply(toEvent(project))).ok).toBe(true);
      expect(await count()).toBe(1);
    });
    await inObject(other, async (storage) => {
      const refused = await new EndpointKeeper(storage, env.DB).apply(toEvent(other));
      expect(refused).toMatchObject({ reason: 'placesFull' });
    });
    await inObject(project, async (storage) => {
      await new EndpointKeeper(storage, env.DB).alarm();
      expect(await count(Date.now() + 11 * MINUTE_MS)).toBe(1);
    });
  });
});

/** A database whose batches are written, and whose single statements are lost before. */
function loseRuns(database: D1Database): D1Database {
  const lost = loseWrites(database, 'before');
  return new Proxy(database, {
    get(target, name) {
      if (name === 'batch') return target.batch.bind(target);
      const member: unknown = Reflect.get(lost, name);
      return typeof member === 'function' ? member.bind(lost) : member;
    },
  });
}

/** A database that writes its batches, whose answers are lost, and no single statement. */
function loseAnswers(database: D1Database): D1Database {
  const [single, batches] = [loseWrites(database, 'before'), loseWrites(database, 'after')];
  return new Proxy(database, {
    get(_target, name) {
      const lost = name === 'batch' ? batches : single;
      const member: unknown = Reflect.get(lost, name);
      return typeof member === 'function' ? member.bind(lost) : member;
    },
  });
}

/** A database that does something right after each batch, before its answer arrives. */
function afterBatch(database: D1Database, happen: () => Promise<void>): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name !== 'batch') {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      }
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements);
        await happen();
        return results;
      };
    },
  });
}
