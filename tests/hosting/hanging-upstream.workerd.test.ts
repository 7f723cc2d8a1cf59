import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { CreatedKey } from '#app/api-keys/api-key.ts';
import type { CallPage } from '#app/hosting/calls/call-entry.ts';
import type { ProjectView } from '#app/projects/project.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { modernRequest } from '../setup/modern-request.ts';
import { RawSession } from './raw-session.workerd.ts';

const toGet = (operationId: string) => ({ get: { operationId, responses: { 200: {} } } });
/** An API with an operation that never answers, and one for which each caller has a key. */
const DOCUMENT = {
  ...UPSTREAM_DOCUMENT,
  paths: {
    '/hangs': toGet('hangs'),
    '/echo': toGet('echo'),
    '/who': { get: { ...toGet('who').get, security: [{ key: [] }] } },
  },
};

interface Result {
  isError?: boolean;
  content: { text: string }[];
}

/** A published project whose API may take a moment only, and a key of its account. */
async function publish() {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft(DOCUMENT);
  const name = draft.secrets[0]?.name;
  const edited = await owner.edit(
    draft,
    { edit: 'setUpstream', id: 'api', timeoutMs: 1_500 },
    // So that clients of 2025 get a session.
    { edit: 'setSecret', name, scope: 'caller' },
  );
  const project = await owner.saveProject(edited);
  await owner.publish(project, 1);
  const body = { name: 'Test', projects: 'all' };
  const { token } = await owner.ask<CreatedKey>('POST', '/api/keys', body, 201);
  return { owner, project, token };
}

async function call({ endpoint }: ProjectView, token: string, name: string): Promise<Result> {
  const made = modernRequest('tools/call', { name, arguments: {} });
  const headers = new Headers(made.headers);
  headers.set('authorization', `Bearer ${token}`);
  const init = { method: 'POST', headers, body: made.body };
  const answer = await exports.default.fetch(new Request(SITE + endpoint, init));
  expect(answer.status).toBe(200);
  return (await answer.json<{ result: Result }>()).result;
}

/** Name of what ends first. */
function first(works: Record<string, Promise<unknown>>): Promise<string> {
  return Promise.race(Object.entries(works).map(([name, work]) => work.then(() => name)));
}

/** The logged calls of a project, once there are so many. */
async function loggedCalls(owner: ProjectOwner, { id }: ProjectView, count: number) {
  const read = async () => {
    const { calls } = await owner.ask<CallPage>('GET', `/api/projects/${id}/calls`);
    return calls.map(({ tool, end }) => `${tool} ${end}`).toSorted();
  };
  await expect.poll(async () => (await read()).length).toBe(count);
  return read();
}

const TIMED_OUT = /did not answer in time/;

test('an API that never answers ends its own calls as time-outs in 2026, and holds nothing else up', async () => {
  const [{ owner, project, token }, other] = [await publish(), await publish()];
  const hanging = [call(project, token, 'hangs'), call(project, token, 'hangs')];
  const order = await first({
    hangs: Promise.race(hanging),
    echo: call(project, token, 'echo'),
  });
  expect(order).toBe('echo');
  expect((await call(other.project, other.token, 'echo')).isError ?? false).toBe(false);
  for (const result of await Promise.all(hanging)) {
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toMatch(TIMED_OUT);
  }
  expect((await call(project, token, 'echo')).isError ?? false).toBe(false);
  expect(await loggedCalls(owner, project, 4)).toEqual([
    'echo ok',
    'echo ok',
    'hangs timeOut',
    'hangs timeOut',
  ]);
});

test('in a session of 2025 as well: it answers others meanwhile, and goes on afterwards', async () => {
  const { owner, project, token } = await publish();
  const session = await RawSession.open(project.endpoint, { elicitation: { url: {} } }, token);
  expect(session.id).not.toBe('');
  const hanging = session.ask('tools/call', { name: 'hangs', arguments: {} }, 'h');
  const echo = session.ask('tools/call', { name: 'echo', arguments: {} }, 'p');
  expect(await first({ hanging, echo })).toBe('echo');
  const answered = await hanging;
  expect(answered.at(-1)).toMatchObject({
    id: 'h',
    result: { isError: true, content: [{ text: expect.stringMatching(TIMED_OUT) }] },
  });
  expect(await session.status()).toBe(200);
  const [after] = await session.ask('tools/call', { name: 'echo', arguments: {} }, 'q');
  expect(after).toMatchObject({ id: 'q', result: { content: expect.any(Array) } });
  expect(await loggedCalls(owner, project, 3)).toEqual(['echo ok', 'echo ok', 'hangs timeOut']);
});
