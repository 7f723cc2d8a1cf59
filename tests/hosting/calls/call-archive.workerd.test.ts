import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { findCalls } from '#app/hosting/calls/archive/find-calls.server.ts';
import { streamCalls } from '#app/hosting/calls/archive/stream-calls.server.ts';
import { sweepCallParts } from '#app/hosting/calls/archive/sweep-call-parts.server.ts';
import { answerDownload } from '#app/hosting/calls/archive/call-download.server.ts';
import {
  UNKNOWN_FACTS,
  type CallEntry,
  type CallPage,
  type NamedCallPage,
} from '#app/hosting/calls/call-entry.ts';
import { CallLogStore } from '#app/hosting/calls/call-log-store.server.ts';
import type { CallFilter } from '#app/hosting/calls/call-filter.ts';
import { toCallLogStub } from '#app/hosting/calls/call-log-stub.server.ts';
import { randomId, timedId } from '#app/platform/ids.ts';
import { SplitAlarm } from '#app/platform/split-alarm.server.ts';
import { updateEndpoint } from '#app/projects/endpoint/endpoint-stub.server.ts';

import { ProjectOwner } from '../../projects/project-owner.workerd.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

let moments = 0;

/** A call; without a time each is a millisecond later than the one before. */
function toCall(over: Partial<CallEntry> = {}): CallEntry {
  moments += 1;
  const at = over.at ?? Date.now() - HOUR_MS + moments;
  const sizes = { milliseconds: 12, requestBytes: 2, resultBytes: 20 };
  const known = { ...UNKNOWN_FACTS, tool: 'page', key: 'k', version: 1, end: 'ok' as const };
  return { ...known, ...sizes, id: timedId(at), at, ...over };
}

const many = (count: number, over: Partial<CallEntry> = {}) =>
  Array.from({ length: count }, () => toCall(over));

async function publish() {
  const place = { project: randomId(), account: randomId() };
  const publication = { version: 1, blueprint: 'b', artifact: 'a' };
  await updateEndpoint(env, { kind: 'publish', ...place, publication, places: null });
  const stub = env.PROJECTS.get(env.PROJECTS.idFromName(place.project));
  return { ...place, stub, log: toCallLogStub(env, place.project) };
}

type Published = Awaited<ReturnType<typeof publish>>;

const keysOf = async (project: string) =>
  (await env.BLOBS.list({ prefix: `logs/${project}/` })).objects.map(({ key }) => key);

/** Ids of all calls, page by page. */
async function readPages(project: string, filter: CallFilter = {}, limit = 37): Promise<string[]> {
  const ids: string[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await findCalls({ env }, project, filter, { before, limit });
    ids.push(...page.calls.map(({ id }) => id));
    if (page.next === null) return ids;
    before = page.next;
  }
}

async function readAll(project: string, filter: CallFilter = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const some of streamCalls({ env }, project, filter)) {
    ids.push(...some.map(({ id }) => id));
  }
  return ids;
}

const newestFirst = (calls: readonly CallEntry[]) =>
  calls.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1));

test('calls are archived by the hour, paged through and downloaded, each once', async () => {
  const { project, stub, log } = await publish();
  const early = many(30, { at: Date.now() - 3 * HOUR_MS });
  const calls = [...early, ...many(2_500)];
  for (let from = 0; from < calls.length; from += 500) {
    await log.recordCalls(calls.slice(from, from + 500));
  }
  // Two thousand were enough to be written at once; the alarm writes the rest.
  await expect.poll(() => keysOf(project)).not.toHaveLength(0);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  const keys = await keysOf(project);
  const hour = new Date(Date.now() - 3 * HOUR_MS).toISOString().slice(0, 13);
  expect(keys[0]).toBe(`logs/${project}/${hour}/000000000001.ndjson`);
  await runInDurableObject(stub, async (_instance, { storage }) => {
    const held = storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM calls').one();
    expect(held.n).toBe(1_000);
    // Nothing keeps an idle project awake.
    expect(await storage.getAlarm()).toBeNull();
  });
  await log.recordCalls(many(3));

  const pages = await readPages(project);
  expect(new Set(pages).size).toBe(2_533);
  expect(pages).toEqual(pages.toSorted((a, b) => (a < b ? 1 : -1)));
  expect(pages.slice(-30)).toEqual(newestFirst(early));
  const all = await readAll(project);
  expect(all).toHaveLength(2_533);
  expect(new Set(all)).toEqual(new Set(pages));
});

