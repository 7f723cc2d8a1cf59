import { env } from 'cloudflare:workers';
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';

import type { CreatedKey } from '#app/api-keys/api-key.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { readDraft } from '#app/drafts/store.server.ts';
import { toServedDraft, VISITOR } from '#app/hosting/served-server.ts';
import { withVisit } from '#app/hosting/session-visit.ts';

import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import petstore from '../specs/petstore-3.0.json?raw';
import { ORIGIN, Visitor } from '../setup/drafts.ts';
import { initialize, MessageReader, RawSession } from './raw-session.workerd.ts';

const CAN_ASK = { elicitation: {} };
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const ASKING = `export default async (args, { elicit }) => {
  const form = { type: 'object', properties: { name: { type: 'string' } } };
  const answer = await elicit('Who?', form);
  return answer === null ? 'nobody to ask' : String(answer.content?.name);
};`;
const LOGGING = `export default async (args, { log }) => {
  await log('info', 'a word');
  return 'said';
};`;
const TOUCHING = `export default async (args, { updated }) => {
  await updated('test://clock');
  return 'told';
};`;

const tool = (name: string, source: string) => ({
  edit: 'upsertTool',
  tool: { name, enabled: true, inputSchema: { type: 'object' }, action: { kind: 'code', source } },
});

/** A draft that visitors may call. */
async function makeShared() {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  await maker.share(draft, 'unlisted');
  return { maker, draft };
}

/** A shared draft whose tools ask, log and change a resource. */
async function makeAsking() {
  const { maker, draft } = await makeShared();
  const content = { kind: 'tool', tool: 'logging' };
  const resource = { uri: 'test://clock', name: 'clock', content };
  await maker.change(draft, {
    edits: [
      tool('asking', ASKING),
      tool('logging', LOGGING),
      tool('touching', TOUCHING),
      { edit: 'upsertResource', resource },
    ],
  });
  return { maker, draft, endpoint: draft.endpoint };
}

async function headOf({ id }: { id: string }): Promise<DraftHead> {
  const found = await readDraft(env, id);
  if (!found.ok) throw new Error('The draft was just made.');
  return found.value;
}

/** A draft and its caller without a token, as the gateway tells a session of them. */
function byVisitor(head: DraftHead) {
  const caller = { id: VISITOR, isTrusted: false };
  return { server: toServedDraft(head), caller, environment: 'mock' as const };
}

function toStub(draft: { id: string }, { id }: RawSession) {
  return env.SESSIONS.get(env.SESSIONS.idFromName(`${draft.id}/${id}`));
}

/** Makes a session seem to have begun then. */
async function setOpenedAt(stub: ReturnType<typeof toStub>, openedAt: number): Promise<void> {
  await runInDurableObject(stub, (_, { storage }) => {
    storage.kv.put('session', { ...storage.kv.get<object>('session'), openedAt });
  });
}

async function alarmOf(stub: ReturnType<typeof toStub>): Promise<number | null> {
  return await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
}

/** That nothing is on its way in a session soon after a client left: its alarm ends it then. */
async function expectRest(draft: { id: string }, session: RawSession): Promise<void> {
  const stub = toStub(draft, session);
  await expect.poll(() => runDurableObjectAlarm(stub).then(() => session.status())).toBe(404);
}

const call = (name: string) => ({ name, arguments: {} });

test('a tool asks the user of a client of 2025, and goes on with the answer', async () => {
  const { endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK);
  expect(session.id).toMatch(/^[0-9A-Za-z]{22}$/);
  const stream = new MessageReader(
    await session.post({ id: 1, method: 'tools/call', params: call('asking') }),
  );
  const question = await stream.next();
  expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'Who?' } });
  const answer = { action: 'accept', content: { name: 'Ada' } };
  const accepted = await session.post({ id: question['id'] ?? null, result: answer });
  expect(accepted.status).toBe(202);
  expect(await stream.next()).toMatchObject({ id: 1, result: { content: [{ text: 'Ada' }] } });
});

test('a destructive tool of an imported document asks before it does anything', async () => {
  const { draft } = await makeShared();
  const session = await RawSession.open(draft.endpoint, CAN_ASK);
  const remove = async (action: string) => {
    const params = { name: 'deletePet', arguments: { petId: 7 } };
    const response = await session.post({ id: action, method: 'tools/call', params });
    const stream = new MessageReader(response);
    const { id = null, method } = await stream.next();
    expect(method).toBe('elicitation/create');
    const content = { confirm: true };
    await session.post({ id, result: { action, ...(action === 'accept' && { content }) } });
    return JSON.stringify((await stream.next())['result']);
  };
  expect(await remove('decline')).toContain('Nothing was done');
  expect(await remove('accept')).not.toContain('Nothing was done');
});

