import { expect, test } from 'vitest';

import { CALL_LIMITS } from '#app/hosting/within-capacity.server.ts';

import type { CreatedKey } from '#app/api-keys/api-key.ts';

import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { callMcpTool, sendMcp, Visitor } from '../setup/drafts.ts';

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

async function openTested() {
  const maker = new Visitor();
  const draft = await maker.submit(HELD);
  await maker.change(draft, { environment: 'test' });
  // So that it answers callers without a token as well.
  await maker.share(draft, 'unlisted');
  return draft;
}

test('above its capacity a server answers 503 and when to come back, others are served, and then it is itself', async () => {
  const draft = await openTested();
  const gate = crypto.randomUUID();
  const held = { name: 'held', arguments: { gate } };
  const send = () => sendMcp(draft.endpoint, 'tools/call', held, draft.token);
  const most = CALL_LIMITS.atWorkOfKey + CALL_LIMITS.waitingOfKey;
  const calls = Array.from({ length: most + 1 }, send);
  // All that are at work wait for the gate, so that only a refusal can come.
  const first = await Promise.race(calls);
  expect(first.status).toBe(503);
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(first.message).toMatchObject({ status: 503, detail: expect.stringMatching(/Too many/) });

  // Strangers of this server, and callers of another one.
  expect((await callMcpTool(draft.endpoint, 'held', { gate }))['isError'] ?? false).toBe(false);
  const other = await new Visitor().submit(HELD);
  const listed = await sendMcp(other.endpoint, 'tools/list', {}, other.token);
  expect(listed.status).toBe(200);

  await fetch(`https://models.invalid/gates/${gate}`, { method: 'POST' });
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  // Those that waited too long on a slow machine are refused as well, and none hangs.
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const served = statuses.filter((status) => status === 200);
  expect(served.length).toBeGreaterThanOrEqual(CALL_LIMITS.atWorkOfKey);
  const next = await callMcpTool(draft.endpoint, 'held', { gate }, draft.token);
  expect(next['isError'] ?? false, JSON.stringify(next)).toBe(false);
});

test('a project above its capacity answers 503, and others are served', async () => {
  const owner = await ProjectOwner.signIn();
  await owner.buy('pro');
  const [project, other] = [
    await owner.saveProject(await owner.draft(HELD)),
    await owner.saveProject(await owner.draft(HELD)),
  ];
  await owner.publish(project, 1);
  await owner.publish(other, 1);
  const wish = { name: 'Test', projects: 'all' };
  const { token } = await owner.ask<CreatedKey>('POST', '/api/keys', wish, 201);
  const gate = crypto.randomUUID();
  const held = { name: 'held', arguments: { gate } };
  const most = CALL_LIMITS.atWorkOfKey + CALL_LIMITS.waitingOfKey;
  const calls = Array.from({ length: most + 1 }, () =>
    sendMcp(project.endpoint, 'tools/call', held, token),
  );
  const first = await Promise.race(calls);
  expect(first.status).toBe(503);
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await sendMcp(other.endpoint, 'tools/list', {}, token)).status).toBe(200);

  await fetch(`https://models.invalid/gates/${gate}`, { method: 'POST' });
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});
