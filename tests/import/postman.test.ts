import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { buildRequest } from '#app/runtime/request/build-request.ts';

import { imported, onlyTool, refused } from './imported.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const SHOP = readFileSync('tests/import/collections/pet-shop-2.1.json', 'utf8');
const TICKETS = readFileSync('tests/import/collections/tickets-2.0.json', 'utf8');

/** A collection around some items. */
function collection(item: unknown[], rest: object = {}): string {
  return JSON.stringify({ info: { name: 'Test', schema: SCHEMA }, item, ...rest });
}

/** A collection with one request. */
function one(request: unknown, rest: object = {}): string {
  return collection([{ name: 'One', request }], rest);
}

/** A line of a table that holds an address with a password. */
const ADDRESS = { key: 'u', value: 'https://me:s3cr3t@other.test/x' };
const POST = { method: 'POST', url: 'https://api.test/x' };
const OAUTH = {
  type: 'oauth2',
  oauth2: [
    { key: 'grant_type', value: 'client_credentials' },
    {
      key: 'accessTokenUrl',
      value: 'https://me:s3cr3t@id.test/token?policy=sign_in&client_secret=s3cr3t',
    },
  ],
};

/** The request that each tool sends for its first example, by the tool's name. */
async function sentBy(text: string): Promise<Record<string, object>> {
  const { blueprint } = await imported(text);
  const sent = blueprint.tools.flatMap(({ name, action, examples }) => {
    if (action.kind !== 'http' || examples === undefined) return [];
    const { method, path, body } = buildRequest(action, examples?.[0]?.arguments ?? {});
    return [[name, { method, path, ...(typeof body === 'string' ? { body } : {}) }]];
  });
  return Object.fromEntries(sent);
}

async function messages(text: string): Promise<string[]> {
  return (await imported(text)).warnings.map(({ message }) => message);
}