test('a client that cannot be asked, of a server that only asks, gets no session', async () => {
  const { maker, draft } = await makeShared();
  await maker.change(draft, { edits: [tool('asking', ASKING)] });
  expect((await RawSession.open(draft.endpoint, {})).id).toBe('');
  expect((await RawSession.open(draft.endpoint, CAN_ASK)).id).not.toBe('');
});

test('the plan bounds an answer of a project in a session, too', async () => {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.edit(
    await owner.draft(),
    tool('asking', ASKING),
    tool('large', `export default async () => 'x'.repeat(900_000);`),
    { edit: 'setPolicies', maxResultBytes: 5_000_000 },
  );
  const project = await owner.saveProject(draft);
  await owner.publish(project, 1);
  const body = { name: 'Test', projects: 'all' };
  const { token } = await owner.ask<CreatedKey>('POST', '/api/keys', body, 201);
  const session = await RawSession.open(project.endpoint, CAN_ASK, token);
  expect(session.id).not.toBe('');
  const large = async () => JSON.stringify(await session.ask('tools/call', call('large')));
  expect(await large()).toMatch(
    /The result of the tool is too large\. The plan of this endpoint allows results of 256 KB, and this one has 1\.\d MB\. Team allows 4 MB\./,
  );
});

test('two sessions of one draft know nothing of each other', async () => {
  const { endpoint } = await makeAsking();
  const one = await RawSession.open(endpoint, CAN_ASK);
  const other = await RawSession.open(endpoint, CAN_ASK);
  expect(one.id).not.toBe(other.id);
  await one.ask('logging/setLevel', { level: 'error' });
  expect(await one.ask('tools/call', call('logging'))).toHaveLength(1);
  expect(await other.ask('tools/call', call('logging'))).toHaveLength(2);

  // The same number of a request, at the same time: each gets the answer to its own.
  const [waiting, asked] = await Promise.all(
    [one, other].map(async (session) => {
      const response = await session.post({ id: 7, method: 'tools/call', params: call('asking') });
      return { session, stream: new MessageReader(response) };
    }),
  );
  if (!waiting || !asked) throw new Error('two calls were made');
  await waiting.stream.next();
  const { id = null } = await asked.stream.next();
  await other.post({ id, result: { action: 'accept', content: { name: 'Bob' } } });
  expect(await asked.stream.next()).toMatchObject({ result: { content: [{ text: 'Bob' }] } });
  await waiting.stream.cancel();
});

test('a session of one draft is none of another, nor of another caller', async () => {
  const { draft, endpoint } = await makeAsking();
  const { endpoint: elsewhere } = await makeAsking();
  const stranger = await RawSession.open(endpoint, CAN_ASK);
  const maker = await RawSession.open(endpoint, CAN_ASK, draft.token);
  expect(await stranger.status()).toBe(200);
  expect(await stranger.at(elsewhere).status()).toBe(404);
  expect(await stranger.at(endpoint, draft.token).status()).toBe(404);
  expect(await maker.at(endpoint).status()).toBe(404);
  expect(await maker.status()).toBe(200);
});

test('DELETE ends a session, closes its stream, and leaves nothing behind', async () => {
  const { draft, endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK);
  const stream = new MessageReader(await session.listen());
  expect(await session.end()).toBe(200);
  await expect(stream.next()).rejects.toThrow('the stream ended');
  expect(await session.status()).toBe(404);
  expect(await session.end()).toBe(404);
  expect((await session.listen()).status).toBe(404);
  expect(await runDurableObjectAlarm(toStub(draft, session))).toBe(false);
});

test('a session that rests ends by itself; one that somebody listens to goes on', async () => {
  const { draft, endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK);
  const stream = new MessageReader(await session.listen());
  expect(await runDurableObjectAlarm(toStub(draft, session))).toBe(true);
  expect(await session.status()).toBe(200);
  await stream.cancel();
  await expectRest(draft, session);
});

const LIVES = [
  ['with the draft’s token', 'a day', true, DAY_MS],
  ['of a visitor', 'an hour', false, HOUR_MS],
] as const;

test.each(LIVES)('a session %s ends %s after it began, also one in use', async (...life) => {
  const [, , isTrusted, ageMs] = life;
  const { draft, endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK, isTrusted ? draft.token : undefined);
  const stub = toStub(draft, session);
  const almost = Date.now() - ageMs + 60_000;
  await setOpenedAt(stub, almost);
  await evictDurableObject(stub);
  const stream = new MessageReader(await session.listen());
  expect(await alarmOf(stub)).toBe(almost + ageMs);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect(await alarmOf(stub)).toBe(almost + ageMs);
  expect(await session.status()).toBe(200);

  await setOpenedAt(stub, Date.now() - ageMs);
  expect(await session.status()).toBe(404);
  await expect(stream.next()).rejects.toThrow('the stream ended');
  expect(await runDurableObjectAlarm(stub)).toBe(false);
});