test('calls of the same millisecond are all found, whatever the page', async () => {
  const { project, stub, log } = await publish();
  const at = Date.now() - 1_000;
  const calls = many(100, { at });
  await log.recordCalls(calls.slice(0, 60));
  await runDurableObjectAlarm(stub);
  await log.recordCalls(calls.slice(60));
  expect(await readPages(project, {}, 7)).toEqual(newestFirst(calls));
  const after = await log.listNewCalls({}, 60, 200);
  expect(new Set(after.calls.map(({ id }) => id))).toEqual(
    new Set(calls.slice(60).map(({ id }) => id)),
  );
});

test('pages end, though late calls make all parts overlap', async () => {
  const { project, stub, log } = await publish();
  const early = Date.now() - 2 * HOUR_MS;
  const calls: CallEntry[] = [];
  for (let part = 0; part < 9; part += 1) {
    const some = [...many(2, { at: early }), ...many(2, { at: early + 60_000 + part })];
    calls.push(...some);
    await log.recordCalls(some);
    await runDurableObjectAlarm(stub);
  }
  await runInDurableObject(stub, (_instance, { storage }) => {
    storage.sql.exec('DELETE FROM calls');
  });
  expect(await keysOf(project)).toHaveLength(9);
  const places: (string | undefined)[] = [];
  let before: string | undefined = `${timedId(early + 59_000)}~`;
  while (before !== undefined && places.length < 30) {
    places.push(before);
    const page: CallPage = await findCalls({ env }, project, {}, { before, limit: 5 });
    before = page.next ?? undefined;
  }
  expect(new Set(places).size).toBe(places.length);
  expect(places.length).toBeLessThan(30);
});

test('the object and the archive understand a filter alike', async () => {
  const { project, stub, log } = await publish();
  const since = Date.now() - 2 * HOUR_MS;
  const calls = [
    ...many(3, { tool: 'a', end: 'timeOut', at: since - 5 }),
    ...many(3, { tool: 'a', end: 'cancelled', version: 2, at: since }),
    ...many(3, { tool: null, end: 'toolNotFound', key: null, at: since + 5 }),
    ...many(3, { tool: 'b', end: 'ok', key: 'other', version: 2, at: since + 9 }),
  ];
  const filters: CallFilter[] = [
    { tool: 'a' },
    { end: 'failed' },
    { end: 'cancelled' },
    { key: 'none' },
    { key: 'other', version: 2 },
    { since },
    { until: since },
    { since, until: since + 5, end: 'cancelled' },
  ];
  await log.recordCalls(calls);
  const held = await Promise.all(filters.map((filter) => readPages(project, filter)));
  await runDurableObjectAlarm(stub);
  await runInDurableObject(stub, (_instance, { storage }) => {
    storage.sql.exec('DELETE FROM calls');
  });
  const archived = await Promise.all(filters.map((filter) => readPages(project, filter)));
  expect(archived).toEqual(held);
  expect(held.map(({ length }) => length)).toEqual([6, 6, 3, 3, 3, 9, 3, 3]);
  for (const [index, filter] of filters.entries()) {
    expect(new Set(await readAll(project, filter))).toEqual(new Set(held[index]));
  }
});

