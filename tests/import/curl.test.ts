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

test.each(COMMANDS)(
  'the tool sends the same request as the command: %s',
  async (command, wanted) => {
    expect(await sentBy(command)).toEqual(wanted);
  },
);

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

test('a command copied from a browser loses the browser’s headers and the values of its credentials', async () => {
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

test('an unreadable body is not an example, because it may contain a secret', async () => {
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
])('a placeholder becomes an argument: %s', async (path, argument) => {
  const { tool } = await onlyTool(`curl "https://api.test${path}"`);
  expect(tool.inputSchema['required']).toEqual([argument]);
});

test.each(['/v1/users', '/2.0/users', '/1/boards', '/2010-04-01/accounts', '/users/me'])(
  'segments of the base path are kept: %s',
  async (path) => {
    const { action } = await onlyTool(`curl https://api.test${path}`);
    expect(action.path).toBe(path);
  },
);

test.each([`"age": $AGE`, `"age": {{age}}`, `"age": <age>`])(
  'a placeholder in JSON may be any value: %s',
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
  [`curl https://${'aA1'.repeat(20_000)}.test/x`, /calls an http address/],
  ['curl', /calls an http address/],
  ['curl ftp://a.test/x', /calls an http address/],
  ['curl --help', /calls an http address/],
  [`${'curl https://a.test/x\n'.repeat(1_001)}`, /at most 1000/],
])('commands without a request are rejected with advice: %.20s', async (script, message) => {
  expect((await refused(script)).message).toMatch(message);
});

test.each([
  '$ curl https://api.test/users',
  '```bash\ncurl https://api.test/users\n```',
  'TOKEN=x\n# hello\ncurl https://api.test/users',
  'curl.exe https://api.test/users',
  'A=1 curl https://api.test/users',
  'curl api.test/users',
])('commands are recognised in any copied form: %s', async (script) => {
  const { blueprint } = await imported(script);
  expect(blueprint.tools.map(({ name }) => name)).toEqual(['list_users']);
  expect(blueprint.upstreams[0]?.baseUrl).toBe('https://api.test');
});

test('an address in a variable leaves the base URL open, with a warning', async () => {
  const { blueprint, warnings } = await imported('curl "$BASE_URL/users"');
  expect(blueprint.upstreams[0]?.baseUrl).toBe('https://api.example.com');
  expect(warnings).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('Set the base URL') }),
  );
});

test('an unreadable command is left out and reported with its line', async () => {
  const { blueprint, warnings } = await imported(
    'curl https://api.test/users\n\ncurl ftp://a.test/file\n',
  );
  expect(blueprint.tools).toHaveLength(1);
  expect(warnings[0]?.message).toMatch(/^Line 3: this command was left out/);
});

test('a credential is never sent to another host', async () => {
  const { blueprint } = await imported(`
curl https://a.test/x -H "Authorization: Bearer $A"
curl https://b.test/y -H "Authorization: Bearer $B"
curl https://a.test/users
curl https://b.test/users -H "Authorization: Bearer $B"`);
  const secrets = blueprint.upstreams.map(({ auth }) => auth.map((each) => Object.values(each)));
  expect(secrets).toHaveLength(2);
  expect(new Set(secrets.flat().map((values) => values.at(-1))).size).toBe(2);
  const users = blueprint.tools.find(({ name }) => name === 'list_users');
  expect(users?.action).toMatchObject({ upstream: 'api', security: [] });
});

test('two locations of a key with one name are two schemes', async () => {
  const { blueprint } = await imported(
    `curl https://a.test/x -H 'token: 1'\ncurl 'https://a.test/y?token=2'`,
  );
  expect(blueprint.upstreams[0]?.auth).toMatchObject([{ in: 'header' }, { in: 'query' }]);
  const used = blueprint.tools.map(({ action }) =>
    action.kind === 'http' ? action.security : null,
  );
  expect(used[0]).not.toEqual(used[1]);
});