test.each(LIVES)(
  'the alarm of a session %s that is %s old ends it, whoever listens',
  async (...life) => {
    const [, , isTrusted, ageMs] = life;
    const { draft, endpoint } = await makeAsking();
    const session = await RawSession.open(endpoint, CAN_ASK, isTrusted ? draft.token : undefined);
    const stub = toStub(draft, session);
    const stream = new MessageReader(await session.listen());
    await setOpenedAt(stub, Date.now() - ageMs);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    await expect(stream.next()).rejects.toThrow('the stream ended');
    expect(await session.status()).toBe(404);
  },
);

test('a client that goes away takes its call with it', async () => {
  const { draft, endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK);
  const response = await session.post({ id: 1, method: 'tools/call', params: call('asking') });
  const stream = new MessageReader(response);
  const { id = null } = await stream.next();
  await stream.cancel();
  // Nobody waits for the answer any more, so the session rests.
  const late = await session.post({ id, result: { action: 'accept', content: { name: 'Eve' } } });
  expect(late.status).toBe(202);
  await expectRest(draft, session);
});

test('a new instance goes on where the old one was', async () => {
  const { draft, endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK);
  await session.ask('logging/setLevel', { level: 'error' });
  await session.ask('resources/subscribe', { uri: 'test://clock' });
  await evictDurableObject(toStub(draft, session));

  expect(await session.ask('tools/call', call('logging'))).toHaveLength(1);
  const listening = new MessageReader(await session.listen());
  await session.ask('tools/call', call('touching'));
  expect(await listening.next()).toMatchObject({
    method: 'notifications/resources/updated',
    params: { uri: 'test://clock' },
  });
  const asked = new MessageReader(
    await session.post({ id: 9, method: 'tools/call', params: call('asking') }),
  );
  expect(await asked.next()).toMatchObject({ method: 'elicitation/create' });
  await asked.cancel();
  await listening.cancel();
});

/** A session whose object starts anew over what another version of it has stored. */
async function openUnreadable() {
  const { draft, endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK);
  const stub = toStub(draft, session);
  await runInDurableObject(stub, (_, { storage }) => storage.kv.put('session', { id: 1 }));
  await evictDurableObject(stub);
  return { session, stub };
}

function listStored(stub: ReturnType<typeof toStub>): Promise<unknown[]> {
  return runInDurableObject(stub, (_, { storage }) => [...storage.kv.list()]);
}

test('a session that this version cannot read is over for its client, which opens another', async () => {
  const { session, stub } = await openUnreadable();
  expect(await session.status()).toBe(404);
  expect(await listStored(stub)).toEqual([]);
  expect(await alarmOf(stub)).toBeNull();
});

test('one that nobody asks for any more ends by itself', async () => {
  const { stub } = await openUnreadable();
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect(await listStored(stub)).toEqual([]);
  expect(await alarmOf(stub)).toBeNull();
});

test('requests that reach a new instance at the same time find one session', async () => {
  const { draft, endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK);
  await session.ask('resources/subscribe', { uri: 'test://clock' });
  const { id } = session;
  const visit = { id, isFirst: false, ...byVisitor(await headOf(draft)), origin: ORIGIN };
  const headers = { accept: 'text/event-stream', 'mcp-session-id': id };
  const listen = () => withVisit(new Request(ORIGIN + endpoint, { headers }), visit);
  const stub = toStub(draft, session);
  await evictDurableObject(stub);
  // The second comes while the first still brings the new instance to where the old one was.
  const statuses = await runInDurableObject(stub, async (instance) => {
    const answers = await Promise.all([instance.fetch(listen()), instance.fetch(listen())]);
    for (const { body } of answers) await body?.cancel();
    return answers.map(({ status }) => status);
  });
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);

  const stream = new MessageReader(await session.listen());
  await session.ask('tools/call', call('touching'));
  expect(await stream.next()).toMatchObject({ method: 'notifications/resources/updated' });
  await stream.cancel();
});