test('what the plan keeps no longer leaves the object too, and arguments go with their setting', async () => {
  const { stub, log } = await publish();
  const old = many(3, { at: Date.now() - 3 * DAY_MS });
  await log.changeLogSettings({ keepsArguments: true });
  await log.recordCalls([...old, ...many(2, { arguments: '{"q":"Ada"}' })]);
  await runDurableObjectAlarm(stub);
  const held = () =>
    runInDurableObject(stub, (_instance, { storage }) =>
      storage.sql.exec<{ more: string }>('SELECT more FROM calls').toArray(),
    );
  expect(await held()).toHaveLength(2);
  expect(JSON.stringify(await held())).toContain('Ada');
  await log.changeLogSettings({ keepsArguments: false });
  expect(JSON.stringify(await held())).not.toContain('Ada');
  const { calls } = await log.holdCalls({}, { limit: 10 });
  expect(calls.map((call) => call.arguments)).toEqual([null, null]);
});

test('names that strangers make up push no group of failed calls out', async () => {
  const { log } = await publish();
  await log.recordCalls(many(1, { end: 'timeOut', cause: 'real' }));
  const at = Date.now();
  const calls = Array.from({ length: 300 }, (_, index) => [
    toCall({ end: 'toolNotFound', tool: `made_up_${index}`, at: at + index }),
    toCall({ end: 'argumentRefused', tool: 'other', cause: `field ${index}`, at: at + index }),
  ]);
  await log.recordCalls(calls.flat());
  const groups = await log.listFailures();
  expect(groups).toHaveLength(41);
  expect(groups.map(({ cause }) => cause)).toContain('real');
});

/** A bucket whose next writing is lost before, or after, it is done. */
function loseNextPut(when: 'before' | 'after'): R2Bucket {
  let isLost = false;
  return new Proxy(env.BLOBS, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        const isNow = name === 'put' && !isLost;
        if (isNow) isLost = true;
        if (isNow && when === 'before') throw new Error('put: internal error (10001)');
        const answer: unknown = await Reflect.apply(member, target, args);
        if (isNow) throw new Error('put: internal error (10001)');
        return answer;
      };
    },
  });
}

/** The log as a new instance of the object would open it, over another bucket. */
function openLog(storage: DurableObjectStorage, { project, account }: Published, bucket: R2Bucket) {
  return new CallLogStore({
    storage,
    alarm: new SplitAlarm(storage),
    bucket,
    owner: () => ({ project, account }),
    loadKeptMs: async () => DAY_MS,
  });
}

test.each(['before', 'after'] as const)(
  'what is lost %s it was written is written again, and nothing twice',
  async (when) => {
    const published = await publish();
    const { project, stub, log } = published;
    const calls = many(20);
    await log.recordCalls(calls);
    await runInDurableObject(stub, async (_instance, { storage }) => {
      const lost = openLog(storage, published, loseNextPut(when));
      await lost.flush();
      expect(await keysOf(project)).toHaveLength(when === 'after' ? 1 : 0);
      expect(await storage.getAlarm()).not.toBeNull();
      // More calls arrive before it is tried again.
      lost.record(many(5));
      await openLog(storage, published, env.BLOBS).flush();
      expect(await storage.getAlarm()).toBeNull();
      storage.sql.exec('DELETE FROM calls');
    });
    expect(await readPages(project)).toHaveLength(25);
    expect(new Set(await readAll(project)).size).toBe(25);
    expect(await keysOf(project)).toHaveLength(2);
  },
);

test('an object that ends between writing and remembering finds the same calls to write', async () => {
  const published = await publish();
  const { project, stub, log } = published;
  await log.recordCalls(many(20));
  await runInDurableObject(stub, async (_instance, { storage }) => {
    const gate = Promise.withResolvers<R2Object>();
    const written = Promise.withResolvers<void>();
    const slow = new Proxy(env.BLOBS, {
      get: (target, name) =>
        name === 'put'
          ? async (...args: Parameters<R2Bucket['put']>) => {
              await target.put(...args);
              written.resolve();
              return gate.promise;
            }
          : Reflect.get(target, name),
    });
    const ended = openLog(storage, published, slow);
    void ended.flush();
    await written.promise;
    ended.record(many(5));
    await openLog(storage, published, env.BLOBS).flush();
    storage.sql.exec('DELETE FROM calls');
  });
  expect(await readPages(project)).toHaveLength(25);
  expect(await readAll(project)).toHaveLength(25);
});