test.each([
  `# curl -u me:s3cr3t https://a.test\ncurl https://a.test/x`,
  `# export TOKEN=s3cr3t\ncurl https://a.test/x`,
  `TOKEN=s3cr3t\ncurl https://a.test/$TOKEN/a`,
  `TOKEN=s3cr3t\ncurl "https://a.test/x?q=$TOKEN"`,
  `API_KEY=s3cr3t\ncurl https://a.test/x -H "X-Foo: $API_KEY"`,
  `TOKEN=s3cr3t\ncurl https://a.test/x --json "{\\"value\\":\\"$TOKEN\\"}"`,
  `curl https://a.test/x --json '{"tokens":["s3cr3t"],"credentials":{"value":"s3cr3t"}}'`,
  `curl https://a.test/x --json '{"authToken":{"a":{"b":"s3cr3t"}}}'`,
  `curl https://a.test/x -d user=me -d pass=s3cr3t`,
  `curl https://a.test/x -d passphrase=s3cr3t -d assertion=s3cr3t -d hapikey=s3cr3t`,
  `curl https://a.test/x -H 'X-Foo: Bearer s3cr3t'`,
  `curl https://a.test/x -d '{"password":"s3cr3t",}'`,
  `curl https://a.test/x -d 'data={"password":"s3cr3t"}'`,
  `curl https://a.test/x -F 'meta={"password":"s3cr3t"}'`,
  `curl https://a.test/x --json '{"inner":"{\\"password\\":\\"s3cr3t\\"}"}'`,
  `curl https://a.test/x --json '"s3cr3t"'`,
  `curl https://a.test/x --tlspassword s3cr3t --proxy-pass s3cr3t`,
  `curl https://a.test/x --json '{"next":"https://a.test/x?page=2&access_token=s3cr3t"}'`,
  `curl https://a.test/x --json '{"a":["see https://b.test/k?X-Amz-Signature=s3cr3t&X-Amz-Date=1"]}'`,
  `curl https://a.test/x --json '{"a":"https://a.test/?next=https%3A%2F%2Fb.test%3Ftoken%3Ds3cr3t"}'`,
  `curl https://a.test/x --json '{"a":"https://a.test/back#access_token=s3cr3t"}'`,
  `curl https://a.test/x --json '{"db":"postgres://me:s3cr3t@db.test/x"}'`,
  `curl https://a.test/x --json '{"db":"postgres://me:a@s3cr3t@db.test/x"}'`,
  `curl https://a.test/x --json '{"https://me:s3cr3t@a.test":1}'`,
  `curl https://a.test/x -H 'X-Next: https://a.test/x?token=s3cr3t'`,
  `curl https://a.test/x -d callback=https://me:s3cr3t@a.test/x`,
  `curl https://a.test/x -F 'callback=https://a.test/x?sig=s3cr3t'`,
  `curl -G https://a.test/x --data-urlencode 'next=https://a.test/?api_key=s3cr3t'`,
  `curl https://a.test/x/https%3A%2F%2Fa.test%3Ftoken=s3cr3t`,
  `# As https://a.test/docs?token=s3cr3t says\ncurl https://a.test/x`,
])('no value of a secret stays in the blueprint: %j', async (script) => {
  const { blueprint, warnings } = await imported(script);
  expect(JSON.stringify([blueprint, warnings])).not.toContain('s3cr3t');
});

test.each([
  'curl https://a.test/bot123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getMe',
  'curl https://a.test/services/T00/B00/XXaX9aXXaXa9XaXaXXaXXaXa',
  'curl "https://a.test/x?q=sk_live_4eC39HqLyjWDarjtT1zdp7dc"',
  `curl https://a.test/x --json '{"a":"ghp_16C7e42F292c6912E7710c838347Ae178B4a"}'`,
  `curl https://a.test/x --json '{"a":"https://b.test/services/XXaX9aXXaXa9XaXaXXaXXaXa"}'`,
])('a likely secret does not become an example: %s', async (script) => {
  const { blueprint } = await imported(script);
  expect(JSON.stringify(blueprint)).not.toMatch(/AAHdq|XXaX9a|4eC39|16C7e/);
});

test('an address in an example stays what it is, without its secrets', async () => {
  const { tool } = await onlyTool(
    `curl https://a.test/x --json '{"a":"https://a.test/Some-Long-Title-Of-Version-2?page=2","b":"https://a.test/x?token=abc&page=2#top"}'`,
  );
  expect(tool.examples?.[0]?.arguments['body']).toEqual({
    a: 'https://a.test/Some-Long-Title-Of-Version-2?page=2',
    b: 'https://a.test/x?token=…&page=2#top',
  });
});

