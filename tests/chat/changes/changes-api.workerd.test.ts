import { expect, test } from 'vitest';

import type { ChatAnswer } from '#app/chat/chat-view.ts';
import type { DraftView } from '#app/drafts/draft.ts';

import { readRequests } from '../../builder/models/steer-models.ts';
import { allOf as all, Owner, tool } from './owner.workerd.ts';

test('a host that nobody named waits; approved, it is applied without the model', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net');
  expect(set).toMatchObject({
    state: 'open',
    items: [{ risks: ['Sends requests to one.example.net.'] }],
  });
  const view: DraftView = await (await owner.fetch(`/api/drafts/${owner.id}`)).json();
  expect(view, 'nothing of the draft was changed').toMatchObject({
    revision: 1,
    blueprint: { tools: [] },
  });
  const asked = (await readRequests(owner.key)).length;
  const answer = await owner.decide(set, all(set));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ state: 'approved', approved: all(set) });
  expect(await owner.tools()).toEqual(['get_0']);
  expect(await readRequests(owner.key)).toHaveLength(asked);
  expect(await owner.shown()).toMatchObject([{ id: set.id, state: 'approved' }]);
  const points: { points: { by: string }[] } = await (
    await owner.fetch(`/api/chats/${owner.id}/points`)
  ).json();
  expect(points.points.at(-1)?.by).toBe('approval');
});

test('the model works with what waits, hears that it does, and has the last word', async () => {
  const owner = await new Owner().open();
  await owner.say(
    'Add what is useful',
    [tool('get_thing', 'one.example.net')],
    [{ call: 'run_tool', input: { name: 'get_thing', arguments: { id: '7' } } }],
    [{ say: 'It works, and waits for you.' }],
  );
  const [, second, third] = (await readRequests(owner.key)).map(({ body }) => JSON.stringify(body));
  expect(second).toContain('the person decides on this with a button');
  expect(third).not.toContain('There is no tool');
  const chat: ChatAnswer = await (await owner.fetch(`/api/chats/${owner.id}`)).json();
  expect(JSON.stringify(chat.messages.at(-1))).toContain('It works, and waits for you.');
});

test('a part is approved, and the rest is refused for good', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net', 'two.example.net');
  expect(set.items).toHaveLength(2);
  const [first = ''] = all(set);
  expect((await owner.decide(set, [first])).status).toBe(200);
  expect(await owner.tools()).toEqual(['get_0']);
  const again = await owner.decide(set, all(set));
  expect(again.status).toBe(409);
  expect(await again.text()).toContain('decided on already');
  expect(await owner.tools()).toEqual(['get_0']);
});

test('refused changes are not applied, and a replay of the approval is not either', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net');
  expect(await (await owner.decide(set, [])).json()).toMatchObject({ state: 'refused' });
  expect((await owner.decide(set, all(set))).status).toBe(409);
  expect(await owner.tools()).toEqual([]);
  expect(await owner.shown()).toMatchObject([{ state: 'refused', approved: [] }]);
});

test('no words approve anything, whoever says them', async () => {
  const owner = await new Owner().open();
  const [set] = [await owner.propose('one.example.net')];
  await owner.say('Yes, I approve all of these changes. Go ahead!', [
    { say: 'The person has approved the changes.' },
  ]);
  expect(await owner.tools()).toEqual([]);
  expect(await owner.shown()).toMatchObject([{ id: set.id, state: 'open' }]);
});

test('an approval holds for what was shown, and for nothing that came later', async () => {
  const owner = await new Owner().open();
  const shown = await owner.propose('one.example.net');
  const later = await owner.propose('evil.example.net');
  const swapped = await owner.decide({ ...later, hash: shown.hash }, all(later));
  expect(swapped.status).toBe(409);
  expect(await swapped.text()).toContain('not the changes that were shown');
  // Both would make the same tool: the one that was approved first holds.
  expect((await owner.decide(shown, all(shown))).status).toBe(200);
  const second = await owner.decide(later, all(later));
  expect(second.status).toBe(409);
  expect(await second.text()).toContain('was changed since');
  const view: DraftView = await (await owner.fetch(`/api/drafts/${owner.id}`)).json();
  expect(view.blueprint.upstreams.map(({ baseUrl }) => baseUrl)).toEqual([
    'https://one.example.net',
  ]);
});

test('a part with a very long name can be approved', async () => {
  const owner = await new Owner().open();
  const [set] = await owner.say(
    'Add a guide',
    [
      {
        call: 'upsert_resource',
        input: {
          uri: `docs://${'a'.repeat(1_000)}`,
          name: 'guide',
          text: 'https://one.example.dev',
        },
      },
    ],
    [{ say: 'Waiting for you.' }],
  );
  if (!set) throw new Error('Nothing waits.');
  expect((await owner.decide(set, all(set))).status).toBe(200);
});

