import { exports } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';

import type { CreatedKey } from '#app/api-keys/api-key.ts';
import type { CallPage, NamedCallPage, UsageView } from '#app/hosting/calls/call-entry.ts';
import type { Problem } from '#app/platform/problem.ts';
import type { ProjectView } from '#app/projects/project.ts';
import type { SecretStatusList } from '#app/projects/secrets/project-secrets.ts';

import { ProjectOwner, rename } from '../projects/project-owner.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { modernRequest } from '../setup/modern-request.ts';

interface Served {
  owner: ProjectOwner;
  project: ProjectView;
  token: string;
}

/** A published project with a key that may call it. */
async function publish(): Promise<Served> {
  const owner = await ProjectOwner.signIn();
  const project = await owner.saveProject(await owner.draft());
  await owner.publish(project, 1);
  return { owner, project, token: await createKey(owner) };
}

async function createKey(owner: ProjectOwner, over: object = {}): Promise<string> {
  const body = { name: 'Test', projects: 'all', ...over };
  const { token } = await owner.ask<CreatedKey>('POST', '/api/keys', body, 201);
  return token;
}

let addresses = 0;

/** A request of the 2026 protocol to an endpoint, each from an address of its own. */
function ask(
  { endpoint }: ProjectView,
  method: string,
  {
    token,
    headers = {},
    ...params
  }: { token?: string; headers?: object; name?: string; arguments?: object } = {},
): Promise<Response> {
  addresses += 1;
  const made = modernRequest(method, params);
  const sent = new Headers(made.headers);
  sent.set('cf-connecting-ip', `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`);
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(headers)) sent.set(name, String(value));
  return exports.default.fetch(
    new Request(SITE + endpoint, { method: 'POST', headers: sent, body: made.body }),
  );
}

async function toolsOf(project: ProjectView, token?: string): Promise<string[]> {
  const answer = await ask(project, 'tools/list', token === undefined ? {} : { token });
  if (answer.status !== 200) return [String(answer.status)];
  const { result } = await answer.json<{ result: { tools: { name: string }[] } }>();
  return result.tools.map(({ name }) => name);
}

let served: Served;
beforeAll(async () => {
  served = await publish();
});

test('a private endpoint answers a key of its account, and nobody else', async () => {
  const { owner, project, token } = served;
  expect(await toolsOf(project, token)).toContain('page');
  const missing = await ask(project, 'tools/list');
  expect(missing.status).toBe(401);
  const metadata = `${SITE}/.well-known/oauth-protected-resource${project.endpoint}`;
  expect(missing.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
  const stranger = await createKey(await ProjectOwner.signIn());
  const wrong = await ask(project, 'tools/list', { token: stranger });
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('www-authenticate')).toContain('Bearer error="invalid_token"');
  const typo = token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  expect(await toolsOf(project, typo)).toEqual(['401']);
  const draft = await owner.draft();
  expect(await toolsOf(project, draft.token)).toEqual(['401']);
  const cookies = { cookie: owner.browser.cookieHeader };
  expect((await ask(project, 'tools/list', { headers: cookies })).status).toBe(401);
});

test('a key for chosen projects calls no other', async () => {
  const { owner, project } = served;
  await owner.buy('pro');
  const other = await owner.saveProject(await owner.draft());
  await owner.publish(other, 1);
  const limited = await createKey(owner, { projects: [other.id] });
  expect(await toolsOf(other, limited)).toContain('page');
  expect(await toolsOf(project, limited)).toEqual(['401']);
});

test('a public endpoint answers without a key, and still refuses a bad one', async () => {
  const { owner, project, token } = await publish();
  await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'public' });
  expect(await toolsOf(project)).toContain('page');
  expect(await toolsOf(project, token)).toContain('page');
  expect(await toolsOf(project, 'mcpb_live_nonsense')).toEqual(['401']);
});

