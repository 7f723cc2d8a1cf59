import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { CreatedKey } from '#app/api-keys/api-key.ts';
import {
  UNKNOWN_FACTS,
  type CallEnd,
  type CallEntry,
  type CallPage,
} from '#app/hosting/calls/call-entry.ts';
import { toCallLogStub } from '#app/hosting/calls/call-log-stub.server.ts';
import { timedId } from '#app/platform/ids.ts';
import { ARTIFACT_PREFIX } from '#app/sandbox/artifact-store.server.ts';
import { EndpointKeeper } from '#app/projects/endpoint/endpoint-keeper.server.ts';
import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';
import type { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import type { ProjectView } from '#app/projects/project.ts';

import { problemOf, ProjectOwner, rename } from '../projects/project-owner.workerd.ts';
import { loseWrites } from '../setup/broken-binding.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { sendMcp } from '../setup/drafts.ts';
import { modernRequest } from '../setup/modern-request.ts';

/** A published version whose tool `page` is called `leaf` in the next one. */
async function saveTwo() {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft();
  const project = await owner.saveProject(draft);
  const edited = await owner.edit(draft, rename('page', 'leaf'));
  await owner.saveVersion(project, edited, { base: 1 });
  await owner.publish(project, 1);
  return { owner, project };
}

type Saved = Awaited<ReturnType<typeof saveTwo>>;

const publishPath = ({ id }: Pick<ProjectView, 'id'>) => `/api/projects/${id}/publication`;

function offer({ owner, project }: Saved, over: object = {}): Promise<EndpointView> {
  return owner.ask('POST', publishPath(project), { version: 2, share: 50, ...over });
}

const read = ({ owner, project }: Saved) =>
  owner.ask<EndpointView>('GET', `/api/projects/${project.id}/endpoint`);

const serves = async ({ id }: ProjectView) => {
  const leased = await toEndpointStub(env, id).lease();
  return leased.ok ? [leased.value.version, leased.value.rollout?.version ?? null] : leased.reason;
};

let written = 0;

/** Calls of one version, so many of which failed. */
function toCalls(version: number, calls: number, failed: number, end: CallEnd = 'timeOut') {
  return Array.from({ length: calls }, (_, index): CallEntry => {
    written += 1;
    const at = Date.now();
    const sizes = { milliseconds: 12, requestBytes: 2, resultBytes: 20 };
    const how = { key: 'k', version, end: index < failed ? end : 'ok' };
    return { id: `${timedId(at)}${written}`, at, tool: 'page', ...UNKNOWN_FACTS, ...how, ...sizes };
  });
}

const record = ({ project }: Saved, ...calls: CallEntry[][]) =>
  toCallLogStub(env, project.id).recordCalls(calls.flat());

async function toolsAt(project: ProjectView, own: Record<string, string>): Promise<string> {
  const made = modernRequest('tools/list', {});
  const headers = { ...Object.fromEntries(new Headers(made.headers)), ...own };
  const answer = await exports.default.fetch(
    new Request(SITE + project.endpoint, { method: 'POST', headers, body: made.body }),
  );
  const text = await answer.text();
  if (answer.status !== 200) return String(answer.status);
  return text.includes('"leaf"') ? 'new' : 'old';
}

test('a share of the callers gets the new version, each of them always the same one', async () => {
  const saved = await saveTwo();
  const { owner, project } = saved;
  await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'public' });
  const { rollout } = await offer(saved);
  expect(rollout).toMatchObject({ version: 2, share: 50, promoteAfter: null });
  const lookAll = () =>
    Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        toolsAt(project, { 'cf-connecting-ip': `203.0.113.${index}` }),
      ),
    );
  const first = await lookAll();
  expect(new Set(first)).toEqual(new Set(['old', 'new']));
  expect(await lookAll()).toEqual(first);
  const wish = { name: 'Test', projects: 'all' };
  const { token } = await owner.ask<CreatedKey>('POST', '/api/keys', wish, 201);
  const withKey = (address: string) =>
    toolsAt(project, { authorization: `Bearer ${token}`, 'cf-connecting-ip': address });
  const seen = new Set(await Promise.all(['203.0.113.1', '203.0.113.2', '::1'].map(withKey)));
  expect(seen.size).toBe(1);
  await owner.publish(project, 1);
  expect(new Set(await lookAll())).toEqual(new Set(['old']));
});

