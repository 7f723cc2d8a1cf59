import { expect, test } from 'vitest';

import type { AuthScheme } from '#app/runtime/definition.ts';
import { createUpstreamFetch } from '#app/runtime/upstream/upstream-fetch.ts';
import { createRequestRecorder } from '#app/sandbox/request-recorder.ts';

import { petstore } from '../runtime/petstore.ts';
import { BINANCE, CLOUDINARY } from '../runtime/signing/published-schemes.ts';

const VALUE = 'live-4711-value';

/** A recorded call of a real API that echoes all it gets. */
function openReal(security: string[][] | undefined) {
  const { upstreams, policies } = petstore();
  const [first] = upstreams;
  if (!first) throw new Error('The pet store has an API.');
  const auth: AuthScheme[] = [
    ...first.auth,
    { id: 'query', kind: 'apiKey', in: 'query', name: 'key', secret: 'QUERY_KEY' },
    {
      id: 'oauth',
      kind: 'oauth2ClientCredentials',
      tokenUrl: 'https://api.example.com/token',
      scopes: [],
      clientIdSecret: 'CLIENT_ID',
      clientSecretSecret: 'CLIENT_SECRET',
    },
  ];
  const received: string[] = [];
  const send = createUpstreamFetch({
    upstreams: [{ ...first, auth }],
    policies,
    secrets: () => VALUE,
    fetch: async (request) => {
      const told = `${request.url} ${JSON.stringify([...request.headers])}`;
      received.push(told);
      return Response.json({ access_token: VALUE, told });
    },
  });
  const recorder = createRequestRecorder([{ ...first, auth }], 'test');
  const fetch = recorder.wrap(send);
  const call = (path: string, headers: [string, string][] = []) =>
    fetch('api', { method: 'GET', path, headers, ...(security && { security }) });
  return { call, received, recorder };
}

test.each([
  [undefined, 'X-Api-Key', '{API_KEY}'],
  [[['token']], 'Authorization', 'Bearer {API_TOKEN}'],
  [[['oauth']], 'Authorization', 'Bearer {access token}'],
])(
  'of a real call the names of secrets are recorded, never their values: %j',
  async (security, header, shown) => {
    const { call, received, recorder } = openReal(security);
    const outcome = await call('/pets?x=1', [[header.toLowerCase(), 'of the tool']]);
    expect(outcome.ok).toBe(true);
    expect(received.at(-1)).toContain(VALUE);
    expect(recorder.requests).toEqual([
      {
        environment: 'test',
        method: 'GET',
        url: 'https://api.example.com/v1/pets?x=1',
        headers: { [header]: shown },
        status: 200,
      },
    ]);
    expect(JSON.stringify(recorder.requests)).not.toContain(VALUE);
  },
);

test('a key in the query is recorded by its name, beside what the tool sends', async () => {
  const { call, received, recorder } = openReal([['query']]);
  await call('/pets');
  expect(received.at(-1)).toContain(`key=${VALUE}`);
  expect(recorder.requests).toMatchObject([
    { url: 'https://api.example.com/v1/pets?key={QUERY_KEY}' },
  ]);
});

test.each([
  [
    BINANCE,
    {
      url: 'https://api.example.com/v1/pets?timestamp={timestampMs}&signature={signature}',
      headers: { 'X-MBX-APIKEY': '{KEY_ID}' },
      body: '{"a":1}',
    },
  ],
  [
    CLOUDINARY,
    {
      url: 'https://api.example.com/v1/pets',
      body: '{"a":1,"timestamp":"{timestamp}","signature":"{signature}","api_key":"{KEY_ID}"}',
    },
  ],
  [
    {
      id: 'signed',
      kind: 'awsSignature' as const,
      service: 's3',
      region: 'us-east-1',
      accessKeyIdSecret: 'KEY_ID',
      secretAccessKeySecret: 'SECRET',
    },
    {
      headers: {
        'X-Amz-Date': '{time}',
        Authorization:
          'AWS4-HMAC-SHA256 Credential={KEY_ID}/{date}/us-east-1/s3/aws4_request, Signature={signature}',
      },
    },
  ],
])('of a signed request the places are recorded, never a value: %j', async (scheme, shown) => {
  const { upstreams } = petstore();
  const signed = upstreams.map((each) => ({ ...each, auth: [scheme], security: [['signed']] }));
  const recorder = createRequestRecorder(signed, 'mock');
  const fetch = recorder.wrap(async () => ({ ok: false, reason: 'refused', message: 'No.' }));
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  await fetch('api', { method: 'POST', path: '/pets', headers, body: '{"a":1}' });
  expect(recorder.requests).toMatchObject([shown]);
});

