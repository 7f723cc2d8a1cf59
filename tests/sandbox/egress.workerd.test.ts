import { expect, test } from 'vitest';

import { DEFAULT_POLICIES } from '#app/blueprint/blueprint.ts';
import type { GuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';
import { createEgress, type EgressDefinition } from '#app/sandbox/egress.server.ts';

const SECRET = 'the-secret-value-42';

const definition: EgressDefinition = {
  upstreams: [
    {
      id: 'api',
      baseUrl: 'https://api.example.com/v1',
      allowedHosts: ['api.example.com'],
      auth: [{ id: 'key', kind: 'bearer', secret: 'KEY' }],
      security: [['key']],
    },
  ],
  policies: { ...DEFAULT_POLICIES, maxUpstreamBytes: 1_000 },
};

const GET = { method: 'GET', path: '/x', headers: [] };
const forever = new AbortController().signal;

function live(fetch: GuardedFetch, secret: string | undefined = SECRET) {
  const secrets = async (name: string) => (name === 'KEY' ? secret : undefined);
  return createEgress(definition, { environment: 'test', secrets, fetch }, forever);
}

test('the egress adds the secret and redacts it in responses', async () => {
  const seen: string[] = [];
  const egress = live(async (request) => {
    seen.push(`${request.url} ${request.headers.get('authorization')}`);
    const headers = { 'x-echo': SECRET, 'x-base64': btoa(SECRET) };
    return {
      ok: true,
      value: new Response(`a ${SECRET} b ${encodeURIComponent(SECRET)}`, { headers }),
    };
  });
  const outcome = await egress('api', GET);
  expect(seen).toEqual([`https://api.example.com/v1/x Bearer ${SECRET}`]);
  if (!outcome.ok) throw new Error(outcome.message);
  const { headers, body } = outcome.response;
  const text = JSON.stringify(headers) + new TextDecoder().decode(body);
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(btoa(SECRET).slice(0, 20));
});

test('a refusal of the guard is an outcome with its reason', async () => {
  const egress = live(async () => ({ ok: false, reason: 'refused', message: 'a private network' }));
  expect(await egress('api', GET)).toMatchObject({ ok: false, reason: 'refused' });
  const limited = live(async () => ({ ok: false, reason: 'rateLimited', message: 'too often' }));
  expect(await limited('api', GET)).toMatchObject({ ok: false, reason: 'rateLimited' });
});

test('hosts and upstreams of other servers cannot be reached', async () => {
  const seen: string[] = [];
  const egress = live(async (request) => {
    seen.push(new URL(request.url).host);
    return { ok: true, value: new Response('') };
  });
  expect(await egress('other', GET)).toMatchObject({ ok: false, reason: 'unknownUpstream' });
  const paths = [
    '//evil.example.org/x',
    '/../../x',
    'https://evil.example.org/',
    '@evil.example.org',
  ];
  for (const path of [...paths, '\\\\evil.example.org', '.evil.example.org', ':8443/x']) {
    await egress('api', { ...GET, path });
  }
  expect(new Set([...seen, 'api.example.com'])).toEqual(new Set(['api.example.com']));
});

test('one tool call may send 50 requests', async () => {
  const egress = live(async () => ({ ok: true, value: new Response('ok') }));
  for (let count = 0; count < 50; count += 1) expect((await egress('api', GET)).ok).toBe(true);
  expect(await egress('api', GET)).toMatchObject({ ok: false, reason: 'refused' });
});

test('the total size of responses in one tool call is limited', async () => {
  const egress = live(async () => ({ ok: true, value: new Response('x'.repeat(900)) }));
  const outcomes = [];
  for (let count = 0; count < 6; count += 1) outcomes.push((await egress('api', GET)).ok);
  expect(outcomes).toEqual([true, true, true, true, true, false]);
});

test('a missing secret is reported, and nothing is sent', async () => {
  let calls = 0;
  const egress = createEgress(
    definition,
    {
      environment: 'test',
      secrets: async () => undefined,
      fetch: async () => {
        calls += 1;
        return { ok: true, value: new Response('') };
      },
    },
    forever,
  );
  expect(await egress('api', GET)).toMatchObject({ ok: false, reason: 'secretMissing' });
  expect(calls).toBe(0);
});

test('a request ends with its call', async () => {
  const call = new AbortController();
  const target = {
    environment: 'test' as const,
    secrets: async () => SECRET,
    fetch: () => new Promise<never>(() => {}),
  };
  const egress = createEgress(definition, target, call.signal);
  const outcome = egress('api', GET);
  call.abort();
  expect(await outcome).toMatchObject({ ok: false, reason: 'cancelled' });
});

test('concurrent requests are limited', async () => {
  let open = 0;
  let most = 0;
  const egress = live(async () => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve, 1));
    open -= 1;
    return { ok: true, value: new Response('ok') };
  });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => egress('api', GET)));
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(most).toBe(4);
});