test('a version that fails more often is taken back once, with its reason; calls count once', async () => {
  const saved = await saveTwo();
  await offer(saved, { share: 10 });
  const [stable, candidate] = [toCalls(1, 580, 3), toCalls(2, 19, 14)];
  const refused = toCalls(2, 5, 5, 'overQuota');
  await record(saved, stable, candidate, refused);
  await record(saved, stable, candidate);
  const running = await read(saved);
  expect(running.rollout).toMatchObject({
    candidate: { calls: 19, errors: 14, p50: 25 },
    stable: { calls: 580, errors: 3, p95: 25 },
  });
  await record(saved, toCalls(2, 41, 0), candidate);
  expect(await serves(saved.project)).toEqual([1, null]);
  const { published, rollout, history, publication } = await read(saved);
  expect([published?.version, rollout, publication]).toEqual([1, null, 3]);
  expect(history[0]).toMatchObject({
    version: 2,
    share: 10,
    end: {
      outcome: 'takenBack',
      isAutomatic: true,
      candidate: { calls: 60, errors: 14 },
      stable: { calls: 580, errors: 3 },
    },
  });
  // Isolates that still serve it change nothing more.
  await record(saved, toCalls(2, 40, 40));
  expect((await read(saved)).history).toEqual(history);
  const late = { version: 2, isPromotion: true };
  const answer = await saved.owner.send('POST', publishPath(saved.project), late);
  expect(await problemOf(answer)).toContain('409 Version 2 is not being rolled out any more');
});

test('one caller that repeats a failing call decides nothing alone, in neither direction', async () => {
  const saved = await saveTwo();
  await offer(saved, { promoteAfter: 100 });
  const of = (key: string | null, visitor: string, calls: CallEntry[]) =>
    calls.map((call) => ({ ...call, key, visitor }));
  await record(saved, toCalls(1, 300, 15), of('other', '', toCalls(2, 90, 4)));
  await record(saved, of(null, '7', toCalls(2, 400, 400)));
  expect((await read(saved)).rollout).toMatchObject({ candidate: { calls: 490, errors: 404 } });
  expect(await serves(saved.project)).toEqual([1, 2]);
  await record(saved, of('one', '', toCalls(1, 500, 500)));
  expect(await serves(saved.project)).toEqual([1, 2]);
  // Many callers are believed.
  for (const key of ['a', 'b', 'c']) await record(saved, of(key, '', toCalls(2, 20, 20)));
  expect(await serves(saved.project)).toEqual([1, null]);
});

test('tools that nobody has, and what visitors send wrongly, are counted for no version', async () => {
  const saved = await saveTwo();
  await offer(saved, { promoteAfter: 30 });
  const visit = (calls: CallEntry[]) => calls.map((call) => ({ ...call, key: null, visitor: '7' }));
  await record(saved, toCalls(1, 40, 1), toCalls(1, 900, 900, 'toolNotFound'));
  await record(saved, visit(toCalls(1, 900, 900, 'argumentRefused')));
  await record(saved, toCalls(2, 500, 500, 'toolNotFound'), toCalls(2, 28, 4, 'argumentRefused'));
  expect((await read(saved)).rollout).toMatchObject({
    candidate: { calls: 28, errors: 4 },
    stable: { calls: 40, errors: 1 },
  });
  expect(await serves(saved.project)).toEqual([1, 2]);
});

test('a version that is not worse is promoted after the calls that were asked for', async () => {
  const saved = await saveTwo();
  await offer(saved, { promoteAfter: 30 });
  await record(saved, toCalls(1, 40, 2), toCalls(2, 29, 1));
  expect(await serves(saved.project)).toEqual([1, 2]);
  await record(saved, toCalls(2, 1, 0));
  expect(await serves(saved.project)).toEqual([2, null]);
  const { history } = await read(saved);
  expect(history[0]?.end).toMatchObject({ outcome: 'promoted', isAutomatic: true });
});

