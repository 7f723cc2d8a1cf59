import { expect, test } from 'vitest';

import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';

import type { ModelLine } from '../../fakes/model-script.ts';
import type { Owner } from './owner.workerd.ts';
import { real, Shop, TOKEN } from './shop.workerd.ts';

const SAID: ModelLine[] = [{ say: 'It works.' }];

const open = () => new Shop().openShop();
const keep = (shop: Owner, { id }: Pick<ChangeSetView, 'id'>, item = '1') =>
  shop.send('POST', `/api/chats/${shop.id}/changes/${id}/keep`, { item });

/** Lets the model read for real, and gives what is offered then. */
async function read(shop: Shop, ...calls: ModelLine[]): Promise<ChangeSetView> {
  const [offer] = await shop.say('Try it', calls, SAID);
  if (!offer) throw new Error('Nothing is offered.');
  return offer;
}

test('the answer to a read that was made at once is kept with one click, and not without', async () => {
  const shop = await open();
  const offer = await read(shop, real('list_orders'));
  expect(offer).toMatchObject({
    state: 'approved',
    isOffer: true,
    items: [
      {
        realCall: {
          tool: 'list_orders',
          answer: {
            isError: false,
            text: expect.stringContaining('"id":41'),
            requests: [{ request: `GET ${shop.url}/orders`, outcome: '200' }],
            keeping: 'possible',
          },
        },
      },
    ],
  });
  expect((await shop.blueprint()).mocks, 'nothing is kept unasked').toBeUndefined();
  const kept = await keep(shop, offer);
  expect(kept.status).toBe(200);
  expect(await kept.json()).toMatchObject({
    items: [{ realCall: { answer: { keeping: 'done' } } }],
  });
  const blueprint = await shop.blueprint();
  expect(blueprint.mocks).toMatchObject([
    { method: 'GET', path: `/${shop.room}/orders`, status: 200, body: { order: { id: 41 } } },
  ]);
  expect(blueprint.tools.find(({ name }) => name === 'list_orders')?.examples).toEqual([
    { arguments: {} },
  ]);
  expect(await shop.effects(), 'nothing is sent for it').toHaveLength(1);
  expect(await shop.shown()).toMatchObject([
    { isOffer: true, items: [{ realCall: { answer: { keeping: 'done' } } }] },
  ]);
  // The next turn hears that, and is not told the answer as if the call had been approved.
  await shop.say('Go on', SAID);
  const heard = await shop.heard();
  expect(heard).toContain('Kept the real answer of list_orders for the mock.');
  expect(heard).not.toContain('Answers of the real API to the calls that the person approved');
});

test('what is shown and kept holds no secret, and no credential that the API gives out', async () => {
  const shop = await open();
  const offer = await read(shop, real('list_orders'), real('list_keys'));
  expect(offer.items).toHaveLength(2);
  for (const item of ['1', '2']) expect((await keep(shop, offer, item)).status).toBe(200);
  const blueprint = await shop.blueprint();
  expect(blueprint.mocks).toHaveLength(2);
  expect(JSON.stringify(blueprint.mocks)).toContain('{secret:GITHUB_TOKEN}');
  for (const text of [JSON.stringify(await shop.shown()), JSON.stringify(blueprint)]) {
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain('ghp_');
  }
});

test('a failure is not offered, nor an answer that the mock gives already', async () => {
  const shop = await open();
  expect(await shop.say('Try it', [real('read_broken')], SAID)).toEqual([]);
  const offer = await read(shop, real('list_orders'), real('list_orders'));
  expect(offer.items, 'the same call is offered once').toHaveLength(1);
  await (await keep(shop, offer)).body?.cancel();
  expect(await shop.say('Once more', [real('list_orders')], SAID)).toEqual([]);
});

test('an answer that the tool no longer promises is not kept, and says why', async () => {
  const shop = await open();
  const offer = await read(shop, real('list_orders'));
  const { tools } = await shop.blueprint();
  const tool = tools.find(({ name }) => name === 'list_orders');
  const outputSchema = { type: 'object', properties: {}, required: ['orders'] };
  await shop.edit({ edit: 'upsertTool', tool: { ...tool, outputSchema } });
  const kept = await keep(shop, offer);
  expect(kept.status).toBe(422);
  expect(await kept.text()).toContain('The answer is not what list_orders promises');
  expect(await shop.shown()).toMatchObject([
    { items: [{ realCall: { answer: { keeping: 'possible' } } }] },
  ]);
});

test('an offer takes no approval, and in a fork there is nothing to keep', async () => {
  const shop = await open();
  const offer = await read(shop, real('list_orders'));
  const decided = await shop.decide({ ...offer, hash: '0'.repeat(64) }, ['1']);
  expect(decided.status).toBe(409);
  await decided.body?.cancel();
  const forked = await shop.send('POST', `/api/chats/${shop.id}/fork`, {});
  const copy = Object.assign(Object.create(shop), await forked.json()) as Owner;
  expect(await copy.shown()).toMatchObject([
    { isOffer: true, items: [{ realCall: { answer: { keeping: 'impossible' } } }] },
  ]);
  const there = await keep(copy, offer);
  expect(there.status).toBe(409);
  await there.body?.cancel();
  const other = await new Shop().open();
  other.id = shop.id;
  expect((await keep(other, offer)).status, 'somebody else').toBe(404);
  expect((await shop.blueprint()).mocks).toBeUndefined();
});