test('the size of one response is limited, whatever the policy allows', async () => {
  const policies = { ...DEFAULT_POLICIES, maxUpstreamBytes: 50_000_000 };
  const target = {
    environment: 'test' as const,
    secrets: async () => SECRET,
    fetch: async () => ({ ok: true as const, value: new Response(new Uint8Array(25_000_001)) }),
  };
  const egress = createEgress({ ...definition, policies }, target, forever);
  expect(await egress('api', GET)).toMatchObject({ ok: false, reason: 'tooLarge' });
});

test('an unavailable store of secrets is not reported as an unreachable upstream', async () => {
  const target = {
    environment: 'test' as const,
    secrets: async () => {
      throw new Error('D1_ERROR');
    },
    fetch: async () => ({ ok: true as const, value: new Response('') }),
  };
  expect(await createEgress(definition, target, forever)('api', GET)).toMatchObject({
    ok: false,
    message: 'The stored credentials cannot be read at the moment.',
  });
});

function failing(server: string, seen: { sent: number }) {
  const target = {
    environment: 'test' as const,
    server,
    secrets: async () => SECRET,
    fetch: async () => {
      seen.sent += 1;
      return { ok: true as const, value: new Response('', { status: 503 }) };
    },
  };
  const policies = {
    ...DEFAULT_POLICIES,
    retries: { attempts: 1, baseDelayMs: 0, maxDelayMs: 0 },
    breaker: { failures: 2, cooldownMs: 60_000 },
  };
  return createEgress({ ...definition, policies }, target, forever);
}

test('the state of a server’s upstreams outlives a call, and is not shared with other servers', async () => {
  const seen = { sent: 0 };
  for (const _ of [1, 2]) {
    expect(await failing('draft-a 1', seen)('api', GET)).toMatchObject({ ok: true });
  }
  expect(await failing('draft-a 1', seen)('api', GET)).toMatchObject({
    ok: false,
    reason: 'heldBack',
    message: expect.stringContaining('Try again in 60 seconds.'),
  });
  expect(seen.sent).toBe(2);
  expect(await failing('draft-b 1', seen)('api', GET)).toMatchObject({ ok: true });
  expect(await failing('draft-a 2', seen)('api', GET)).toMatchObject({ ok: true });
});

test('the egress retries a temporary failure', async () => {
  let sent = 0;
  const told: unknown[] = [];
  const egress = live(async () => {
    sent += 1;
    return { ok: true, value: new Response('', { status: sent < 3 ? 502 : 200 }) };
  });
  const outcome = await egress('api', GET, undefined, (progress) => told.push(progress));
  expect(outcome).toMatchObject({ ok: true, response: { status: 200 }, attempts: 3 });
  expect(told).toMatchObject([
    { kind: 'retry', attempt: 2 },
    { kind: 'retry', attempt: 3 },
  ]);
});