describe('a collection of version 2.1', () => {
  test('becomes tools that send what its requests send', async () => {
    const { blueprint } = await imported(SHOP);
    expect(blueprint.sources).toMatchObject([
      { kind: 'postman', format: '2.1.0', title: 'Pet Shop', version: '2.3.1' },
    ]);
    const [first, ...others] = blueprint.upstreams.map(({ baseUrl }) => baseUrl);
    expect(first).toBe('https://api.petshop.test');
    expect(others).toEqual(['https://auth.petshop.test', 'https://report-url.example.com']);
    expect(blueprint.tools.map(({ name, title }) => [name, title])).toEqual([
      ['list_pets', 'List pets'],
      ['create_pet', 'Create a pet'],
      ['get_pet', 'Get a pet'],
      ['create_pet_photo', 'Add a photo'],
      ['replace_pet_contract', 'Replace the contract'],
      ['token', 'Sign in'],
      ['get_daily', 'Partner report'],
    ]);
    expect(await sentBy(SHOP)).toMatchObject({
      list_pets: { method: 'GET', path: '/v2/pets' },
      get_pet: { method: 'GET', path: '/v2/pets/7' },
      create_pet: { method: 'POST', body: '{"name":"Rex","age":3,"tags":["dog"]}' },
    });
  });

  test('keeps what people wrote: names, descriptions, folders, options', async () => {
    const { blueprint } = await imported(SHOP);
    expect(blueprint.identity.instructions).toContain('Pets: All about pets.');
    const [list] = blueprint.tools;
    expect(list).toMatchObject({
      description: expect.stringContaining('page by page'),
      origin: { tag: 'Pets' },
      inputSchema: {
        properties: {
          limit: { type: 'integer', description: 'At most so many', examples: [20] },
          status: { type: 'string', examples: ['available'] },
          page: { type: 'integer', description: 'Counted from 1' },
          'X-Tenant': { description: 'Whose pets' },
        },
        required: ['X-Tenant'],
      },
    });
    // What is switched off is an option, not an example; a header of Postman's own is none.
    expect(JSON.stringify(list?.inputSchema['properties'])).not.toMatch(/X-Debug|Postman-Token/);
    expect(list?.inputSchema).not.toHaveProperty('properties.page.examples');
    const photo = blueprint.tools.find(({ name }) => name === 'create_pet_photo');
    expect(photo?.origin?.tag).toBe('Pets / Media');
    expect(photo?.inputSchema).toMatchObject({
      properties: {
        body: {
          properties: {
            photo: { $ref: '#/$defs/FileArgument', description: 'PNG' },
            caption: { examples: ['Rex'] },
            alt: { type: 'string' },
          },
        },
      },
    });
  });

  test('answers of a mock are the saved ones, and promise no more than their outermost type', async () => {
    const { blueprint } = await imported(SHOP);
    const [list] = blueprint.tools;
    expect(list?.action).toMatchObject({
      mock: {
        status: 200,
        body: [
          { id: 1, name: 'Rex', apiToken: '' },
          { id: 2, name: null },
        ],
      },
    });
    expect(list?.outputSchema).toMatchObject({ properties: { result: { type: 'array' } } });
    expect(JSON.stringify(list?.outputSchema)).not.toContain('name');
  });

  test('inherits authentication, and keeps no value of a credential', async () => {
    const outcome = await imported(SHOP);
    expect(JSON.stringify(outcome)).not.toContain('s3cr3t');
    const [api] = outcome.blueprint.upstreams;
    expect(api?.auth).toMatchObject([
      { kind: 'bearer' },
      { kind: 'apiKey', in: 'header', name: 'X-Shop' },
    ]);
    const security = outcome.blueprint.tools.map(({ name, action }) => [
      name,
      'security' in action ? action.security : undefined,
    ]);
    expect(Object.fromEntries(security)).toMatchObject({
      list_pets: [['bearer']],
      create_pet_photo: [['X-Shop']],
      token: [],
      get_daily: [['bearer-report-url.example.com']],
    });
  });

  test('says what of it was lost, and where', async () => {
    const { warnings } = await imported(SHOP);
    expect(warnings.map(({ path, message }) => [path, message.slice(0, 52)])).toEqual([
      ['$.item[2].request', '"Search" was left out, because its body is a GraphQL'],
      ['$.item[3].request', '"Live" was left out, because it names no http addres'],
      ['$.item[4].request', '"Purge" was left out, because the method PURGE becom'],
      ['$.item[5].request.url', 'The address {{reportUrl}} has no value in the collec'],
      ['$', 'The values of credentials in the collection were not'],
      ['$.item[0].item[2].request', '"Get a pet", "Get a pet that is gone" call the same '],
      ['$.event[0]', 'Scripts of a collection are never run; what they set'],
      [
        "$.paths['/v2/pets'].get.responses['401']",
        'Schemas of failing answers (4xx, 5xx) are not carrie',
      ],
    ]);
  });
});

describe('a collection of version 2.0', () => {
  test('is read with its own spellings', async () => {
    const { blueprint } = await imported(TICKETS);
    expect(blueprint.sources).toMatchObject([{ kind: 'postman', format: '2.0.0' }]);
    expect(blueprint.tools.map(({ origin }) => origin?.operation)).toEqual([
      'GET /tickets',
      'POST /tickets/{ticket}/close',
      'GET /ping',
    ]);
    expect(blueprint.tools.map(({ inputSchema }) => inputSchema['properties'])).toMatchObject([
      { assignee: { examples: ['ada'] }, open: { type: 'boolean' }, 'X-Trace': {} },
      { ticket: { type: 'integer', examples: [17] }, body: { type: 'string' } },
      {},
    ]);
  });

  test('an address without a value is set later, and credentials stay apart', async () => {
    const outcome = await imported(TICKETS);
    expect(JSON.stringify(outcome)).not.toContain('s3cr3t');
    expect(outcome.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/names no server/),
    );
    const [api, status] = outcome.blueprint.upstreams;
    expect(api?.auth).toMatchObject([
      { kind: 'basic' },
      { kind: 'apiKey', in: 'query', name: 'api_key' },
      { tokenUrl: 'https://id.tickets.test/token', scopes: ['tickets:read', 'tickets:write'] },
    ]);
    expect(status).toMatchObject({ baseUrl: 'https://status.tickets.test' });
  });
});

