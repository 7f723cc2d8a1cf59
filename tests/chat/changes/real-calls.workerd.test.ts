import { expect, test } from 'vitest';

import { readRequests } from '../../builder/models/steer-models.ts';
import { allOf } from './owner.workerd.ts';
import { HOST, real, Shop, TOKEN, WAITING } from './shop.workerd.ts';

const open = (options?: Parameters<Shop['openShop']>[0]) => new Shop().openShop(options);

test('a call that writes waits with what it sends; approved, the server makes it once', async () => {
  const shop = await open();
  const set = await shop.call(real('add_order', { body: { item: 'Tea' } }));
  expect(await shop.effects(), 'nothing is sent before').toEqual([]);
  expect(await shop.heard()).toContain('decides on this with a button');
  expect(set.items).toMatchObject([
    {
      risks: [`Calls add_order on the real API: POST ${shop.url}/orders with ORDER_TOKEN.`],
      realCall: {
        tool: 'add_order',
        arguments: expect.stringContaining('Tea'),
        secrets: ['ORDER_TOKEN'],
        hosts: [HOST],
        requests: [
          {
            request: `POST ${shop.url}/orders`,
            headers: { Authorization: 'Bearer {ORDER_TOKEN}' },
            body: '{"item":"Tea"}',
          },
        ],
      },
    },
  ]);
  const { revision } = await shop.view();
  const asked = (await readRequests(shop.key)).length;
  const decided = await shop.decide(set, allOf(set));
  expect(decided.status).toBe(200);
  const text = await decided.text();
  expect(JSON.parse(text)).toMatchObject({
    state: 'approved',
    items: [
      {
        realCall: {
          answer: {
            isError: false,
            text: expect.stringContaining('"id":41'),
            requests: [{ request: `POST ${shop.url}/orders`, outcome: '200' }],
            keeping: 'possible',
          },
        },
      },
    ],
  });
  expect(text, 'a secret that the API repeats is blanked').not.toContain(TOKEN);
  expect(await shop.effects()).toEqual([
    {
      method: 'POST',
      path: '/orders',
      authorization: `Bearer ${TOKEN}`,
      body: '{"item":"Tea"}',
    },
  ]);
  expect(await readRequests(shop.key), 'no model takes part').toHaveLength(asked);
  expect((await shop.view()).revision, 'nothing of the server is changed').toBe(revision);
  expect(await shop.shown()).toMatchObject([{ state: 'approved' }]);
});

test('the next turn is told the answer, as data of others', async () => {
  const shop = await open();
  const set = await shop.call(real('add_order', { body: { item: 'Tea' } }));
  await shop.decide(set, allOf(set));
  await shop.say('Go on', [{ say: 'Fine.' }]);
  const heard = await shop.heard();
  const data = /\[data (\w+)\](?:(?!\[end \1\]).)*Answers of the real API(?:(?!\[end \1\]).)*41/s;
  expect(heard).toMatch(data);
  expect(heard).not.toContain(TOKEN);
});

test('an approval is replayed, sent twice at once, or said in words: the call is made once', async () => {
  const shop = await open();
  const set = await shop.call(real('add_order', { body: { item: 'Tea' } }));
  await shop.say('Yes, I approve the call. Go ahead!', [{ say: 'Approved.' }]);
  expect(await shop.effects()).toEqual([]);
  const answers = await Promise.all([shop.decide(set, allOf(set)), shop.decide(set, allOf(set))]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await shop.decide(set, allOf(set))).status).toBe(409);
  expect(await shop.effects()).toHaveLength(1);
});

test('a call that failed was made: it cannot be approved once more', async () => {
  const shop = await open();
  const set = await shop.call(real('break_order', { body: { item: 'Tea' } }));
  const decided = await shop.decide(set, allOf(set));
  expect(await decided.json()).toMatchObject({
    items: [
      {
        realCall: {
          answer: {
            isError: true,
            text: expect.stringContaining('500'),
            requests: [{ outcome: '500' }],
          },
        },
      },
    ],
  });
  expect((await shop.decide(set, allOf(set))).status).toBe(409);
  expect(await shop.effects()).toHaveLength(1);
});

test('other arguments than those that were shown are not sent', async () => {
  const shop = await open();
  const shown = await shop.call(real('drop_order', { id: '1' }));
  const later = await shop.call(real('drop_order', { id: '2' }));
  const swapped = await shop.decide({ ...later, hash: shown.hash }, allOf(later));
  expect(swapped.status).toBe(409);
  const more = { arguments: { id: '3' }, input: { id: '3' } };
  expect((await shop.decide(shown, allOf(shown), more)).status).toBe(422);
  expect(await shop.effects()).toEqual([]);
});

test('a tool that is changed after the call was held is not run unseen', async () => {
  const shop = await open();
  const set = await shop.call(real('drop_order', { id: '1' }));
  const { tools } = await shop.blueprint();
  const tool = tools.find(({ name }) => name === 'drop_order');
  if (tool?.action.kind !== 'http') throw new Error('The tool is not there.');
  await shop.edit({
    edit: 'upsertTool',
    tool: { ...tool, action: { ...tool.action, path: '/accounts/{id}' } },
  });
  const decided = await shop.decide(set, allOf(set));
  expect(decided.status).toBe(422);
  expect(await decided.text()).toContain('drop_order does not fit the server');
  expect(await shop.effects()).toEqual([]);
  // As it was shown it may be called.
  await shop.edit({ edit: 'upsertTool', tool });
  expect((await shop.decide(set, allOf(set))).status).toBe(200);
  expect(await shop.effects()).toMatchObject([{ method: 'DELETE', path: '/orders/1' }]);
});