test('another share counts from the beginning, and calls from before are no part of it', async () => {
  const saved = await saveTwo();
  const early = toCalls(2, 40, 40);
  await offer(saved, { share: 10 });
  await record(saved, toCalls(1, 40, 0), toCalls(2, 10, 10));
  await offer(saved, { share: 20 });
  const before = { calls: 0, errors: 0 };
  expect((await read(saved)).rollout).toMatchObject({ candidate: before, stable: before });
  await record(
    saved,
    early.map((call) => ({ ...call, at: call.at - 60_000 })),
    toCalls(1, 40, 0),
  );
  expect((await read(saved)).rollout).toMatchObject({ candidate: before, stable: { calls: 40 } });
  expect(await serves(saved.project)).toEqual([1, 2]);
});

test.each([
  [{ version: 2, share: 0 }, '422'],
  [{ version: 2, share: 100 }, '422'],
  [{ version: 2, share: 10, promoteAfter: 19 }, '422'],
  [{ version: 2, promoteAfter: 100 }, '422'],
  [{ version: 2, share: 10, isPromotion: true }, '422'],
  [{ version: 1, share: 10 }, '409 All callers get version 1 already'],
  [{ version: 2, isPromotion: true }, '409 Version 2 is not being rolled out'],
])('%o is refused: %s', async (body, refusal) => {
  const { owner, project } = await sharedSaved();
  expect(await problemOf(await owner.send('POST', publishPath(project), body))).toContain(refusal);
});

let shared: Promise<Saved> | null = null;
const sharedSaved = () => (shared ??= saveTwo());

test('before anything is served there is nobody to share callers with', async () => {
  const owner = await ProjectOwner.signIn();
  const project = await owner.saveProject(await owner.draft());
  const answer = await owner.send('POST', publishPath(project), { version: 1, share: 10 });
  expect(await problemOf(answer)).toContain('409 Nothing is served yet');
});

test.each(['before', 'after'] as const)(
  'a rollout is kept, judged once and mirrored later by an object whose database was lost %s it wrote',
  async (when) => {
    const { project, owner } = await saveTwo();
    const owned = { project: project.id, account: owner.account };
    const stub = env.PROJECTS.get(env.PROJECTS.idFromName(project.id));
    const rowOf = () =>
      env.DB.prepare('select published, publication from projects where id = ?')
        .bind(project.id)
        .first();
    await runInDurableObject(stub, async (_instance, { storage }) => {
      const lost = new EndpointKeeper(storage, loseWrites(env.DB, when));
      const publication = { version: 2, blueprint: 'b', artifact: 'a' };
      await lost.apply({ kind: 'offer', ...owned, publication, share: 10, promoteAfter: 20 });
      const counts = { calls: 30, errors: 0 };
      await lost.judge({ candidate: counts, stable: counts });
      await lost.judge({ candidate: counts, stable: counts });
      const { published, rollout, history } = lost.read();
      expect([published?.version, rollout, history.length]).toEqual([2, null, 2]);
      expect(await storage.getAlarm()).not.toBeNull();
    });
    expect(await rowOf()).toEqual(
      when === 'after' ? { published: 2, publication: 3 } : { published: 1, publication: 1 },
    );
    await runDurableObjectAlarm(stub);
    expect(await rowOf()).toEqual({ published: 2, publication: 3 });
    await runInDurableObject(stub, async (_instance, { storage }) => {
      expect(await storage.getAlarm()).toBeNull();
    });
  },
);

test('an idle project’s object holds no alarm, timer or open socket', async () => {
  const saved = await saveTwo();
  const { owner, project } = saved;
  await offer(saved, { share: 10, promoteAfter: 100 });
  await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'public' });
  await toolsAt(project, {});
  const stub = env.PROJECTS.get(env.PROJECTS.idFromName(project.id));
  const owned = { project: project.id, account: owner.account };
  const timers = new Set<unknown>();
  const { setTimeout: set, clearTimeout: clear, setInterval: repeat } = globalThis;
  Object.assign(globalThis, {
    setTimeout: (work: () => void, ms?: number) => {
      const timer = set(() => {
        timers.delete(timer);
        work();
      }, ms);
      timers.add(timer);
      return timer;
    },
    clearTimeout: (timer: Parameters<typeof clear>[0]) => {
      timers.delete(timer);
      clear(timer);
    },
    setInterval: () => {
      throw new Error('An object that wakes again and again never rests.');
    },
  });
  try {
    await stub.recordCalls([...toCalls(1, 580, 3), ...toCalls(2, 60, 14)]);
    await stub.applyToEndpoint({ kind: 'close', ...owned });
    await stub.applyToEndpoint({ kind: 'open', ...owned });
  } finally {
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear, setInterval: repeat });
  }
  expect(await serves(project)).toEqual([1, null]);
  // Its calls are archived at the end of their hour.
  await runDurableObjectAlarm(stub);
  expect(timers.size).toBe(0);
  // Its calls go into the archive once; with that it rests.
  await runDurableObjectAlarm(stub);
  await runInDurableObject(stub, async (_instance, ctx) => {
    expect(await ctx.storage.getAlarm()).toBeNull();
    expect(ctx.getWebSockets()).toEqual([]);
  });
});