test('a download reads no further than somebody takes, whatever is archived meanwhile', async () => {
  const { project, stub, log } = await publish();
  const calls = many(3_000, { arguments: 'x'.repeat(100) });
  for (let from = 0; from < calls.length; from += 1_000) {
    await log.recordCalls(calls.slice(from, from + 1_000));
  }
  await expect.poll(() => keysOf(project)).not.toHaveLength(0);
  const ids: string[] = [];
  let isBusy = false;
  for await (const some of streamCalls({ env }, project, {})) {
    ids.push(...some.map(({ id }) => id));
    if (ids.length >= 2_100 && !isBusy) {
      isBusy = true;
      await log.recordCalls(many(900));
      await runDurableObjectAlarm(stub);
    }
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(3_900);
});

test('200 MB are downloaded a part at a time', async () => {
  const published = await publish();
  const { project, stub, log } = published;
  await log.changeLogSettings({ keepsArguments: true });
  await log.recordCalls(many(2_000, { arguments: 'y'.repeat(2_000) }));
  await expect.poll(() => keysOf(project)).toHaveLength(1);
  const [key = ''] = await keysOf(project);
  const text = (await (await env.BLOBS.get(key))?.text()) ?? '';
  const size = text.length;
  const times = Math.ceil((200 * 1_048_576) / size);
  await runInDurableObject(stub, (_instance, { storage }) => {
    for (let index = 1; index < times; index += 1) {
      storage.sql.exec(
        `INSERT INTO parts SELECT key || '?' || ?1, start + 2000 * ?1, finish + 2000 * ?1,
          first, last, calls, bytes, until FROM parts LIMIT 1`,
        index,
      );
    }
  });
  const reads: string[] = [];
  const bucket = new Proxy(env.BLOBS, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'get') return typeof member === 'function' ? member.bind(target) : member;
      return async (asked: string) => {
        const index = Number(asked.split('?')[1] ?? 0);
        reads.push(asked);
        const renumbered = text.replace(
          /"sequence":(\d+)/g,
          (_, number: string) => `"sequence":${Number(number) + index * 2_000}`,
        );
        return new Response(renumbered);
      };
    },
  });
  const answer = answerDownload(
    streamCalls({ env: { ...env, BLOBS: bucket } }, project, {}),
    'ndjson',
    'calls',
  );
  let bytes = 0;
  const readsAt: number[] = [];
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    readsAt.push(reads.length - Math.floor(bytes / size));
  }
  expect(bytes).toBeGreaterThan(180 * 1_048_576);
  expect(Math.max(...readsAt)).toBeLessThanOrEqual(3);
});

test('a cell of a table is no formula, and keeps its quotes', async () => {
  async function* calls() {
    yield [toCall({ app: '=1+1', arguments: '{"a":"b"}', tool: null })];
  }
  const text = await answerDownload(calls(), 'csv', 'calls').text();
  const [head, row] = text.split('\r\n');
  expect(head).toMatch(/^id,time,tool,/);
  expect(row).toContain(`,'=1+1,`);
  expect(row).toContain(`"{""a"":""b""}"`);
});

