import { expect, test } from 'vitest';

import { nameOperation } from '#app/blueprint/operation-name.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { buildRequest } from '#app/runtime/request/build-request.ts';

import { imported, onlyTool, refused } from './imported.ts';

/** The request that the only tool of a command sends when it is called with its example. */
async function sentBy(command: string) {
  const { tool, action } = await onlyTool(command);
  const { method, path, headers, body } = buildRequest(action, tool.examples?.[0]?.arguments ?? {});
  const sent = headers.filter(([name]) => name !== 'Accept');
  return { method, path, headers: sent, body: typeof body === 'string' ? body : undefined };
}

const JSON_TYPE: [string, string] = ['Content-Type', 'application/json'];
const FORM_TYPE: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded'];

const COMMANDS: [string, Awaited<ReturnType<typeof sentBy>>][] = [
  ['curl https://api.test/users', { method: 'GET', path: '/users', headers: [], body: undefined }],
  [
    `curl 'https://api.test/users?limit=20&q=a%20b&active=true'`,
    { method: 'GET', path: '/users?limit=20&q=a%20b&active=true', headers: [], body: undefined },
  ],
  [
    `curl -G https://api.test/search -d q=shoes --data-urlencode "sort=price asc"`,
    { method: 'GET', path: '/search?q=shoes&sort=price%20asc', headers: [], body: undefined },
  ],
  [
    `curl https://api.test/users/42/posts/9f1c2d3e-0a1b-4c2d-8e3f-001122334455`,
    {
      method: 'GET',
      path: '/users/42/posts/9f1c2d3e-0a1b-4c2d-8e3f-001122334455',
      headers: [],
      body: undefined,
    },
  ],
  [
    `curl -X POST https://api.test/pets -H 'Content-Type: application/json' -d '{"name":"Rex","age":3}'`,
    { method: 'POST', path: '/pets', headers: [JSON_TYPE], body: '{"name":"Rex","age":3}' },
  ],
  [
    `curl --json '{"a":[1,2]}' --json '' https://api.test/pets`,
    { method: 'POST', path: '/pets', headers: [JSON_TYPE], body: '{"a":[1,2]}' },
  ],
  [
    `curl https://api.test/charges -d amount=2000 -d currency=usd`,
    {
      method: 'POST',
      path: '/charges',
      headers: [FORM_TYPE],
      body: 'amount=2000&currency=usd',
    },
  ],
  [
    `curl -sSXPATCH https://api.test/pets/7 -H"X-Tenant: acme" -H content-type:application/merge-patch+json -d'{"a":null}'`,
    {
      method: 'PATCH',
      path: '/pets/7',
      headers: [
        ['X-Tenant', 'acme'],
        ['Content-Type', 'application/merge-patch+json'],
      ],
      body: '{"a":null}',
    },
  ],
  [
    `curl -I --max-time 5 -o /dev/null --url=https://api.test/pets/7`,
    { method: 'HEAD', path: '/pets/7', headers: [], body: undefined },
  ],
  [
    `curl "https://api.test/items?id=1&id=2"`,
    { method: 'GET', path: '/items?id=1&id=2', headers: [], body: undefined },
  ],
];

test.each(COMMANDS)('the tool sends what the command sends: %s', async (command, wanted) => {
  expect(await sentBy(command)).toEqual(wanted);
});

const COPIED_BY_A_BROWSER = `curl 'https://app.test/api/v1/orders/1024' \\
  -H 'accept: application/json, text/plain, */*' \\
  -H 'accept-language: en-US,en;q=0.9' \\
  -b '_ga=GA1.1.99; sessionid=s3cr3t-session; theme=dark' \\
  -H 'origin: https://app.test' \\
  -H 'sec-fetch-mode: cors' \\
  -H 'user-agent: Mozilla/5.0' \\
  -H 'x-csrf-token: s3cr3t-csrf' \\
  --data-raw $'{"note":"it\\'s late","password":"s3cr3t-word"}' \\
  --compressed`;