test('what is not published does not exist, nor does what was taken offline', async () => {
  const owner = await ProjectOwner.signIn();
  const project = await owner.saveProject(await owner.draft());
  const token = await createKey(owner);
  expect(await toolsOf(project, token)).toEqual(['404']);
  await owner.publish(project, 1);
  expect(await toolsOf(project, token)).toContain('page');
  await owner.send('DELETE', `/api/projects/${project.id}/publication`);
  expect(await toolsOf(project, token)).toEqual(['404']);
  const odd = await exports.default.fetch(new Request(`${SITE}/mcp/No--Such`, { method: 'POST' }));
  expect(odd.status).toBe(404);
});

test('publishing another version serves its tools, and rolling back the former ones', async () => {
  const { owner, project, token } = await publish();
  const draft = await owner.edit(await owner.draft(), rename('page', 'leaf'));
  await owner.saveVersion(project, draft, { base: 1 });
  expect(await toolsOf(project, token)).toContain('page');
  await owner.publish(project, 2);
  expect(await toolsOf(project, token)).toContain('leaf');
  await owner.publish(project, 1);
  expect(await toolsOf(project, token)).toContain('page');
});

test('a call is answered with the same headers whether or not its address is in the usual form', async () => {
  const { project, token } = served;
  const unusual = { ...project, endpoint: `${project.endpoint}?a=b` };
  const requests = [
    { token },
    {},
    { token: 'mcpb_live_nonsense' },
    { token, headers: { host: 'evil.example.org' } },
    { token, headers: { origin: 'https://page.example.org' } },
    { token, headers: { 'content-type': 'text/plain' } },
    { token, headers: { cookie: 'a=b', 'sec-fetch-site': 'cross-site' } },
  ];
  for (const request of requests) {
    const [usual, other] = await Promise.all([
      ask(project, 'tools/list', request),
      ask(unusual, 'tools/list', request),
    ]);
    const read = async (answer: Response) => {
      const { 'x-request-id': id, ...headers } = Object.fromEntries(answer.headers);
      expect(id).toMatch(/^[0-9A-Z]{26}$/);
      return {
        status: answer.status,
        headers,
        text: (await answer.text()).replace(String(id), ''),
      };
    };
    const answered = await read(usual);
    expect(answered).toEqual(await read(other));
    expect(answered.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.any(String),
    });
  }
});

test('a revoked key is refused, at once where it was revoked', async () => {
  const { owner, project } = await publish();
  const { key, token } = await owner.ask<CreatedKey>(
    'POST',
    '/api/keys',
    { name: 'Short', projects: 'all' },
    201,
  );
  expect(await toolsOf(project, token)).toContain('page');
  await owner.send('DELETE', `/api/keys/${key.id}`);
  expect(await toolsOf(project, token)).toEqual(['401']);
});

test('a key that was rotated without overlap is refused, and the new one is not', async () => {
  const { owner, project } = await publish();
  const body = { name: 'Turning', projects: 'all' };
  const old = await owner.ask<CreatedKey>('POST', '/api/keys', body, 201);
  expect(await toolsOf(project, old.token)).toContain('page');
  const rotate = `/api/keys/${old.key.id}/rotate`;
  const fresh = await owner.ask<CreatedKey>('POST', rotate, { overlapHours: 0 }, 201);
  expect(await toolsOf(project, old.token)).toEqual(['401']);
  expect(await toolsOf(project, fresh.token)).toContain('page');
});

test('a key never goes into an address', async () => {
  const { project, token } = served;
  const answer = await exports.default.fetch(
    new Request(`${SITE}${project.endpoint}?key=${token}`, { method: 'POST' }),
  );
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('Authorization');
});

test('a browser asks first, without a key, and may read why it is refused', async () => {
  const { project } = served;
  const origin = 'https://client.example.com';
  const preflight = await exports.default.fetch(
    new Request(SITE + project.endpoint, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    }),
  );
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  const refused = await ask(project, 'tools/list', { headers: { origin } });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  expect(refused.headers.get('access-control-expose-headers')).toContain('www-authenticate');
});