test('a non-canonical number stays a text', async () => {
  const query = '/x?api-version=7.0&v=1.10&n=-0&id=007&limit=20';
  expect((await sentBy(`curl 'https://a.test${query}'`)).path).toBe(query);
  const sent = await sentBy(`curl https://a.test/x -H 'X-Version: 2.0'`);
  expect(sent.headers).toEqual([['X-Version', '2.0']]);
});

test.each([
  ['blank lines', `curl https://a.test/x\n${'\n'.repeat(400_000)}`],
  ['assignments', `curl https://a.test/x\n${'A=1 '.repeat(150_000)}`],
  ['pairs', `curl https://a.test/x?a=1${'&a'.repeat(200_000)}`],
  ['a long word', `curl https://a.test/x -d "${'x'.repeat(900_000)}"`],
  ['beginnings of pairs', `curl https://a.test/x -H "X-A: ${'a='.repeat(400_000)}"`],
  ['a name of underscores', `curl https://a.test/x/:a${'_'.repeat(900_000)}b`],
  ['beginnings of tokens', `curl https://a.test/x -d "q=${'-eyJ'.repeat(220_000)}"`],
  ['an address of dots', `curl https://a.test/x/a@${'.'.repeat(900_000)}@`],
  ['beginnings of addresses', `curl https://a.test/x -H "X-A: ${'://'.repeat(300_000)}"`],
  ['queries within queries', `curl https://a.test/x --json '["${'?a='.repeat(300_000)}"]'`],
  ['users of addresses', `curl https://a.test/x --json '["://${':a'.repeat(400_000)}"]'`],
  [
    'objects of many names',
    `curl https://a.test/x --json '[${Array.from({ length: 3_000 }, (_, n) => `{"a${n}":1}`).join(',')}]'`,
  ],
])('%s take linear time', async (_, script) => {
  // Where each were looked at again and again this would take minutes.
  const { blueprint } = await imported(script);
  expect(blueprint.tools).toHaveLength(1);
});

test.each([
  ['curl --__proto__ --valueOf --constructor https://a.test/x', 1],
  [
    `A=xxxxxxxxxx\n${'BCDEFGHIJ'
      .split('')
      .map((n, i) => `${n}=${`$${'ABCDEFGHI'[i]}`.repeat(10)}`)
      .join('\n')}\ncurl https://a.test/x -d "$J"`,
    1,
  ],
  [`curl https://a.test/x --json '${'['.repeat(20_000)}'`, 1],
  [`curl https://a.test/x --json '{"__proto__":{"readOnly":true},"b":1}'`, 1],
])('the import of any script ends: %.60j', async (script, tools) => {
  const { blueprint } = await imported(script);
  expect(blueprint.tools).toHaveLength(tools);
  expect(JSON.stringify(blueprint).length).toBeLessThan(100_000);
});

test('a path of ids only and a script that is too long are rejected', async () => {
  await refused(`curl https://a.test${'/1'.repeat(1_000)}`);
  const { message } = await refused(`curl https://a.test/x -d '${'x'.repeat(1_100_000)}'`);
  expect(message).toMatch(/at most 1000000/);
});

test.each([
  [`curl --proto '=https' --tlsv1.2 -sSf https://a.test/x`, ['GET https://a.test /x']],
  [`curl --doh-url https://dns.test/q https://a.test/x`, ['GET https://a.test /x']],
  [`curl --socks5-hostname localhost:9050 https://a.test/x`, ['GET https://a.test /x']],
  [`curl --brand-new value https://a.test/x`, ['GET https://a.test /x']],
  [
    `curl https://a.test/one --next -X POST https://a.test/two -d a=1`,
    ['GET https://a.test /one', 'POST https://a.test /two'],
  ],
  [
    `curl https://a.test/one https://a.test/two`,
    ['GET https://a.test /one', 'GET https://a.test /two'],
  ],
  [`curl https://a.test/x --url-query a=1`, ['GET https://a.test /x']],
])('a command has the same addresses as in curl: %s', async (script, wanted) => {
  const { blueprint } = await imported(script);
  const found = blueprint.tools.map(({ action }) => {
    if (action.kind !== 'http') return action.kind;
    const upstream = blueprint.upstreams.find(({ id }) => id === action.upstream);
    return `${action.method} ${upstream?.baseUrl} ${action.path}`;
  });
  expect(found).toEqual(wanted);
});

