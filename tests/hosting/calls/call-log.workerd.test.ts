import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { noteCall } from '#app/hosting/calls/call-buffer.server.ts';
import { UNKNOWN_FACTS, type CallEntry } from '#app/hosting/calls/call-entry.ts';
import { toCallLogStub } from '#app/hosting/calls/call-log-stub.server.ts';
import { createTrace, type AppContext } from '#app/platform/app-context.ts';
import { requireConfig } from '#app/platform/config.ts';
import { randomId, timedId } from '#app/platform/ids.ts';
import { updateEndpoint } from '#app/projects/endpoint/endpoint-stub.server.ts';

import { ORIGIN } from '../../setup/drafts.ts';

function toEntry(tool: string, at = Date.now()): CallEntry {
  const sizes = { milliseconds: 12, requestBytes: 2, resultBytes: 20 };
  const known = { ...UNKNOWN_FACTS, key: 'k', version: 1, end: 'ok' as const };
  return { id: timedId(at), at, tool, ...known, ...sizes };
}

/** A project that has been published. */
async function publish(): Promise<{ project: string; account: string }> {
  const place = { project: randomId(), account: randomId() };
  const publication = { version: 1, blueprint: 'b', artifact: 'a' };
  await updateEndpoint(env, { kind: 'publish', ...place, publication, places: null });
  return place;
}

const logOf = (project: string) => toCallLogStub(env, project);

const firstPage = (project: string, limit = 50) => logOf(project).holdCalls({}, { limit });

function tablesOf(project: string): Promise<string[]> {
  const stub = env.PROJECTS.get(env.PROJECTS.idFromName(project));
  return runInDurableObject(stub, (_instance, { storage }) => {
    const rows = storage.sql.exec<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('calls', 'usage')`,
    );
    return rows.toArray().map(({ name }) => name);
  });
}

test('the log goes with its project, and takes no call that was late for its end', async () => {
  const { project, account } = await publish();
  await logOf(project).recordCalls([toEntry('page')]);
  expect(await firstPage(project)).toMatchObject({ kept: 1, calls: [{ tool: 'page' }] });

  await updateEndpoint(env, { kind: 'remove', project, account });
  expect(await tablesOf(project)).toEqual([]);
  await logOf(project).recordCalls([toEntry('late')]);
  expect(await tablesOf(project)).toEqual([]);
  expect(await firstPage(project)).toEqual({ calls: [], parts: [], tail: 0, kept: 0 });
});

test('looking at the log of a project that nobody called stores nothing', async () => {
  const { project } = await publish();
  expect(await firstPage(project)).toEqual({ calls: [], parts: [], tail: 0, kept: 0 });
  expect(await logOf(project).readUsage(0)).toEqual({ rows: [] });
  expect(await tablesOf(project)).toEqual([]);
});

test('a call that is written twice counts once', async () => {
  const { project } = await publish();
  const entries = Array.from({ length: 1_010 }, (_, index) => toEntry(`tool ${index}`));
  await logOf(project).recordCalls(entries);
  await logOf(project).recordCalls(entries.slice(-5));
  expect(await firstPage(project, 1)).toMatchObject({ kept: 1_010 });
  const { rows } = await logOf(project).readUsage(0);
  expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(1_010);
});

test('counts of more than seven days ago are not told, though nobody has called since', async () => {
  const { project } = await publish();
  const old = toEntry('old', Date.now() - 8 * 24 * 60 * 60 * 1_000);
  await logOf(project).recordCalls([toEntry('page')]);
  const stub = env.PROJECTS.get(env.PROJECTS.idFromName(project));
  await runInDurableObject(stub, (_instance, { storage }) => {
    storage.sql.exec('UPDATE usage SET hour = ?', old.at);
  });
  expect(await logOf(project).readUsage(0)).toEqual({ rows: [] });
});

test('a log that an earlier release has begun is read and continued', async () => {
  const { project } = await publish();
  const stub = env.PROJECTS.get(env.PROJECTS.idFromName(project));
  await runInDurableObject(stub, (_instance, { storage }) => {
    storage.sql.exec(
      `CREATE TABLE calls (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL,
        at INTEGER NOT NULL, tool TEXT, key TEXT, version INTEGER NOT NULL, "end" TEXT NOT NULL,
        ms INTEGER NOT NULL, sent INTEGER NOT NULL, got INTEGER NOT NULL)`,
    );
    storage.sql.exec(
      `INSERT INTO calls (id, at, tool, version, "end", ms, sent, got)
        VALUES ('0', 1, 'old', 1, 'ok', 1, 1, 1)`,
    );
  });
  await logOf(project).recordCalls([{ ...toEntry('new'), request: 'r' }]);
  expect((await firstPage(project)).calls).toMatchObject([
    { tool: 'new', request: 'r' },
    { tool: 'old', request: null },
  ]);
});

/** Projects whose log is written when a gate opens; the real one does it. */
function holdLog(gate: Promise<void>, began: () => void): Env['PROJECTS'] {
  return new Proxy(env.PROJECTS, {
    get(target, name) {
      if (name === 'idFromName') return target.idFromName.bind(target);
      return (id: DurableObjectId) => ({
        recordCalls: async (entries: CallEntry[]) => {
          began();
          await gate;
          return target.get(id).recordCalls(entries);
        },
      });
    },
  });
}

test('a call that ends while others are being written is written, too', async () => {
  const { project } = await publish();
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const work: Promise<unknown>[] = [];
  const app: AppContext = {
    ...createTrace(),
    env: { ...env, PROJECTS: holdLog(gate.promise, begun.resolve) },
    config: requireConfig(env),
    origin: ORIGIN,
    waitUntil: (promise) => void work.push(promise),
  };
  noteCall(app, project, toEntry('first'));
  await begun.promise;
  noteCall(app, project, toEntry('second'));
  gate.resolve();
  await Promise.all(work);
  const { calls } = await firstPage(project);
  expect(new Set(calls.map(({ tool }) => tool))).toEqual(new Set(['first', 'second']));
});

test('more calls than may wait are all written when they end within a moment', async () => {
  const { project } = await publish();
  const work: Promise<unknown>[] = [];
  const app: AppContext = {
    ...createTrace(),
    env,
    config: requireConfig(env),
    origin: ORIGIN,
    waitUntil: (promise) => void work.push(promise),
  };
  for (let call = 0; call < 1_300; call += 1) noteCall(app, project, toEntry('many'));
  await Promise.all(work);
  expect(await firstPage(project, 1)).toMatchObject({ kept: 1_300 });
  const { rows } = await logOf(project).readUsage(0);
  expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(1_300);
});