test('only what was accepted is remembered, and only as much as has to be', async () => {
  const { draft, endpoint } = await makeAsking();
  const big = { ...CAN_ASK, experimental: { note: { text: 'x'.repeat(20_000) } } };
  expect((await initialize(new Visitor(), endpoint, big)).status).toBe(413);
  const session = await RawSession.open(endpoint, CAN_ASK);
  await session.ask('logging/setLevel', { level: 'shouting' });
  await session.ask('resources/subscribe', { uri: 'test://nothing' });
  await session.ask('resources/subscribe', { uri: 'test://clock', _meta: { note: 'x' } });
  const journal = await runInDurableObject(toStub(draft, session), (_, { storage }) => {
    return storage.kv.get<{ journal: object }>('session')?.journal;
  });
  expect(journal).toEqual({
    initialize: {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: CAN_ASK,
        clientInfo: { name: 'test', version: '1.0.0' },
      },
    },
    logLevel: null,
    watched: ['test://clock'],
  });
});

test('a session of a visitor rests for a short time only', async () => {
  const { draft, endpoint } = await makeAsking();
  const visitor = await RawSession.open(endpoint, CAN_ASK);
  const owner = await RawSession.open(endpoint, CAN_ASK, draft.token);
  const now = Date.now();
  expect(await alarmOf(toStub(draft, visitor))).toBeLessThanOrEqual(now + 5 * 60_000);
  expect(await alarmOf(toStub(draft, owner))).toBeGreaterThan(now + 20 * 60_000);
});

test('what is no message is refused, and the session goes on', async () => {
  const { endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK);
  const headers = { 'content-type': 'application/json', 'mcp-session-id': session.id };
  const broken = { method: 'POST', headers, body: '{"jsonrpc"' };
  expect((await session.visitor.fetch(endpoint, broken)).status).toBe(400);
  expect(await session.status()).toBe(200);
});

test('one client listens once, and asks for so many things at a time', async () => {
  const { endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK);
  const listening = new MessageReader(await session.listen());
  expect((await session.listen()).status).toBe(409);
  const streams: MessageReader[] = [];
  for (let id = 1; id <= 31; id += 1) {
    const response = await session.post({ id, method: 'tools/call', params: call('asking') });
    streams.push(new MessageReader(response));
  }
  expect(await session.status()).toBe(429);
  await streams[0]?.cancel();
  await expect.poll(() => session.status()).toBe(200);
  await Promise.all([listening, ...streams.slice(1)].map((stream) => stream.cancel()));
});

test('an edit shows in an open session, and who listens is told', async () => {
  const { maker, draft, endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK);
  const listening = new MessageReader(await session.listen());
  await maker.change(draft, { edits: [tool('newcomer', LOGGING)] });
  const [listed] = await session.ask('tools/list', {});
  expect(JSON.stringify(listed)).toContain('newcomer');
  expect(await listening.next()).toMatchObject({ method: 'notifications/tools/list_changed' });
  await listening.cancel();
});

test('a request that knows an older state of the draft does not bring it back', async () => {
  const { maker, draft, endpoint } = await makeAsking();
  const before = await headOf(draft);
  const session = await RawSession.open(endpoint, CAN_ASK);
  await maker.change(draft, { edits: [tool('newcomer', LOGGING)] });
  expect(JSON.stringify(await session.ask('tools/list', {}))).toContain('newcomer');
  const { id } = session;
  const visit = { id, isFirst: false, ...byVisitor(before), origin: ORIGIN };
  const late = new Request(ORIGIN + endpoint, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': id,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }),
  });
  const answer = await toStub(draft, session).fetch(withVisit(late, visit));
  expect(await answer.text()).toContain('newcomer');
  expect(JSON.stringify(await session.ask('tools/list', {}))).toContain('newcomer');
});

test('what is no id of a session is no session', async () => {
  const { endpoint } = await makeAsking();
  const session = await RawSession.open(endpoint, CAN_ASK);
  const unknown = { headers: { accept: 'text/event-stream', 'mcp-session-id': 'x'.repeat(22) } };
  expect((await session.visitor.fetch(endpoint, unknown)).status).toBe(404);
  const odd = { headers: { accept: 'text/event-stream', 'mcp-session-id': '../../etc' } };
  expect((await session.visitor.fetch(endpoint, odd)).status).toBe(404);
});

test('who opens session after session is refused, and nobody else is', async () => {
  const { draft, endpoint } = await makeAsking();
  const greedy = new Visitor();
  let refused: Response | null = null;
  // Twice the limit: the minute that counts may end meanwhile.
  for (let count = 0; refused === null && count < 125; count += 1) {
    const response = await initialize(greedy, endpoint, CAN_ASK);
    if (response.status !== 200) refused = response;
    else await response.text();
  }
  // Served without one, its destructive calls would not be confirmed.
  expect(refused?.status).toBe(429);
  expect(refused?.headers.get('retry-after')).toBe('60');
  expect(await refused?.text()).toContain('sessions');
  expect((await RawSession.open(endpoint, CAN_ASK)).id).not.toBe('');
  expect((await RawSession.open(endpoint, CAN_ASK, draft.token)).id).not.toBe('');
}, 60_000);