test('what people wrote keeps no credential either', async () => {
  const description =
    'First https://ada:s3cr3t-user@api.test/a?token=s3cr3t-query&page=2, sk_live_s3cr3t.';
  const text = collection(
    [
      {
        name: 'https://api.test/a?api_key=s3cr3t-name',
        request: { url: 'https://api.test/a', description },
      },
      { name: 'ws ?api_key=s3cr3t-warned', request: 'wss://api.test' },
    ],
    { info: { name: 'T', schema: SCHEMA, description } },
  );
  const outcome = await imported(text);
  expect(JSON.stringify(outcome)).not.toContain('s3cr3t');
  const [tool] = outcome.blueprint.tools;
  expect(tool?.description).toContain('First https://api.test/a?token=…&page=2, …');
  expect(tool?.title ?? '').not.toContain('https:');
});

test.each([
  ['before an open host', { url: 'https://admin:s3cr3t@{{reportHost}}/x' }],
  ['with @ before an open host', { url: 'https://admin:a@s3cr3t@{{reportHost}}/x' }],
  ['in a saved answer', 'https://api.test/x', '{"next":"https://api.test/x?access_token=s3cr3t"}'],
  ['in a saved text', 'https://api.test/x', '{"a":"mysql://me:s3cr3t@db.test/x"}'],
  ['in a variable of the path', { url: { raw: 'https://api.test/:u', variable: [ADDRESS] } }],
  ['in a variable within the path', 'https://api.test/p/{{holder}}/x'],
  ['in a header', { url: 'https://api.test/x', header: [{ ...ADDRESS, key: 'X-Next' }] }],
  ['in a form', { ...POST, body: { mode: 'urlencoded', urlencoded: [ADDRESS] } }],
  ['in JSON', { ...POST, body: { mode: 'raw', raw: '{"a":"https://a.test?sig=s3cr3t"}' } }],
  ['of an address to sign in', { url: 'https://api.test/x', auth: OAUTH }],
])('a password or key in an address %s is not kept', async (_where, request, body = '') => {
  const items = [
    { name: 'A', request: 'https://api.test/a' },
    { name: 'X', request, response: [{ code: 200, body }] },
  ];
  const variable = [{ key: 'holder', value: 'me:s3cr3t@x://me:s3cr3t@a.test' }];
  const outcome = await imported(collection(items, { variable }));
  expect(JSON.stringify(outcome)).not.toContain('s3cr3t');
  expect(outcome.blueprint.tools).toHaveLength(2);
});

test('addresses to sign in keep what is no secret in them', async () => {
  const { blueprint } = await imported(one({ url: 'https://api.test/x', auth: OAUTH }));
  expect(blueprint.upstreams[0]?.auth).toMatchObject([
    { tokenUrl: 'https://id.test/token?policy=sign_in' },
  ]);
});

test('a key in the query that is switched off is no credential', async () => {
  const query = [
    { key: 'api_key', value: 's3cr3t', disabled: true },
    { key: 'page', value: '1' },
  ];
  const { blueprint } = await imported(one({ url: { raw: 'https://api.test/x', query } }));
  expect(blueprint.secrets).toEqual([]);
  expect(blueprint.upstreams[0]?.auth).toEqual([]);
});

test('a variable that holds an address with a query keeps the path behind it, and says so', async () => {
  const variable = [{ key: 'base', value: 'https://api.test/v1?tenant=acme&token=s3cr3t' }];
  const outcome = await imported(one({ url: '{{base}}/pets?limit=2' }, { variable }));
  const { blueprint, warnings } = outcome;
  expect(blueprint.upstreams[0]?.baseUrl).toBe('https://api.test');
  expect(blueprint.tools.map(({ origin }) => origin?.operation)).toEqual(['GET /v1/pets']);
  expect(Object.keys(blueprint.tools[0]?.inputSchema['properties'] ?? {})).toEqual(['limit']);
  expect(warnings).toContainEqual(
    expect.objectContaining({
      path: '$.item[0].request.url',
      message: expect.stringMatching(/"One".*query/),
    }),
  );
  expect(JSON.stringify(outcome)).not.toContain('s3cr3t');
});

test.each(['{{USER_ID}}', ':USER_ID'])(
  'an argument of the path keeps its example and description when its name changes: %s',
  async (segment) => {
    const variable = [{ key: 'USER_ID', value: '17', description: 'Whose pets' }];
    const raw = `https://api.test/users/${segment}`;
    const { properties } = await onlyTool(one({ url: { raw, variable } }, { variable }));
    expect(properties).toMatchObject({
      user_id: { type: 'integer', description: 'Whose pets', examples: [17] },
    });
  },
);