test.each([
  ['curl https://a.test/products/$ID.json', '/products/{id}.json', 'get_product'],
  ['curl "https://a.test/tickets/{id}.json"', '/tickets/{id}.json', 'get_ticket'],
  ['curl https://a.test/users/user-$ID', '/users/user-{id}', 'get_user'],
  ['curl https://a.test/users/$1', '/users/{value}', 'get_user'],
  ['curl https://a.test/caf%C3%A9s', '/caf%C3%A9s', 'list_cafes'],
])('a placeholder within a segment is an argument: %s', async (script, path, name) => {
  const { tool, action } = await onlyTool(script);
  expect(action.path).toBe(path);
  expect(tool.name).toBe(name);
});

test.each([
  'pageToken',
  'next_token',
  'page_token',
  'nextPageToken',
  'sort_key',
  'Idempotency-Key',
])('%s is not a secret', async (name) => {
  const { tool } = await onlyTool(`curl 'https://a.test/x?${name}=abc'`);
  expect(tool.inputSchema['properties']).toHaveProperty([name]);
});

test.each([
  'max_tokens',
  'maxOutputTokens',
  'max_completion_tokens',
  'budget_tokens',
  'token_count',
])('%s counts tokens and is not a secret', async (name) => {
  const { tool } = await onlyTool(`curl https://a.test/x --json '{"${name}":100,"b":1}'`);
  expect(tool.examples?.[0]?.arguments).toEqual({ body: { [name]: 100, b: 1 } });
  const asked = await onlyTool(`curl 'https://a.test/x?${name}=100'`);
  expect(asked.tool.inputSchema['properties']).toHaveProperty([name]);
});

test.each(['PHPSESSID', 'JSESSIONID', 'sid', 'connect.sid', 'auth_token'])(
  'the cookie %s is a credential',
  async (name) => {
    const { blueprint } = await imported(`curl https://a.test/x -b '${name}=s3cr3t'`);
    expect(blueprint.upstreams[0]?.auth).toMatchObject([{ kind: 'apiKey', in: 'cookie', name }]);
  },
);

test.each([
  `curl https://a.test/x --json "{\\"$KEY\\": 1, \\"b\\": \\"$V\\"}"`,
  'curl "https://a.test/x?$KEY=1&b=$V"',
  'curl https://a.test/x -F "$F=1" -F b=$V',
  'curl https://a.test/x -H "$NAME: 1"',
  'curl "https://a.test/x?a=\uE000b\uE001" -b "$C=1"',
])('internal marks do not reach the blueprint or its warnings: %j', async (script) => {
  const { blueprint, warnings } = await imported(script);
  expect(JSON.stringify([blueprint, warnings])).not.toMatch(/[\uE000-\uE002]/);
});

test('the tool accepts the same media type as the command', async () => {
  const { action } = await onlyTool(
    `curl https://a.test/x -H 'Accept: application/vnd.github.raw+json'`,
  );
  expect(action.response.accept).toContain('application/vnd.github.raw+json');
});

test.each([
  [`curl https://a.test/x -d 5`, 'application/x-www-form-urlencoded'],
  [`curl https://a.test/x -H 'content-type: application/json' -d @-`, 'application/json'],
  [`curl https://a.test/x -T file.bin`, 'application/octet-stream'],
])('a body is sent with the command’s media type: %s', async (script, mediaType) => {
  const { action } = await onlyTool(script);
  expect(action.body?.contents[0]?.mediaType).toBe(mediaType);
});

test('a header without a value is not sent', async () => {
  const { tool } = await onlyTool(`curl https://a.test/x -H 'X-Foo:'`);
  expect(tool.inputSchema['properties']).toEqual({});
});

test('a comment before YAML does not make it a command', async () => {
  const outcome = await importDocument('# curl https://a.test\nopenapi: 3.0.0\npaths: {}\n');
  expect(outcome).toMatchObject({ ok: false, reason: 'noOperations' });
});