test('what a browser copies loses the noise of the browser and the values of its credentials', async () => {
  const { blueprint, warnings } = await imported(COPIED_BY_A_BROWSER);
  const [tool] = blueprint.tools;
  expect(tool?.name).toBe('update_order');
  expect(tool?.action).toMatchObject({ parameters: [{ argument: 'orderId', in: 'path' }] });
  expect(blueprint.upstreams[0]?.auth).toMatchObject([
    { kind: 'apiKey', in: 'header', name: 'x-csrf-token' },
    { kind: 'apiKey', in: 'cookie', name: 'sessionid' },
  ]);
  expect(JSON.stringify(blueprint)).not.toContain('s3cr3t');
  expect(tool?.examples?.[0]?.arguments).toMatchObject({
    body: { note: "it's late", password: '' },
  });
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('_ga, theme'),
    expect.stringContaining('were not kept'),
  ]);
});

test.each([
  [`-H 'Authorization: Bearer s3cr3t'`, { kind: 'bearer' }],
  [`-H 'authorization: token s3cr3t'`, { kind: 'apiKey', in: 'header', name: 'Authorization' }],
  [`-u me:s3cr3t`, { kind: 'basic' }],
  [`--user me:s3cr3t`, { kind: 'basic' }],
  [`-H 'Authorization: Basic czNjcjN0'`, { kind: 'basic' }],
  [`-H 'X-Api-Key: s3cr3t'`, { kind: 'apiKey', in: 'header', name: 'X-Api-Key' }],
  [`--oauth2-bearer s3cr3t`, { kind: 'bearer' }],
  [`-G -d access_token=s3cr3t`, { kind: 'apiKey', in: 'query', name: 'access_token' }],
  [`-G -d appid=s3cr3t`, { kind: 'apiKey', in: 'query', name: 'appid' }],
])('a credential becomes a scheme and a secret without its value: %s', async (given, scheme) => {
  const { blueprint } = await imported(`curl https://api.test/me ${given}`);
  expect(blueprint.upstreams[0]?.auth).toMatchObject([scheme]);
  expect(blueprint.secrets.length).toBeGreaterThan(0);
  expect(blueprint.tools[0]?.inputSchema['properties']).toEqual({});
  expect(JSON.stringify(blueprint)).not.toMatch(/s3cr3t|czNjcjN0/);
});

test('user and password in an address are not kept', async () => {
  const { blueprint } = await imported('curl https://me:s3cr3t@api.test/me');
  expect(blueprint.upstreams[0]).toMatchObject({
    baseUrl: 'https://api.test',
    auth: [{ kind: 'basic' }],
  });
  expect(JSON.stringify(blueprint)).not.toContain('s3cr3t');
});

test('a body that cannot be read is no example, because it may hold a secret', async () => {
  const { blueprint } = await imported(
    `curl https://api.test/x -H 'content-type: text/xml' -d '<password>s3cr3t</password>'`,
  );
  expect(JSON.stringify(blueprint)).not.toContain('s3cr3t');
});

test('several commands become one server; calls of one operation become one tool', async () => {
  const { blueprint } = await imported(`
# List all users
curl "https://api.test/users?limit=5" -H "Authorization: Bearer $TOKEN"
curl "https://api.test/users?page=2" -H "Authorization: Bearer $TOKEN"

# One user
curl https://api.test/users/42
curl -X DELETE https://api.test/users/$USER_ID
curl -F photo=@me.png -F title=Me https://upload.test/users/42/photos`);
  const [list, one, remove, upload] = blueprint.tools;
  expect(blueprint.tools).toHaveLength(4);
  expect(list).toMatchObject({
    name: 'list_users',
    description: expect.stringContaining('List all users'),
    inputSchema: { properties: { limit: { type: 'integer' }, page: { type: 'integer' } } },
  });
  expect(one).toMatchObject({ name: 'get_user', inputSchema: { required: ['userId'] } });
  expect(remove).toMatchObject({
    name: 'delete_user',
    action: { path: '/users/{userId}' },
    annotations: { destructiveHint: true },
    examples: [{ arguments: { userId: 42 } }],
  });
  expect(upload).toMatchObject({
    name: 'create_user_photo',
    action: { body: { contents: [{ encoding: 'multipart', parts: { photo: { file: true } } }] } },
  });
  expect(blueprint.upstreams.map(({ baseUrl }) => baseUrl)).toEqual([
    'https://api.test',
    'https://upload.test',
  ]);
  expect(blueprint.sources).toMatchObject([{ kind: 'curl', format: '' }]);
});