describe('the media type that a request asks for', () => {
  const asking = (accept: string, response: object[]) =>
    collection([
      {
        name: 'A',
        request: { url: 'https://api.test/a', header: [{ key: 'Accept', value: accept }] },
        response,
      },
    ]);

  test('counts where only failing answers were saved', async () => {
    const text = asking('text/csv', [{ code: 404, body: '{"error":"gone"}' }]);
    expect((await onlyTool(text)).action.response.accept).toBe('text/csv');
  });

  test('stands before that of the saved answer, which stays the example', async () => {
    const text = asking('application/vnd.acme+json', [{ code: 201, body: '{"id":7}' }]);
    const { action } = await onlyTool(text);
    expect(action.response.accept).toBe('application/vnd.acme+json, application/json');
    expect(action).toMatchObject({ mock: { status: 201, body: { id: 7 } } });
  });
});

test('a secret of a folder hides the variable of the same name around it', async () => {
  const inner = { key: 'shop', value: 's3cr3t', type: 'secret' };
  const items = [
    { name: 'In', variable: [inner], item: [{ name: 'A', request: '{{base}}/{{shop}}/a' }] },
  ];
  const outer = [
    { key: 'base', value: 'https://api.test' },
    { key: 'shop', value: 'acme' },
  ];
  const { tool } = await onlyTool(collection(items, { variable: outer }));
  expect(tool.origin?.operation).toBe('GET /{shop}/a');
});

test('an answer of the API of Postman holds a collection, too', async () => {
  const { blueprint } = await imported(JSON.stringify({ collection: JSON.parse(SHOP) }));
  expect(blueprint.tools).toHaveLength(7);
});

test('the same collection again keeps the names that the user gave', async () => {
  const { blueprint } = await imported(SHOP);
  const [first] = blueprint.tools;
  if (first) first.name = 'mine';
  const again = await imported(SHOP, { previous: blueprint });
  expect(again.blueprint.tools[0]?.name).toBe('mine');
  expect(again.blueprint.sources).toHaveLength(1);
});

test.each([
  ['https://api.test/a', '/a', 'https://api.test'],
  ['api.test/a', '/a', 'https://api.test'],
  ['http://localhost:8080/a b/c', '/a%20b/c', 'http://localhost:8080'],
  ['{{protocol}}://api.test/a', '/a', 'https://api.test'],
  ['https://api.test:{{port}}/a', '/a', 'https://api.example.com'],
  ['https://api.test/a?b=1#c', '/a?b=1', 'https://api.test'],
  [
    { protocol: 'https', host: ['api', 'test'], port: '8443', path: ['a', ':b'] },
    null,
    'https://api.test:8443',
  ],
  [{ raw: 'https://{{sub}}.api.test/a', host: [] }, '/a', 'https://api.example.com'],
])('the address %j is read', async (url, path, base) => {
  const { tool, action } = await onlyTool(one({ method: 'GET', url }));
  if (path !== null) {
    expect(buildRequest(action, tool.examples?.[0]?.arguments ?? {}).path).toBe(path);
  }
  const { blueprint } = await imported(one({ method: 'GET', url }));
  expect(blueprint.upstreams[0]?.baseUrl).toBe(base);
});

