import { expect, test } from 'vitest';

import { Talk, type HeldTurn } from './talk.ts';

const ORDERS =
  'https://api.orders.example/v1\nlist_orders: GET /orders?status=&limit=\nget_order: GET /orders/{id}\ncreate_order: POST /orders (sku, qty)\ndelete_order: DELETE /orders/{id}\nlist_logs: GET /admin/logs\ndelete_cache: DELETE /admin/cache';
const ALL = [
  'list_orders',
  'get_order',
  'create_order',
  'delete_order',
  'list_logs',
  'delete_cache',
];

async function hold(...texts: string[]): Promise<HeldTurn> {
  const talk = new Talk();
  let turn = await talk.say(ORDERS);
  for (const text of texts) turn = await talk.say(text);
  return turn;
}

function nameTools({ blueprint }: HeldTurn): string[] {
  return blueprint.tools.map(({ name }) => name);
}

function readTool({ blueprint }: HeldTurn, name: string): string {
  return JSON.stringify(blueprint.tools.find((tool) => tool.name === name));
}

const without = (...names: string[]) => ALL.filter((name) => !names.includes(name));

test.each([
  ['`delete_order` can go', without('delete_order')],
  ['I no longer need `create_order`', without('create_order')],
  ["we don't need delete_order anymore", without('delete_order')],
  ['drop create_order please', without('create_order')],
  ['kill delete_order', without('delete_order')],
  ['remove DELETE /orders/{id}', without('delete_order')],
  ['remove all admin tools', without('list_logs', 'delete_cache')],
  ['everything but list_orders can go', ['list_orders']],
  ['keep only the reads', ['list_orders', 'get_order', 'list_logs']],
  ['delete_order kann weg', without('delete_order')],
  ['elimina delete_order', without('delete_order')],
])('"%s" removes what it names', async (text, left) => {
  expect(nameTools(await hold(text))).toEqual(left);
});

test.each([
  'remove DELETE /foo/{id}',
  'remove list_foo',
  'is anything in there destructive',
  'the promo one can go',
  'add descriptions to all tools',
])('"%s" changes nothing and says so', async (text) => {
  const before = await hold();
  const after = await hold(text);
  expect(after.blueprint).toEqual(before.blueprint);
  expect(after.said.trim()).not.toBe('');
});

test('an address in a request to describe or split names its tool', async () => {
  const described = await hold('describe DELETE /admin/cache as "Empties the cache"');
  expect(readTool(described, 'delete_cache')).toContain('Empties the cache');
  const split = await hold(
    'GET /orders should become two tools: open_orders with status always open, paid_orders with status always paid',
  );
  expect(nameTools(split)).toEqual(expect.arrayContaining(['open_orders', 'paid_orders']));
});