test('a GET that is no page is 405, and health tells the version', async () => {
  const { project, token } = served;
  const authorization = `Bearer ${token}`;
  const got = await exports.default.fetch(
    new Request(SITE + project.endpoint, { headers: { authorization } }),
  );
  expect(got.status).toBe(405);
  const health = await exports.default.fetch(new Request(`${SITE}${project.endpoint}/health`));
  expect(await health.json()).toEqual({ status: 'ok', version: 1 });
});

test('calls are counted, and above the plan’s limit refused with the time to wait', async () => {
  const { project, token } = await publish();
  const statuses = new Set<number>();
  let last: Response | null = null;
  for (let count = 0; count <= 60 && !statuses.has(429); count += 1) {
    last = await ask(project, 'tools/call', { token, name: 'no_such_tool' });
    statuses.add(last.status);
  }
  // A minute may turn meanwhile, and has sixty calls of its own.
  if (!statuses.has(429)) return;
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  const now = Date.now();
  const refused = await last?.json<Problem>();
  expect(refused).toMatchObject({
    type: 'urn:mcp-builder:limit-reached',
    limit: 'callsPerMinute',
    used: 60,
    max: 60,
    liftedBy: 'pro',
    detail: expect.stringMatching(
      /allows 60 calls a minute, and 60 were made\. There are new ones in \d+ seconds?\. Pro allows 600 calls a minute\./,
    ) as string,
  });
  expect(refused?.resetsAt).toBeGreaterThan(now - 60_000);
  expect(await toolsOf(project, token)).toContain('page');
});

test('each call is in the log with its tool, key, version and end', async () => {
  const { owner, project, token } = await publish();
  const answer = await ask(project, 'tools/call', { token, name: 'page' });
  await expect
    .poll(async () => {
      const page = await owner.ask<NamedCallPage>('GET', `/api/projects/${project.id}/calls`);
      return page.calls.map((call) => ({ ...call, name: page.keyNames[call.key ?? ''] }));
    })
    .toMatchObject([
      {
        tool: 'page',
        version: 1,
        name: 'Test',
        app: null,
        request: answer.headers.get('x-request-id'),
        arguments: null,
      },
    ]);
  const usage = await owner.ask<UsageView>('GET', `/api/projects/${project.id}/usage`);
  expect(usage.tools).toMatchObject([{ tool: 'page', calls: 1 }]);
  expect(usage.hours).toHaveLength(1);
  expect(usage.quota).toMatchObject({ limit: 1_000 });
  const stranger = await ProjectOwner.signIn();
  expect((await stranger.send('GET', `/api/projects/${project.id}/calls`)).status).toBe(404);
});

test('arguments are in the log only while its owner wants that, without any secret', async () => {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft();
  const name = draft.secrets[0]?.name ?? '';
  const value = 'plain words of the owner';
  await owner.send('PUT', `/api/drafts/${draft.id}/secrets/${name}`, { value });
  const project = await owner.saveProject(draft, { secrets: 'copy' });
  await owner.publish(project, 1);
  const token = await createKey(owner);
  const callWith = (args: object) =>
    ask(project, 'tools/call', { token, name: 'page', arguments: args });
  const calls = async () => {
    const page = await owner.ask<NamedCallPage>('GET', `/api/projects/${project.id}/calls`);
    return page.calls;
  };
  await callWith({ q: 'before' });
  await expect.poll(calls).toMatchObject([{ arguments: null }]);

  await owner.ask('PATCH', `/api/projects/${project.id}/log`, { keepsArguments: true });
  const token43 = `ghp_${'a1B2'.repeat(9)}`;
  await callWith({ q: `${value} ${token43}`, long: 'x'.repeat(3_000) });
  await expect.poll(async () => (await calls()).length).toBe(2);
  const [newest] = await calls();
  expect(newest?.arguments).toContain('"q":"[redacted]');
  expect(newest?.arguments).not.toContain(value);
  expect(newest?.arguments).not.toContain('a1B2');
  expect(newest?.arguments?.length).toBe(2_001);
  // Looking for them in the arguments is no use of them.
  const path = `/api/projects/${project.id}/secrets?environment=live`;
  const { secrets } = await owner.ask<SecretStatusList>('GET', path);
  expect(secrets).toMatchObject([{ name, usedAt: null }]);

  await owner.ask('PATCH', `/api/projects/${project.id}/log`, { keepsArguments: false });
  await callWith({ q: 'after' });
  await expect.poll(async () => (await calls()).length).toBe(3);
  expect((await calls())[0]?.arguments).toBeNull();
  const csv = await owner.send('GET', `/api/projects/${project.id}/calls/download?format=csv`);
  expect((await csv.text()).split('\r\n')).toHaveLength(5);
});