test('a call whose tool the model changes afterwards no longer waits, and the model hears it', async () => {
  const shop = await open();
  const change = { name: 'drop_order', request: { method: 'DELETE', url: `${shop.url}/all/{id}` } };
  const sets = await shop.say(
    'Try it',
    [real('drop_order', { id: '1' })],
    [{ call: 'upsert_tool', input: change }],
    WAITING,
  );
  expect(sets).toEqual([]);
  expect(await shop.heard()).toContain('The real calls of drop_order no longer wait');
});

test('after a restore a call no longer waits', async () => {
  const shop = await open();
  const set = await shop.call(real('drop_order', { id: '1' }));
  await shop.send('POST', `/api/chats/${shop.id}/points/1/restore`, {});
  expect((await shop.decide(set, allOf(set))).status).toBe(409);
  expect(await shop.effects()).toEqual([]);
});

test('a read at a host that the person named is done at once; elsewhere it waits', async () => {
  const shop = await open();
  const sets = await shop.say('Try it', [real('list_orders')], [{ say: 'It works.' }]);
  expect(sets).toMatchObject([{ state: 'approved', isOffer: true }]);
  expect(await shop.effects()).toMatchObject([
    { method: 'GET', path: '/orders', authorization: `Bearer ${TOKEN}` },
  ]);
  const heard = await shop.heard();
  expect(heard).toContain('41');
  expect(heard).not.toContain(TOKEN);

  const other = await open({ said: 'Add what is useful' });
  await other.call(real('list_orders'));
  expect(await other.effects()).toEqual([]);
});

test('code waits, with all that it may reach', async () => {
  const shop = await open();
  const [upstream] = (await shop.view()).blueprint.upstreams;
  const source = `export default async (args, context) =>
    context.json(${JSON.stringify(upstream?.id)}, { path: '/${shop.room}/orders' });`;
  const set = await shop.call(
    { call: 'upsert_tool', input: { name: 'sum', code: { source } } },
    real('sum'),
  );
  expect(set.items).toMatchObject([
    {
      risks: [`Runs the code of sum on the real API: it may reach ${HOST} with ORDER_TOKEN.`],
      realCall: { isCode: true },
    },
  ]);
  expect(await shop.effects()).toEqual([]);
  const decided = await shop.decide(set, allOf(set));
  expect(await decided.json()).toMatchObject({
    items: [{ realCall: { answer: { isError: false, text: expect.stringContaining('41') } } }],
  });
  expect(await shop.effects()).toHaveLength(1);
});

test('without the value of a secret the call is refused with its name, and may be approved later', async () => {
  const shop = await open({ hasToken: false });
  const none = await shop.say('Try it', [real('list_orders')], [{ say: 'It lacks a token.' }]);
  expect(none).toEqual([]);
  expect(await shop.heard()).toContain(
    'ORDER_TOKEN has no value: the person sets it in the form under Setup',
  );
  await shop.setToken();
  const set = await shop.call(real('drop_order', { id: '1' }));
  const path = `/api/drafts/${shop.id}/secrets/ORDER_TOKEN`;
  await shop.fetch(path, { method: 'DELETE' });
  const decided = await shop.decide(set, allOf(set));
  expect(decided.status).toBe(422);
  expect(await decided.text()).toContain('ORDER_TOKEN has no value');
  expect(await shop.effects()).toEqual([]);
  await shop.setToken();
  expect((await shop.decide(set, allOf(set))).status).toBe(200);
  expect(await shop.effects()).toHaveLength(1);
});

test('an answer is kept by one click: the mock gives it, and the call is an example', async () => {
  const shop = await open();
  const set = await shop.call(real('add_order', { body: { item: 'Tea' } }));
  const keep = (item: string) =>
    shop.send('POST', `/api/chats/${shop.id}/changes/${set.id}/keep`, { item });
  expect((await keep('1')).status, 'before it was made').toBe(409);
  await shop.decide(set, allOf(set));
  const kept = await keep('1');
  expect(await kept.json()).toMatchObject({
    items: [{ realCall: { answer: { keeping: 'done' } } }],
  });
  const blueprint = await shop.blueprint();
  expect(blueprint.mocks).toMatchObject([
    { method: 'POST', path: `/${shop.room}/orders`, status: 200, body: { order: { id: 41 } } },
  ]);
  expect(JSON.stringify(blueprint)).not.toContain(TOKEN);
  expect(blueprint.tools.find(({ name }) => name === 'add_order')?.examples).toEqual([
    { arguments: { body: { item: 'Tea' } } },
  ]);
  expect(await shop.effects(), 'nothing is sent for it').toHaveLength(1);
});

test('an autopilot run holds even what only reads', async () => {
  const shop = await open();
  await shop.script([[real('list_orders')], WAITING]);
  const begun = await shop.send('POST', `/api/chats/${shop.id}/autopilot`, {
    goal: `Try ${shop.url}`,
    target: 100,
    maxRounds: 3,
  });
  expect(begun.status).toBe(201);
  await expect
    .poll(async () => (await shop.fetch(`/api/chats/${shop.id}/autopilot`)).json())
    .toMatchObject({ end: expect.any(String) });
  expect(await shop.shown()).toMatchObject([{ state: 'open', items: [{ realCall: {} }] }]);
  expect(await shop.effects()).toEqual([]);
});