test('every request of a sentence is carried out', async () => {
  const turn = await hold(
    'rename list_orders to search_orders, delete_order to cancel_order and make qty an integer',
  );
  expect(nameTools(turn)).toEqual(expect.arrayContaining(['search_orders', 'cancel_order']));
  expect(readTool(turn, 'create_order')).toMatch(/"qty":\{"type":"integer"/);
});

test('a name for the model and a name for the API are distinguished', async () => {
  const one = readTool(await hold('call it orderStatus but send status'), 'list_orders');
  expect(one).toContain('orderStatus');
  expect(one).toContain('"status"');
  const two = await hold(
    'the model should see state and count. on the wire they stay status, limit',
  );
  expect(readTool(two, 'list_orders')).toMatch(/"state".*"count"/);
});

test('"the field is not qty, it is amount" renames it, and the next sentence is about it', async () => {
  const tool = readTool(
    await hold("sry the field isn't qty, it's amount. and its an int"),
    'create_order',
  );
  expect(tool).toMatch(/"amount":\{"type":"integer"/);
  expect(tool).not.toContain('qty');
});

test('"as before" alone reverts the last change', async () => {
  expect(nameTools(await hold('remove list_logs', 'as before'))).toEqual(ALL);
});

test('a picked tool completes the previous request', async () => {
  const asked = await hold('rename the order tool to look_up');
  expect(asked.asked).toBe(true);
  const turn = await hold('rename the order tool to look_up', 'get_order');
  expect(nameTools(turn)).toEqual(ALL.map((name) => (name === 'get_order' ? 'look_up' : name)));
});

test('"remove it" after a change of an argument asks whether to remove the argument or the tool', async () => {
  const turn = await hold('add a note to create_order, optional', 'remove it again');
  expect(turn.asked).toBe(true);
  expect(nameTools(turn)).toEqual(ALL);
});

test('a mistyped argument is found', async () => {
  expect(readTool(await hold('limt at most 20 for lst_orders'), 'list_orders')).toContain(
    '"maximum":20',
  );
});

test('"PUT should be a PATCH" changes the method', async () => {
  const talk = new Talk();
  await talk.say('PUT https://api.orders.example/v1/orders/{id} (sku)');
  const { blueprint } = await talk.say('the PUT should be a PATCH');
  expect(JSON.stringify(blueprint.tools)).toContain('"PATCH"');
});

test('a request without an address is answered with what is needed', async () => {
  const { asked, said } = await new Talk().say('Make me an MCP server for our warehouse API.');
  expect(asked).toBe(true);
  expect(said).toMatch(/base address.*OpenAPI document.*cURL command/);
  expect(said).not.toContain('did not understand');
});

test('after a miss the choices are about the tools of the draft', async () => {
  const { calls } = await hold('blorb the thing');
  const { input } = calls.at(-1) ?? {};
  const unclear = [expect.any(String)];
  expect(input).toMatchObject({ question: 'What should I do instead?', unclear });
  expect(JSON.stringify(input)).toContain('list_orders');
});

test.each([
  ['Remove all of them', []],
  ['yes', []],
  ['Keep them', ALL],
  ['what does list_logs do?', ALL],
])('asked whether all tools should go, "%s" is an answer', async (answer, left) => {
  const turn = await hold('delete every tool', answer);
  expect(nameTools(turn)).toEqual(left);
  expect(turn.asked).toBe(false);
});

test('an answer that picks none of the choices removes nothing', async () => {
  const turn = await hold('add a note to create_order', 'remove it', 'list_log is slow');
  expect(nameTools(turn)).toEqual(ALL);
});

test('a question about a group leaves out its exceptions', async () => {
  const { blueprint } = await hold('make all writes ask first except the deletes');
  const asking = blueprint.tools.filter(({ annotations }) => annotations?.destructiveHint);
  expect(asking.map(({ name }) => name)).not.toContain('list_orders');
  expect(asking.map(({ name }) => name)).toContain('create_order');
});

test('the plural of an argument is a tool, not a mistyped argument', async () => {
  const talk = new Talk();
  await talk.say('https://api.fleet.example/v2\nGET /trucks?depot=\nGET /depots');
  const { blueprint } = await talk.say('the depots thing can go');
  expect(blueprint.tools.map(({ name }) => name)).toEqual(['list_trucks']);
  expect(JSON.stringify(blueprint.tools)).toContain('depot');
});

test('"no wait, find_orders" after a rename replaces the new name', async () => {
  expect(nameTools(await hold('rename list_orders to search', 'no wait, find_orders'))[0]).toBe(
    'find_orders',
  );
});

test('text after "no, the other one" is about the other one', async () => {
  const talk = new Talk();
  await talk.say('https://api.zoo.example/v1\nGET /animals?limit=\nGET /keepers?limit=');
  await talk.say('limit max 50 for keepers');
  await talk.say('no, the other one');
  const { blueprint } = await talk.say('default 10');
  const [animals, keepers] = blueprint.tools;
  expect(JSON.stringify(animals?.inputSchema)).toMatch(/"default":10/);
  expect(JSON.stringify(keepers?.inputSchema)).not.toMatch(/"default"|"maximum"/);
});