test('calls in a batch count one by one: above the plan’s limit none is run', async () => {
  const { owner, project, token } = await publish();
  const sendBatch = (count: number) =>
    exports.default.fetch(
      new Request(SITE + project.endpoint, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-03-26',
        },
        body: JSON.stringify(
          Array.from({ length: count }, (_, id) => ({
            jsonrpc: '2.0',
            id,
            method: 'tools/call',
            params: { name: 'page', arguments: {} },
          })),
        ),
      }),
    );
  const few = await sendBatch(2);
  expect(few.status).toBe(200);
  await few.text();
  // One is more than a minute has; two are more than two have, if one ends meanwhile.
  let ran = 2;
  let last = await sendBatch(100);
  if (last.status === 200) {
    ran += 100;
    await last.text();
    last = await sendBatch(100);
  }
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const { calls } = await owner.ask<CallPage>('GET', `/api/projects/${project.id}/calls`);
      return calls.filter(({ end }) => end === 'overQuota').length;
    })
    .toBe(1);
  const { kept } = await owner.ask<CallPage>('GET', `/api/projects/${project.id}/calls`);
  expect(kept).toBe(ran + 1);
});

/** A published API whose tool `broken` is answered 503 and whose tool `slow` is given up after 100 ms. */
async function publishFailing(): Promise<Served> {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.edit(await owner.draft(), {
    edit: 'setPolicies',
    timeoutMs: 100,
    retries: { attempts: 1, baseDelayMs: 1, maxDelayMs: 1 },
  });
  const project = await owner.saveProject(draft);
  await owner.publish(project, 1);
  return { owner, project, token: await createKey(owner) };
}

test.each([
  { name: 'broken', end: 'upstreamStatus' },
  { name: 'slow', end: 'timeOut' },
])(
  'an API that fails five times in a row ($name) is left alone for a while, in words that say how long',
  async ({ name, end }) => {
    const { owner, project, token } = await publishFailing();
    const call = async (tool: string) => {
      const answer = await ask(project, 'tools/call', { token, name: tool });
      return answer.text();
    };
    for (let time = 0; time < 5; time += 1) expect(await call(name)).not.toContain('5 times');
    const heldBack =
      /upstream\.example\.net failed 5 times in a row or more, so nothing is sent to it for now\. Try again in \d+ seconds?\./;
    expect(await call('page')).toMatch(heldBack);
    expect(await call(name)).toMatch(heldBack);
    const other = await publish();
    const answer = await ask(other.project, 'tools/call', { token: other.token, name: 'page' });
    expect(await answer.text()).toContain('Maintenance');
    await expect
      .poll(async () => {
        const { calls } = await owner.ask<CallPage>('GET', `/api/projects/${project.id}/calls`);
        return calls.map((each) => each.end).toSorted();
      })
      .toEqual([...Array<string>(5).fill(end), 'upstreamFailed', 'upstreamFailed'].toSorted());
  },
);