test.each([
  ['/users/$USER_ID', 'user_id'],
  ['/users/{id}', 'id'],
  ['/users/{{userId}}', 'userId'],
  ['/users/:id', 'id'],
  ['/users/<user id>', 'user_id'],
  ['/users/USER_ID', 'user_id'],
  ['/users/7', 'userId'],
  ['/order-items/7', 'orderItemId'],
  ['/policies/cus_9s6XKzkNRiz8i3', 'policyId'],
  ['/users/me@example.com', 'userId'],
  ['/api/v1/12345', 'id'],
])('what is filled in becomes an argument: %s', async (path, argument) => {
  const { tool } = await onlyTool(`curl "https://api.test${path}"`);
  expect(tool.inputSchema['required']).toEqual([argument]);
});

test.each(['/v1/users', '/2.0/users', '/1/boards', '/2010-04-01/accounts', '/users/me'])(
  'what says where an API is stays: %s',
  async (path) => {
    const { action } = await onlyTool(`curl https://api.test${path}`);
    expect(action.path).toBe(path);
  },
);

test.each([`"age": $AGE`, `"age": {{age}}`, `"age": <age>`])(
  'a value that JSON leaves open may be anything: %s',
  async (pair) => {
    const { tool } = await onlyTool(
      `curl https://api.test/users --json '{"name": "Ann", ${pair}}'`,
    );
    const body = (tool.inputSchema['properties'] as JsonObject)['body'] as JsonObject;
    expect(body['properties']).toMatchObject({ name: { type: 'string' }, age: {} });
    expect((body['properties'] as JsonObject)['age']).not.toHaveProperty('type');
    expect(JSON.stringify(tool)).not.toMatch(/[\uE000-\uE002]/);
  },
);

test.each([
  ['GET', '/users', 'list_users'],
  ['GET', '/users/{id}', 'get_user'],
  ['GET', '/users/{id}/posts', 'list_user_posts'],
  ['GET', '/users/{id}/posts/{postId}', 'get_user_post'],
  ['GET', '/v1/weather', 'get_weather'],
  ['GET', '/users/search', 'search_users'],
  ['GET', '/search', 'search'],
  ['GET', '/', 'get_root'],
  ['POST', '/users', 'create_user'],
  ['POST', '/users/{id}', 'update_user'],
  ['POST', '/users/{id}/activate', 'activate_user'],
  ['POST', '/login', 'login'],
  ['PUT', '/users/{id}', 'replace_user'],
  ['PATCH', '/addresses/{id}', 'update_address'],
  ['DELETE', '/order-items/{id}', 'delete_order_item'],
  ['HEAD', '/statuses/{id}', 'check_status'],
])('%s %s is named %s', (method, path, name) => {
  expect(nameOperation(method, path)).toBe(name);
});

test.each([
  ['curl', /calls an http address/],
  ['curl ftp://a.test/x', /calls an http address/],
  ['curl --help', /calls an http address/],
  [`${'curl https://a.test/x\n'.repeat(1_001)}`, /at most 1000/],
])('commands that call nothing are refused with what to do: %.20s', async (script, message) => {
  expect((await refused(script)).message).toMatch(message);
});

test.each([
  '$ curl https://api.test/users',
  '```bash\ncurl https://api.test/users\n```',
  'TOKEN=x\n# hello\ncurl https://api.test/users',
  'curl.exe https://api.test/users',
  'A=1 curl https://api.test/users',
  'curl api.test/users',
])('commands are known however they are copied: %s', async (script) => {
  const { blueprint } = await imported(script);
  expect(blueprint.tools.map(({ name }) => name)).toEqual(['list_users']);
  expect(blueprint.upstreams[0]?.baseUrl).toBe('https://api.test');
});

test('an address that is a variable leaves the base URL open and says so', async () => {
  const { blueprint, warnings } = await imported('curl "$BASE_URL/users"');
  expect(blueprint.upstreams[0]?.baseUrl).toBe('https://api.example.com');
  expect(warnings).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('Set the base URL') }),
  );
});

test('a command that cannot be read is left out with its line', async () => {
  const { blueprint, warnings } = await imported(
    'curl https://api.test/users\n\ncurl ftp://a.test/file\n',
  );
  expect(blueprint.tools).toHaveLength(1);
  expect(warnings[0]?.message).toMatch(/^Line 3: this command was left out/);
});

test('a comment before YAML does not make it a command', async () => {
  const outcome = await importDocument('# curl https://a.test\nopenapi: 3.0.0\npaths: {}\n');
  expect(outcome).toMatchObject({ ok: false, reason: 'noOperations' });
});
