import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { noteCall } from '#app/hosting/calls/call-buffer.server.ts';
import type { CallEntry } from '#app/hosting/calls/call-entry.ts';
import { toCallLogStub } from '#app/hosting/calls/call-log-stub.server.ts';
import { createTrace, type AppContext } from '#app/platform/app-context.ts';
import { requireConfig } from '#app/platform/config.ts';
import { randomId, timedId } from '#app/platform/ids.ts';
import { updateEndpoint } from '#app/projects/endpoint/endpoint-stub.server.ts';

import { ORIGIN } from '../setup/drafts.ts';

function toEntry(tool: string, at = Date.now()): CallEntry {
  const sizes = { milliseconds: 12, requestBytes: 2, resultBytes: 20 };
  return { id: timedId(at), at, tool, key: 'k', version: 1, end: 'ok', ...sizes };
}

/** A project that has been published. */
async function publish(): Promise<{ project: string; account: string }> {
  const place = { project: randomId(), account: randomId() };
  const publication = { version: 1, blueprint: 'b', artifact: 'a' };
  await updateEndpoint(env, { kind: 'publish', ...place, publication });
  return place;
}

const logOf = (project: string) => toCallLogStub(env, project);

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
  expect(await logOf(project).listCalls({})).toMatchObject({ kept: 1, calls: [{ tool: 'page' }] });

  await updateEndpoint(env, { kind: 'remove', project, account });
  expect(await tablesOf(project)).toEqual([]);
  await logOf(project).recordCalls([toEntry('late')]);
  expect(await tablesOf(project)).toEqual([]);
  expect(await logOf(project).listCalls({})).toEqual({ calls: [], next: null, kept: 0 });
});

test('looking at the log of a project that nobody called stores nothing', async () => {
  const { project } = await publish();
  expect(await logOf(project).listCalls({})).toEqual({ calls: [], next: null, kept: 0 });
  expect(await logOf(project).readUsage(0)).toEqual({ rows: [] });
  expect(await tablesOf(project)).toEqual([]);
});

test('the last thousand calls are kept, and one that is written twice counts once', async () => {
  const { project } = await publish();
  const entries = Array.from({ length: 1_010 }, (_, index) => toEntry(`tool ${index}`));
  await logOf(project).recordCalls(entries);
  await logOf(project).recordCalls(entries.slice(-5));
  const page = await logOf(project).listCalls({ limit: 1 });
  expect(page).toMatchObject({ kept: 1_000, calls: [{ tool: 'tool 1009' }] });
  const { rows } = await logOf(project).readUsage(0);
  expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(1_010);
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
  const { calls } = await logOf(project).listCalls({});
  expect(new Set(calls.map(({ tool }) => tool))).toEqual(new Set(['first', 'second']));
});
