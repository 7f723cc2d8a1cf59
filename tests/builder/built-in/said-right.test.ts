import { describe, expect, test } from 'vitest';

import { Talk } from './talk.ts';

const USER = 'Add a tool that gets https://api.example.com/users/{id} and returns name and email';
const BOATS =
  'https://api.boats.example/v1\nlist_boats: GET /boats?limit=&brand=\ncreate_boat: POST /boats (name)\ndelete_boat: DELETE /boats/{id}';

function nameTools({ tools }: { tools: { name: string }[] }): string[] {
  return tools.map(({ name }) => name);
}

async function hold(...texts: string[]) {
  const talk = new Talk();
  let turn = await talk.say(texts[0] ?? '');
  for (const text of texts.slice(1)) turn = await talk.say(text);
  return turn;
}

test('"returns a and b" keeps both', async () => {
  const { blueprint } = await hold(USER);
  expect(blueprint.tools[0]?.action).toMatchObject({ response: { keep: ['name', 'email'] } });
});

test('the only tool of a server can be removed, even if it keeps only part of the response', async () => {
  const { blueprint } = await hold(USER, 'Rename get_user to find_user', 'Remove find_user');
  expect(blueprint.tools).toEqual([]);
});

test.each([
  'never remove list_boats',
  "don't rename list_boats and remove create_boat",
  'if the boat is sold then remove list_boats',
  'Would it be wise to use basic auth?',
  'list_boats is too slow',
  'add logging',
  'delete the boat with id 5',
  'rename list_boats to create_boat',
])('"%s" changes nothing', async (text) => {
  const before = await hold(BOATS);
  const after = await hold(BOATS, text);
  expect(after.blueprint.tools).toEqual(before.blueprint.tools);
  expect(after.blueprint.upstreams).toEqual(before.blueprint.upstreams);
  expect(after.said.trim()).not.toBe('');
});

test('each request of a sentence is carried out', async () => {
  const { blueprint } = await hold(BOATS, 'rename list_boats to find_boats and remove create_boat');
  expect(nameTools(blueprint)).toEqual(['find_boats', 'delete_boat']);
});

test('confirmation is set for that tool only', async () => {
  const { blueprint } = await hold(BOATS, 'ask before create_boat runs');
  const hints = blueprint.tools.map(({ name, annotations }) => [
    name,
    annotations?.destructiveHint,
  ]);
  expect(hints).toContainEqual(['create_boat', true]);
  expect(hints).not.toContainEqual(['list_boats', true]);
});

test('all tools but one are disabled, and that one stays', async () => {
  const { blueprint } = await hold(BOATS, 'disable all tools except list_boats');
  expect(blueprint.tools.filter(({ enabled }) => enabled).map(({ name }) => name)).toEqual([
    'list_boats',
  ]);
});

test('an unexplained address leads to a question', async () => {
  const { asked, blueprint } = await hold(BOATS, 'https://other.example/api');
  expect(asked).toBe(true);
  expect(blueprint.upstreams.map(({ baseUrl }) => baseUrl)).toEqual([
    'https://api.boats.example/v1',
  ]);
});

test.each([
  ['limit of list_boats is at most 1,000', { maximum: 1000 }],
  ['limit must not be required in list_boats, at most 10k', { maximum: 10_000 }],
  ['the default of limit in list_boats is 20', { default: 20 }],
  ['make limit requried in list_boats, maximun 100', { maximum: 100 }],
])('"%s" is read', async (text, facts) => {
  const { blueprint } = await hold(BOATS, text);
  const [tool] = blueprint.tools;
  expect(tool?.inputSchema).toMatchObject({ properties: { limit: facts } });
});

test('each of several documents is imported', async () => {
  const toDocument = (name: string) =>
    `openapi: 3.0.0\ninfo: { title: ${name}, version: '1' }\nservers: [{ url: 'https://${name}.example' }]\npaths:\n  /${name}s:\n    get: { responses: { '200': { description: ok } } }\n`;
  const { blueprint } = await hold(`${toDocument('cat')}\n${toDocument('dog')}`);
  expect(blueprint.tools).toHaveLength(2);
});

test('a password in an address is not kept, and this is reported', async () => {
  const { said, blueprint } = await hold('GET https://kim:s3cret-pw@api.boats.example/boats');
  expect(JSON.stringify(blueprint)).not.toContain('s3cret-pw');
  expect(said).not.toContain('s3cret-pw');
  expect(said).toContain('secrets');
});

test('a private address is reported as such', async () => {
  const { said } = await hold('GET http://192.168.1.10/lamps');
  expect(said).toContain('private address');
});

const CALL = 'GET https://api.boats.example/v1/boats?limit=5';

test.each([
  'Captured with a sniffer, I want a tool that sends this:',
  'I exported only a part of it from my client, hope that works:',
  'Here is what I have, with greetings from the team:',
])('"%s" above a request adds nothing to it', async (words) => {
  const alone = await hold(CALL);
  const led = await hold(`${words}\n\n${CALL}`);
  expect(led.blueprint.tools).toEqual(alone.blueprint.tools);
});

test('a reversed range is corrected, and this is reported', async () => {
  const { said } = await hold(
    'GET https://api.rooms.example/search\nlimit: integer, min 100, max 10',
  );
  expect(said).toContain('`limit` was given as at least 100 and at most 10: I took 10 to 100.');
});

