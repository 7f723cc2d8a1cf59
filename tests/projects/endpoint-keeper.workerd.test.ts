import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { EndpointKeeper } from '#app/projects/endpoint/endpoint-keeper.server.ts';
import type { EndpointEvent } from '#app/projects/endpoint/endpoint-state.ts';
import { mirrorEndpoint } from '#app/projects/project-store.server.ts';

import { breakBinding, hangDatabase, loseWrites } from '../setup/broken-binding.workerd.ts';
import { ProjectOwner } from './project-owner.workerd.ts';

function stubOf(id: string) {
  return env.PROJECTS.get(env.PROJECTS.idFromName(id));
}

describe('the object of a project', () => {
  const OWNED = { project: 'mirrored', account: 'a' };
  const publish = (version: number): EndpointEvent => ({
    kind: 'publish',
    ...OWNED,
    publication: { version, blueprint: 'b', artifact: 'a' },
    places: null,
  });

  async function withRow(): Promise<void> {
    await env.DB.batch([
      env.DB.prepare(`delete from projects where id = 'mirrored'`),
      env.DB.prepare(`insert into projects (id, account, title, latest, created_at, updated_at)
        values ('mirrored', 'a', 't', 9, 0, 0)`),
    ]);
  }

  const rowOf = () =>
    env.DB.prepare(`select published, publication from projects where id = 'mirrored'`).first();

  let objects = 0;
  function inObject(work: (storage: DurableObjectStorage) => Promise<void>): Promise<void> {
    objects += 1;
    const stub = stubOf(`object ${objects}`);
    return runInDurableObject(stub, (_instance, { storage }) => work(storage));
  }

  test('stores nothing for an id that nobody knows', async () => {
    const stub = stubOf('nobody knows');
    expect(await stub.lease()).toMatchObject({ reason: 'unpublished' });
    expect(await stub.readEndpoint()).toMatchObject({ published: null, publication: 0 });
    await runInDurableObject(stub, async (_instance, { storage }) => {
      expect((await storage.list()).size).toBe(0);
      expect(await storage.getAlarm()).toBeNull();
    });
  });

  test('rests without an alarm once its row is written', async () => {
    await withRow();
    await inObject(async (storage) => {
      const keeper = new EndpointKeeper(storage, env.DB);
      await keeper.apply(publish(1));
      expect(await rowOf()).toEqual({ published: 1, publication: 1 });
      expect(await storage.getAlarm()).toBeNull();
    });
  });

  test.each(['before', 'after'] as const)(
    'writes the row again when the database was lost %s it had written it',
    async (when) => {
      await withRow();
      await inObject(async (storage) => {
        const lost = new EndpointKeeper(storage, loseWrites(env.DB, when));
        expect(await lost.apply(publish(2))).toMatchObject({
          value: { published: { version: 2 } },
        });
        expect(await rowOf()).toMatchObject({ publication: when === 'after' ? 1 : 0 });
        expect(await storage.getAlarm()).not.toBeNull();
        expect(lost.lease()).toMatchObject({ value: { version: 2 } });

        expect(await new EndpointKeeper(storage, env.DB).alarm()).toBe(false);
        expect(await rowOf()).toEqual({ published: 2, publication: 1 });
        expect(await storage.getAlarm()).toBeNull();
      });
    },
  );

  test('that ends in mid-call knows what it has to write', async () => {
    await withRow();
    await inObject(async (storage) => {
      const hanging = new EndpointKeeper(storage, hangDatabase(env.DB));
      void hanging.apply(publish(3));
      await expect.poll(() => storage.getAlarm()).not.toBeNull();
      expect(await rowOf()).toEqual({ published: null, publication: 0 });
      await new EndpointKeeper(storage, env.DB).alarm();
      expect(await rowOf()).toEqual({ published: 3, publication: 1 });
    });
  });

  test('never overwrites its row with an older state', async () => {
    await withRow();
    const state = { project: 'mirrored', visibility: 'public' as const };
    const published = { version: 5, blueprint: 'b', artifact: 'a', at: 1 };
    await mirrorEndpoint(env.DB, { ...state, published, publication: 4 });
    await mirrorEndpoint(env.DB, { ...state, published: null, publication: 3 });
    expect(await rowOf()).toEqual({ published: 5, publication: 4 });
  });

  test('that is removed forgets everything in the end', async () => {
    const owner = await ProjectOwner.signIn();
    const project = await owner.saveProject(await owner.draft());
    await owner.publish(project, 1);
    const stub = stubOf(project.id);
    const owned = { project: project.id, account: owner.account };
    await stub.applyToEndpoint({ kind: 'remove', ...owned });
    const late = { version: 1, blueprint: 'b', artifact: 'a' };
    const event = { kind: 'publish' as const, ...owned, publication: late };
    expect(await stub.applyToEndpoint(event)).toMatchObject({ reason: 'unknown' });
    await runInDurableObject(stub, async (_instance, { storage }) => {
      const until = Date.now() - 1;
      storage.kv.put('endpoint', { kind: 'removed', until });
    });
    await runDurableObjectAlarm(stub);
    await runInDurableObject(stub, async (_instance, { storage }) => {
      expect((await storage.list()).size).toBe(0);
    });
  });

  test('answers while the database is away', async () => {
    await inObject(async (storage) => {
      const keeper = new EndpointKeeper(storage, breakBinding(env.DB));
      await keeper.apply(publish(1));
      await keeper.apply(publish(2));
      expect(await keeper.apply(publish(1))).toMatchObject({
        value: { published: { version: 1 } },
      });
      expect(keeper.read().history).toHaveLength(3);
    });
  });
});