test('the archive goes when its time is over, with its project, and when it is nobody’s', async () => {
  const [one, other] = [await publish(), await publish()];
  const late = { ...one, project: randomId() };
  const owner = await ProjectOwner.signIn();
  await owner.draft();
  for (const { log } of [one, other]) await log.recordCalls(many(2));
  for (const { stub } of [one, other]) await runDurableObjectAlarm(stub);
  await env.BLOBS.put(`logs/${late.project}/2026-01-01T00/1.ndjson`, '', {
    customMetadata: { until: String(Date.now() + 90 * DAY_MS) },
  });
  // A free account keeps a day after the hour.
  await sweepCallParts(env, Date.now() + DAY_MS - 2 * HOUR_MS);
  expect(await keysOf(one.project)).toHaveLength(1);
  await updateEndpoint(env, { kind: 'remove', project: other.project, account: other.account });
  expect(await keysOf(other.project)).toEqual([]);
  const swept = await sweepCallParts(env, Date.now() + DAY_MS + 2 * HOUR_MS);
  expect(swept.expired).toBeGreaterThanOrEqual(1);
  expect(await keysOf(one.project)).toEqual([]);
  expect(await keysOf(late.project)).toEqual([]);
});

/** A published project of somebody with a plan, with calls in the archive that are a few hours old. */
async function archiveOf(tier: 'free' | 'pro') {
  const owner = await ProjectOwner.signIn();
  if (tier === 'pro') await owner.buy(tier);
  const { id } = await owner.saveProject(await owner.draft());
  await owner.publish({ id }, 1);
  await toCallLogStub(env, id).recordCalls(many(2, { at: Date.now() - 3 * HOUR_MS }));
  await runDurableObjectAlarm(env.PROJECTS.get(env.PROJECTS.idFromName(id)));
  const now = Date.now();
  /** Whether the archive is still there after a sweep on a day from now on. */
  const isKept = async (day: number) => {
    await sweepCallParts(env, now + day * DAY_MS);
    return (await keysOf(id)).length > 0;
  };
  return { owner, isKept };
}

test('calls of an account that has a larger plan by the sweep are kept as long as that says', async () => {
  const { owner, isKept } = await archiveOf('free');
  await owner.buy('pro');
  expect(await isKept(13)).toBe(true);
  expect(await isKept(15)).toBe(false);
});

test('after a downgrade calls beyond the smaller plan are kept for three more days', async () => {
  const { owner, isKept } = await archiveOf('pro');
  expect(await isKept(2)).toBe(true);
  await owner.cancel();
  expect([await isKept(5), await isKept(7.9)]).toEqual([true, true]);
  expect(await isKept(8.1)).toBe(false);
});

test('who comes back to the larger plan in time loses no call, nor does anybody to a lost cache', async () => {
  const { owner, isKept } = await archiveOf('pro');
  await owner.cancel();
  expect(await isKept(5)).toBe(true);
  await owner.buy('pro');
  expect(await isKept(9)).toBe(true);
  await owner.cancel();
  await env.CACHE.delete(`log-days:v1:${owner.account}`);
  expect([await isKept(10), await isKept(12)]).toEqual([true, true]);
});

test('who asks for older calls than the plan keeps is told so, with the plan that keeps them', async () => {
  const owner = await ProjectOwner.signIn();
  const { id } = await owner.saveProject(await owner.draft());
  const cutOf = async (days: number) => {
    const since = Date.now() - days * DAY_MS;
    const path = `/api/projects/${id}/calls?since=${since}`;
    return (await owner.ask<NamedCallPage>('GET', path)).cut;
  };
  expect([await cutOf(0.5), await cutOf(1)]).toEqual([null, null]);
  expect(await cutOf(7)).toEqual({
    detail: 'Your plan keeps calls for 1 day; older ones are gone. Pro keeps them for 14 days.',
    limit: 'logDays',
    used: 7,
    max: 1,
    liftedBy: 'pro',
  });
  expect(await cutOf(14)).toMatchObject({ liftedBy: 'pro' });
  expect(await cutOf(15)).toMatchObject({ liftedBy: 'team' });
  expect(await cutOf(200)).toMatchObject({ liftedBy: null });
});