const argumentsOf = ({ blueprint }: Awaited<ReturnType<typeof hold>>) =>
  blueprint.tools.map(({ inputSchema }) => Object.keys(inputSchema['properties'] ?? {}));

describe('the object of what a tool gets is no argument', () => {
  test.each([
    ['gets a user from GET https://api.example.com/users/{id}', ['id']],
    ['gets an order from GET https://api.example.com/orders/{order_id}', ['order_id']],
    ['gets a user by email from GET https://api.example.com/users/{id}', ['id']],
    ['gets the weather from GET https://api.example.com/forecast', []],
    ['gets users from 2020 at GET https://api.example.com/users', []],
    ['gets one invoice: GET https://api.example.com/invoices/{number}', ['number']],
    ['takes a locale and reads the menu from GET https://api.example.com/menu', ['locale']],
  ])('a tool that %s', async (purpose, names) => {
    expect(argumentsOf(await hold(`Make a tool that ${purpose}`))).toEqual([names]);
  });

  test.each([
    ['a tool that takes a city and a country: GET https://api.example.com/forecast'],
    ['a tool that gets a city and a country: GET https://api.example.com/forecast'],
  ])('%s has both', async (text) => {
    expect(argumentsOf(await hold(`Make ${text}`))).toEqual([['city', 'country']]);
  });
});

describe('a tool that is made of a request says what comes back, and when to use it', () => {
  test.each([
    [
      'Make a tool that gets a user from GET https://api.example.com/users/{id}',
      'Get user. Returns one user, chosen by id. Use it when you know the id.',
    ],
    [
      'Make a tool that fetches a repository from GET https://api.example.com/repos/{owner}/{repo}',
      'Get repo. Returns one repo, chosen by owner and repo. Use it when you know both.',
    ],
    [
      'Add a tool that lists the invoices: GET https://api.example.com/invoices?status=',
      'List invoices. Returns a list of invoices. Use it when you do not know which one is meant. Takes status.',
    ],
  ])('%s', async (text, description) => {
    const { blueprint } = await hold(text);
    expect(blueprint.tools.map((tool) => tool.description)).toEqual([description]);
  });
});

describe('the path of a tool', () => {
  const requestOf = (
    blueprint: { tools: readonly { name: string; action: unknown }[] },
    name: string,
  ) => blueprint.tools.find((tool) => tool.name === name)?.action;

  test.each([
    ['Change the path of get_user to /members/{id}', '/members/{id}'],
    ['get_user should call /v2/people/{person_id}', '/v2/people/{person_id}'],
    ['use /members/by-id/{id} instead in get_user', '/members/by-id/{id}'],
    ['the path of get_user is wrong, it is /accounts/{id}/profile', '/accounts/{id}/profile'],
    ['change the path of get_user from /users/{id} to /members/{id}', '/members/{id}'],
  ])('"%s"', async (text, path) => {
    const { blueprint } = await hold(USER, text);
    expect(nameTools(blueprint)).toEqual(['get_user']);
    expect(requestOf(blueprint, 'get_user')).toMatchObject({ path });
  });

  test('is changed in that tool alone', async () => {
    const { blueprint } = await hold(BOATS, 'Change the path of list_boats to /fleet/boats');
    expect(nameTools(blueprint)).toEqual(['list_boats', 'create_boat', 'delete_boat']);
    expect(requestOf(blueprint, 'list_boats')).toMatchObject({ path: '/fleet/boats' });
    expect(requestOf(blueprint, 'create_boat')).toMatchObject({ path: '/boats' });
  });
});

describe('authentication in the middle of a sentence', () => {
  test.each([
    'Add a tool that gets https://api.example.com/things/{id} with a bearer token, and one that lists https://api.example.com/things?limit=',
    'A tool for GET https://api.example.com/things/{id} that uses bearer auth and another for GET https://api.example.com/things?limit=',
    'With a bearer token: GET https://api.example.com/things/{id} and GET https://api.example.com/things?limit=',
  ])('"%s"', async (text) => {
    const { blueprint } = await hold(text);
    const argumentsOf = blueprint.tools.map(({ inputSchema }) =>
      Object.keys(inputSchema.properties ?? {}),
    );
    expect(argumentsOf).toEqual([['id'], ['limit']]);
    const [scheme] = blueprint.upstreams.flatMap(({ auth }) => auth);
    expect(scheme).toMatchObject({ kind: 'bearer' });
  });

  test('a key that is named by itself is in the query', async () => {
    const { blueprint } = await hold(
      'GET https://api.example.com/things?limit= as list_things. It needs an API key, sent as ?appid=',
    );
    expect(blueprint.upstreams.flatMap(({ auth }) => auth)).toMatchObject([
      { kind: 'apiKey', in: 'query', name: 'appid' },
    ]);
  });
});

describe('the name of a server', () => {
  test.each([
    ['Add a tool that gets https://api.parcels.dev/v1/parcels/{id} with a bearer token', 'parcels'],
    ['Add a tool that gets https://api.example.com/users/{id}', 'new-server'],
    ['Call the server fleet. GET https://api.boats.io/boats', 'fleet'],
  ])('of "%s" is %s', async (text, name) => {
    const { blueprint } = await hold(text);
    expect(blueprint.identity.name).toBe(name);
    for (const secret of blueprint.secrets) expect(secret.name).toMatch(/^PARCELS_/);
  });
});