const HELD = {
  openapi: '3.1.0',
  info: { title: 'Held', version: '1.0.0' },
  servers: [{ url: 'https://upstream.example.net/v1' }],
  paths: {
    '/held': {
      get: {
        operationId: 'held',
        summary: 'Answers when a gate is opened',
        parameters: [{ name: 'gate', in: 'query', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'OK' } },
      },
    },
  },
};

/** A call of version 2 that waits for a gate, and how to open it. */
async function holdCall() {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft(HELD);
  const project = await owner.saveProject(draft);
  const edited = await owner.edit(draft, { edit: 'setIdentity', title: 'Held again' });
  await owner.saveVersion(project, edited, { base: 1 });
  await owner.publish(project, 1);
  await owner.publish(project, 2);
  const wish = { name: 'Test', projects: 'all' };
  const { token } = await owner.ask<CreatedKey>('POST', '/api/keys', wish, 201);
  const gate = crypto.randomUUID();
  const held = { name: 'held', arguments: { gate } };
  const send = () => sendMcp(project.endpoint, 'tools/call', held, token);
  // From here on this isolate knows what is served, so that the call begins before anything changes.
  await sendMcp(project.endpoint, 'tools/list', {}, token);
  const release = () => fetch(`https://models.invalid/gates/${gate}`, { method: 'POST' });
  return { owner, project, running: send(), send, release };
}

test('a call that runs while its version is rolled back ends as it began, and is in the log of that version', async () => {
  const { owner, project, running, send, release } = await holdCall();
  await owner.publish(project, 1);
  const next = send();
  await release();
  for (const { message } of await Promise.all([running, next])) {
    expect(message).toMatchObject({ result: { structuredContent: { held: false } } });
  }
  await expect
    .poll(async () => {
      const { calls } = await owner.ask<CallPage>('GET', `/api/projects/${project.id}/calls`);
      return calls.map(({ version, end }) => `${version} ${end}`).toSorted();
    })
    .toEqual(['1 ok', '2 ok']);
});

test('a call that runs while its project is deleted ends, the next one finds nothing', async () => {
  const { owner, project, running, send, release } = await holdCall();
  const path = `/api/projects/${project.id}`;
  expect((await owner.send('DELETE', path, { confirm: project.slug })).status).toBe(204);
  expect((await send()).status).toBe(404);
  await release();
  const { message } = await running;
  expect(message).toMatchObject({ result: { structuredContent: { held: false } } });
  expect((await owner.send('POST', `${path}/undelete`)).status).toBe(204);
  await expect.poll(async () => (await owner.ask<CallPage>('GET', `${path}/calls`)).kept).toBe(1);
});

test('a tool list is answered without waking the sandbox, whose modules nobody could read', async () => {
  const owner = await ProjectOwner.signIn();
  const info = { ...HELD.info, title: `Unread ${crypto.randomUUID()}` };
  const project = await owner.saveProject(await owner.draft({ ...HELD, info }));
  const published = await owner.publish(project, 1);
  const artifact = published.published?.artifact ?? '';
  await env.BLOBS.delete(`${ARTIFACT_PREFIX}${artifact}/modules.json`);
  const wish = { name: 'Test', projects: 'all' };
  const { token } = await owner.ask<CreatedKey>('POST', '/api/keys', wish, 201);
  const listed = await sendMcp(project.endpoint, 'tools/list', {}, token);
  expect(listed.message).toMatchObject({ result: { tools: [{ name: 'held' }] } });
  const held = { name: 'held', arguments: { gate: 'never' } };
  const called = await sendMcp(project.endpoint, 'tools/call', held, token);
  expect(called.message).toMatchObject({ result: { isError: true } });
});