test('a request that is refused is recorded with its reason', async () => {
  const { call, recorder } = openReal(undefined);
  await call('//other.example.com/x');
  await call('/../../x');
  expect(recorder.requests).toMatchObject([
    { url: expect.any(String) },
    { url: expect.stringContaining('api: '), problem: expect.stringContaining('base URL') },
  ]);
});

test('credentials that a tool carries in itself are blanked, and long parts are cut', async () => {
  const recorder = createRequestRecorder(petstore().upstreams, 'mock');
  const fetch = recorder.wrap(async () => ({ ok: false, reason: 'refused', message: 'No.' }));
  await fetch('api', {
    method: 'POST',
    path: `/pets?access_token=${'t'.repeat(20)}`,
    headers: [
      ['X-Auth-Token', 'abc'],
      ['X-Long', 'y'.repeat(1_000)],
    ],
    security: [],
    body: JSON.stringify({ note: `sk-${'a'.repeat(20)}`, text: 'z'.repeat(5_000) }),
  });
  await fetch('api', {
    method: 'PUT',
    path: '/pets',
    headers: [],
    body: new Uint8Array([255, 254, 0]),
  });
  const [first, second] = recorder.requests;
  expect(first?.url).toBe('https://api.example.com/v1/pets?access_token=[redacted]');
  expect(first?.headers['X-Auth-Token']).toBe('[redacted]');
  expect(first?.headers['X-Long']?.length).toBeLessThan(400);
  expect(first?.body).toMatch(/^\{"note":"sk-\[redacted\]"/);
  expect(first?.body?.length).toBeLessThan(2_100);
  expect(second?.body).toBe('(3 bytes)');
});

test.each([
  ['/x?token=abcdef123456', '/x?token=[redacted]'],
  ['/x?a=1&access_token=abc&pw=hunter2', '/x?a=1&access_token=[redacted]&pw=[redacted]'],
  ['/x?page_token=abc&tokens=5', '/x?page_token=abc&tokens=5'],
  [`/bot123456789:${'Aa1-'.repeat(8)}/send?k=1`, '/bot[redacted]/send?k=1'],
  [`/services/T0000AAAA/B0000AAAA/${'a1'.repeat(12)}`, '/services/[redacted]'],
  ['/files/0b6f3c1e-5d1e-4c55-9a0e-111111111111', '/files/0b6f3c1e-5d1e-4c55-9a0e-111111111111'],
])('the path %s is shown as %s', async (path, shown) => {
  const recorder = createRequestRecorder(petstore().upstreams, 'mock');
  const fetch = recorder.wrap(async () => ({ ok: false, reason: 'refused', message: 'No.' }));
  await fetch('api', { method: 'GET', path, headers: [], security: [] });
  expect(recorder.requests[0]?.url).toBe(`https://api.example.com/v1${shown}`);
});

test.each([
  [
    '{"user":"ada","password":"hunter2 \\" x","n":1}',
    '{"user":"ada","password":"[redacted]","n":1}',
  ],
  ['{"auth": {"token": "abc"}}', '{"auth": {"token": "[redacted]"}}'],
  ['{"next_token":"abc","password_hint":"dog"}', '{"next_token":"abc","password_hint":"dog"}'],
  ['password=hunter2&user=ada', 'password=[redacted]&user=ada'],
])('the body %s is shown as %s', async (body, shown) => {
  const recorder = createRequestRecorder(petstore().upstreams, 'mock');
  const fetch = recorder.wrap(async () => ({ ok: false, reason: 'refused', message: 'No.' }));
  await fetch('api', { method: 'POST', path: '/x', headers: [], security: [], body });
  expect(recorder.requests[0]?.body).toBe(shown);
});