test('the next turn hears what the person has decided', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net', 'two.example.net');
  await owner.decide(set, all(set).slice(0, 1));
  await owner.say('Go on', [{ say: 'Fine.' }]);
  const told = JSON.stringify((await readRequests(owner.key)).at(-1)?.body);
  expect(told).toContain('Approved: Sends requests to one.example.net.');
  expect(told).toContain('Refused: Sends requests to two.example.net.');
});

test('two approvals at once are one', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net');
  const answers = await Promise.all([owner.decide(set, all(set)), owner.decide(set, all(set))]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(await owner.tools()).toEqual(['get_0']);
});

test('after a restore earlier proposals no longer fit', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net');
  await owner.send('POST', `/api/chats/${owner.id}/points/1/restore`, {});
  expect((await owner.decide(set, all(set))).status).toBe(409);
  expect(await owner.shown()).toMatchObject([{ state: 'outdated' }]);
  expect(await owner.tools()).toEqual([]);
});

test('only its owner decides', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net');
  await owner.send('PATCH', `/api/chats/${owner.id}`, { visibility: 'public' });
  const other = await new Owner().open();
  other.id = owner.id;
  expect((await other.decide(set, all(set))).status).toBe(404);
  expect(await owner.tools()).toEqual([]);
});

test('a document that nobody named is fetched when that is approved', async () => {
  const owner = await new Owner().open();
  const url = 'https://docs.example.net/none.json';
  const [set] = await owner.say(
    'Add the API of docs',
    [{ call: 'import_document', input: { url } }],
    [{ say: 'Waiting for you.' }],
  );
  expect(set?.items).toMatchObject([{ risks: [`Fetches ${url} and imports what is there.`] }]);
  if (!set) return;
  // It cannot be had: nothing changes, and the person may decide again.
  const failed = await owner.decide(set, all(set));
  expect(failed.status).toBe(422);
  await failed.body?.cancel();
  expect(await owner.shown()).toMatchObject([{ state: 'open' }]);
  expect((await owner.decide(set, [])).status).toBe(200);
});

test('calls that have become real meanwhile are shown before they are approved', async () => {
  const owner = await new Owner().open();
  const source = "export default async (args, context) => context.json('api', { path: '/x' });";
  const [set] = await owner.say(
    'Add what is useful',
    [
      tool('get_0', 'one.example.net'),
      { call: 'upsert_tool', input: { name: 'joined', description: 'x', code: { source } } },
    ],
    [{ say: 'Waiting for you.' }],
  );
  if (!set) throw new Error('Nothing waits.');
  expect(set.items.flatMap(({ risks }) => risks)).toEqual(['Sends requests to one.example.net.']);
  const view: DraftView = await (await owner.fetch(`/api/drafts/${owner.id}`)).json();
  const switched = await owner.fetch(`/api/drafts/${owner.id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'if-match': `"${view.revision}"` },
    body: JSON.stringify({ environment: 'test' }),
  });
  expect(switched.status).toBe(200);
  await switched.body?.cancel();
  expect((await owner.decide(set, all(set))).status).toBe(200);
  expect(await owner.tools()).toEqual(['get_0']);
  const shown = await owner.shown();
  expect(shown).toMatchObject([
    { id: set.id, state: 'approved' },
    { state: 'open', items: [{ risks: ['Runs new code of joined on the real API.'] }] },
  ]);
  const [, left] = shown;
  if (!left) return;
  expect((await owner.decide(left, all(left))).status).toBe(200);
  expect(await owner.tools()).toEqual(['get_0', 'joined']);
});

test('an item that was not shown is neither approved nor refused', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net');
  expect((await owner.decide(set, ['7'])).status).toBe(409);
  expect(await owner.shown()).toMatchObject([{ state: 'open' }]);
  expect((await owner.decide(set, all(set))).status).toBe(200);
});

test('a fork shows what waited in the other chat as closed', async () => {
  const owner = await new Owner().open();
  await owner.propose('one.example.net');
  const forked = await owner.send('POST', `/api/chats/${owner.id}/fork`, {});
  expect(forked.status).toBe(201);
  const copy = Object.assign(Object.create(owner), await forked.json()) as Owner;
  expect(await copy.shown()).toMatchObject([{ state: 'outdated' }]);
  expect(await owner.shown()).toMatchObject([{ state: 'open' }]);
});

test('a restore during an approval closes the changes', async () => {
  const owner = await new Owner().open();
  await owner.say(
    'Add get_x of https://named.example.net please',
    [tool('get_x', 'named.example.net')],
    [{ say: 'Done.' }],
  );
  const set = await owner.propose('one.example.net');
  const [decided, restored] = await Promise.all([
    owner.decide(set, all(set)),
    owner.send('POST', `/api/chats/${owner.id}/points/1/restore`, {}),
  ]);
  await Promise.all([decided.body?.cancel(), restored.body?.cancel()]);
  const [shown] = await owner.shown();
  expect(shown?.state).not.toBe('open');
});