test.each([
  [{ type: 'noauth' }, []],
  [{ type: 'bearer', bearer: [] }, ['bearer']],
  [{ type: 'jwt', jwt: [{ key: 'addTokenTo', value: 'header' }] }, ['bearer']],
  [
    {
      type: 'apikey',
      apikey: [
        { key: 'in', value: 'query' },
        { key: 'key', value: 'key' },
      ],
    },
    ['apiKey'],
  ],
  [{ type: 'apikey', apikey: { key: 'X-A', value: 's3cr3t' } }, ['apiKey']],
  [{ type: 'oauth2', oauth2: [{ key: 'accessToken', value: 's3cr3t' }] }, ['bearer']],
  [
    {
      type: 'oauth2',
      oauth2: [
        { key: 'grant_type', value: 'authorization_code_with_pkce' },
        { key: 'authUrl', value: '{{id}}/authorize' },
        { key: 'accessTokenUrl', value: '{{id}}/token' },
      ],
    },
    // Nobody signs in during a call: a person connects it before, or gives a token.
    ['oauth2AuthorizationCode', 'bearer'],
  ],
  [
    {
      type: 'oauth2',
      oauth2: [
        { key: 'grant_type', value: 'client_credentials' },
        { key: 'accessTokenUrl', value: '{{id}}/token' },
      ],
    },
    ['oauth2ClientCredentials'],
  ],
])('the authentication %j is sent', async (auth, kinds) => {
  const variable = [{ key: 'id', value: 'https://id.test' }];
  const text = one({ url: 'https://api.test/a', auth }, { variable });
  const { blueprint } = await imported(text);
  expect(blueprint.upstreams[0]?.auth.map(({ kind }) => kind)).toEqual(kinds);
  expect(JSON.stringify(blueprint)).not.toContain('s3cr3t');
});

test.each(['awsv4', 'digest', 'hawk', 'ntlm', 'oauth1', 'ours'])(
  'that nothing can authenticate by %s is said',
  async (type) => {
    const text = one({ url: 'https://api.test/a', auth: { type } });
    expect(await messages(text)).toContainEqual(expect.stringMatching(/which no server can/));
  },
);

test('one operation has one host: what other hosts would get is left out', async () => {
  const text = collection([
    { name: 'A', request: 'https://a.test/x' },
    { name: 'B', request: 'https://b.test/x' },
  ]);
  const { blueprint, warnings } = await imported(text);
  expect(blueprint.tools).toHaveLength(1);
  expect(warnings).toContainEqual(
    expect.objectContaining({
      path: '$.item[1].request',
      message: expect.stringMatching(/^"B" was left out: GET \/x is called at https:\/\/b\.test/),
    }),
  );
});

test('hosts without values are kept apart, and none gets the credentials of another', async () => {
  const text = collection(
    [
      { name: 'A', request: '{{apiUrl}}/a' },
      { name: 'B', request: '{{apiUrl}}/b' },
      { name: 'C', request: '{{report url}}/c' },
      { name: 'D', request: '{{report-url}}/d' },
    ],
    { auth: { type: 'bearer' } },
  );
  const { blueprint } = await imported(text);
  expect(blueprint.upstreams.map(({ baseUrl }) => baseUrl)).toEqual([
    'https://api.example.com',
    'https://report-url.example.com',
    'https://report-url-2.example.com',
  ]);
  expect(new Set(blueprint.secrets.map(({ name }) => name)).size).toBe(3);
});

test('variables of a folder count in it alone', async () => {
  const variable = [{ key: 'base', value: 'https://inner.test' }];
  const text = collection(
    [
      { name: 'In', variable, item: [{ name: 'A', request: '{{base}}/a' }] },
      { name: 'B', request: '{{base}}/b' },
    ],
    { variable: [{ key: 'base', value: 'https://outer.test' }] },
  );
  const { blueprint } = await imported(text);
  expect(blueprint.upstreams.map(({ baseUrl }) => baseUrl).toSorted()).toEqual([
    'https://inner.test',
    'https://outer.test',
  ]);
});

test.each([
  ['no requests', collection([]), /it has no requests/],
  ['requests that no tool can call', one('wss://a.test'), /none of its requests/],
  ['items that are none', collection([null, 1, 'x', {}, { item: {} }]), /no requests/],
])('a collection with %s is refused', async (_what, text, message) => {
  expect(await refused(text)).toMatchObject({ reason: 'noOperations', message });
});

test('a broken collection is refused with line and column', async () => {
  const { message } = await refused('{"info": {"_postman_id": "1"}, "item": [}');
  expect(message).toMatch(/line 1, column 41/);
});

describe('hostile collections', () => {
  test('variables that hold each other end', async () => {
    const variable = [
      { key: 'a', value: '{{b}}' },
      { key: 'b', value: '{{a}}' },
      { key: 'self', value: 'x{{self}}' },
    ];
    const { tool } = await onlyTool(one('https://api.test/{{a}}/{{self}}', { variable }));
    expect(tool.origin?.operation).toBe('GET /{a}/x{self}');
  });

  test('variables that multiply fill no memory', async () => {
    const variable = Array.from({ length: 20 }, (_, index) => ({
      key: `v${index}`,
      value: `{{v${index + 1}}}`.repeat(100),
    }));
    const body = { mode: 'raw', raw: '{"a":"{{v0}}"}' };
    const text = one({ method: 'POST', url: 'https://api.test/a', body }, { variable });
    const { blueprint } = await imported(text);
    expect(JSON.stringify(blueprint).length).toBeLessThan(100_000);
  });

  test('a host of slashes is read in linear time', async () => {
    const variable = [{ key: 'base', value: `https://api.test${'/'.repeat(900_000)}a` }];
    const text = collection(
      [
        { name: 'A', request: '{{base}}/b' },
        { name: 'B', request: 'https://api.test/b' },
      ],
      { variable },
    );
    expect((await imported(text)).blueprint.tools).toHaveLength(1);
  });

  test('a megabyte of one text is read at once, wherever it stands', async () => {
    const pieces = ['{{', '{{a}}', '}}', '/', ':', ' ', '&', 'a=', '\n', '%', 'aA1', '\uE000'];
    for (const piece of pieces) {
      const long = piece.repeat(Math.ceil(1_000_000 / piece.length));
      const text = collection([
        {
          name: long,
          request: { url: 'https://api.test/a', description: long, header: long },
          response: [{ code: 200, body: long, header: long }],
        },
        { name: 'B', request: { url: { raw: `https://api.test/b?${long}` } } },
        {
          name: 'C',
          request: { method: 'POST', url: 'https://api.test/c', body: { mode: 'raw', raw: long } },
        },
        { name: 'D', request: { url: `https://api.test/${long}` } },
        { name: 'E', request: { url: `${long}.api.test/e` } },
      ]);
      const { blueprint } = await imported(text);
      expect(blueprint.tools.length, piece).toBeGreaterThanOrEqual(2);
    }
  });

  test('folders in folders are read, and without end refused', async () => {
    const nest = (depth: number) => {
      const inner = '{"name":"A","request":"https://api.test/a"}';
      const items = `${'{"name":"f","item":['.repeat(depth)}${inner}${']}'.repeat(depth)}`;
      return `{"info":{"name":"T","schema":"${SCHEMA}"},"item":[${items}]}`;
    };
    expect((await imported(nest(100))).blueprint.tools).toHaveLength(1);
    expect((await refused(nest(50_000))).message).toMatch(/nests/);
  });

  test('no more than two thousand requests become tools', async () => {
    const items = Array.from({ length: 2_500 }, (_, index) => ({
      name: `R${index}`,
      request: `https://api.test/r${index}x`,
    }));
    const { blueprint, warnings } = await imported(collection(items));
    expect(blueprint.tools).toHaveLength(2_000);
    expect(warnings.at(-1)?.message).toMatch(/The first 2000 requests.*500 places/);
  });

  test('names that objects have of themselves are only names', async () => {
    const text = `{"info":{"name":"__proto__","schema":"${SCHEMA}"},"__proto__":{"item":[1]},
      "variable":[{"key":"__proto__","value":"x"},{"key":"constructor","value":"y"}],
      "item":[{"name":"constructor","request":{"method":"POST","__proto__":{"method":"GET"},
        "url":{"raw":"https://api.test/__proto__/:constructor?__proto__=1&toString=2"},
        "header":[{"key":"__proto__","value":"1"}],
        "body":{"mode":"raw","raw":"{\\"__proto__\\":{\\"polluted\\":1},\\"constructor\\":2}"}},
        "response":[{"code":200,"body":"{\\"__proto__\\":{\\"polluted\\":1}}"}]}]}`;
    const { tool, properties } = await onlyTool(text);
    expect(tool.origin?.operation).toBe('POST /__proto__/{constructor}');
    expect(Object.keys(properties)).toContain('toString');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('hidden characters are shown, in warnings too', async () => {
    const outcome = await imported(
      collection([
        { name: 'A\u202E', request: 'https://api.test/a' },
        { name: 'B\u200B', request: 'wss://api.test/b' },
      ]),
    );
    expect(JSON.stringify(outcome)).not.toMatch(/[\u202E\u200B]/);
  });
});
