import { describe, expect, test } from 'vitest';

import type { OauthFacts, OauthProblem } from '#app/mcp-client/oauth/oauth-flow.ts';

import {
  fakeAuthority,
  ISSUER,
  METADATA,
  RESOURCE_METADATA,
  SERVER,
  withMembers,
} from './fake-authority.ts';
import { ALL_STEPS, runSteps, toGoodAnswer } from './run-steps.ts';

test('a sound server gives tokens, and is asked for nothing else', async () => {
  const { send, hosts } = fakeAuthority();
  const { problem, facts } = await runSteps(send, ALL_STEPS);
  expect(problem).toBeNull();
  expect(facts.tokens).toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  expect(hosts()).toEqual(['notes.example', 'auth.example']);
});

const challenging = (metadata: string) => () =>
  new Response(null, {
    status: 401,
    headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}"` },
  });

const INWARD = [
  'http://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254/',
  'https://127.0.0.1/',
  'https://[::ffff:7f00:1]/',
  'https://0x7f.1/',
  'https://localhost/',
  'https://router.local/',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://10.0.0.1/',
  'http://auth.example/',
  'https://user:password@auth.example/',
  'javascript:alert(1)',
  'data:application/json,{}',
  'file:///etc/passwd',
  '//auth.example/',
];

interface Attack {
  name: string;
  over: Parameters<typeof fakeAuthority>[0];
  reason: OauthProblem['reason'];
}

const ATTACKS: Attack[] = [
  ...INWARD.flatMap((address): Attack[] => [
    {
      name: `the challenge names ${address}`,
      over: { [SERVER]: challenging(address) },
      reason: 'unsafe-address',
    },
    {
      name: `the authorization server is ${address}`,
      over: withMembers(RESOURCE_METADATA, { authorization_servers: [address] }),
      reason: 'unsafe-address',
    },
    ...['authorization_endpoint', 'token_endpoint', 'registration_endpoint'].map((member) => ({
      name: `${member} is ${address}`,
      over: withMembers(METADATA, { [member]: address }),
      reason: 'unsafe-address' as const,
    })),
  ]),
  ...[
    'https://other.example/mcp',
    'https://notes.example/mcp/other',
    'https://notes.example/mc',
    'https://notes.example:8443/mcp',
    'http://notes.example/mcp',
    'notes.example',
    '',
  ].map((resource) => ({
    name: `the metadata is that of "${resource}"`,
    over: withMembers(RESOURCE_METADATA, { resource }),
    reason: 'resource-mismatch' as const,
  })),
  ...['https://other.example', `${ISSUER}/tenant`, 'https://AUTH.example', ''].map((issuer) => ({
    name: `the issuer of the metadata is "${issuer}"`,
    over: withMembers(METADATA, { issuer }),
    reason: 'issuer-mismatch' as const,
  })),
  ...[undefined, [], ['plain']].map((methods) => ({
    name: `PKCE methods are ${JSON.stringify(methods)}`,
    over: withMembers(METADATA, { code_challenge_methods_supported: methods }),
    reason: 'no-pkce' as const,
  })),
  {
    name: 'nothing is offered to become known',
    over: withMembers(METADATA, {
      client_id_metadata_document_supported: false,
      registration_endpoint: undefined,
    }),
    reason: 'no-registration',
  },
  ...[
    { name: 'no JSON', answer: () => new Response('<html>') },
    { name: 'a list', answer: () => Response.json([]) },
    {
      name: 'two megabytes',
      answer: () => new Response(`{"issuer":"${'a'.repeat(2_000_000)}"}`),
    },
    { name: 'an error of its own', answer: () => new Response(null, { status: 500 }) },
    { name: 'members of other types', answer: { issuer: 1, token_endpoint: {} } },
  ].map(({ name, answer }) => ({
    name: `the authorization server sends ${name}`,
    over: { [METADATA]: answer },
    reason: 'bad-answer' as const,
  })),
  ...[
    { access_token: '', token_type: 'Bearer' },
    { token_type: 'Bearer' },
    { access_token: 'a', token_type: 'DPoP' },
  ].map((answer) => ({
    name: `the token endpoint sends ${JSON.stringify(answer)}`,
    over: { [`${ISSUER}/token`]: answer },
    reason: 'bad-answer' as const,
  })),
  {
    name: 'the token endpoint sends an error with status 200',
    over: { [`${ISSUER}/token`]: { error: 'invalid_grant' } },
    reason: 'token-refused',
  },
  {
    name: 'the registration is refused',
    over: {
      ...withMembers(METADATA, { client_id_metadata_document_supported: false }),
      [`${ISSUER}/register`]: () =>
        Response.json({ error: 'invalid_redirect_uri' }, { status: 400 }),
    },
    reason: 'registration-refused',
  },
  {
    name: 'the server lets everybody in',
    over: { [SERVER]: {} },
    reason: 'not-protected',
  },
];

describe('a hostile or broken server is refused, and nothing is sent where it leads', () => {
  test.each(ATTACKS)('$name', async ({ over, reason }) => {
    const { send, hosts } = fakeAuthority(over);
    const { problem } = await runSteps(send, ALL_STEPS);
    expect(problem?.reason).toBe(reason);
    expect(new Set([...hosts(), 'notes.example', 'auth.example']).size).toBe(2);
  });
});

const CALLBACKS: { name: string; answer: (facts: OauthFacts) => string; reason: string }[] = [
  { name: 'another state', answer: () => 'code=c&state=other&iss=x', reason: 'state-mismatch' },
  { name: 'no state', answer: () => 'code=c', reason: 'state-mismatch' },
  ...[`${ISSUER}/`, 'https://AUTH.example', 'https://other.example', ''].map((iss) => ({
    name: `the issuer "${iss}"`,
    answer: (facts: OauthFacts) => replaceParameter(facts, 'iss', iss),
    reason: 'issuer-mismatch',
  })),
  {
    name: 'no issuer, though promised',
    answer: (facts) => replaceParameter(facts, 'iss', null),
    reason: 'issuer-mismatch',
  },
  {
    name: 'a denial',
    answer: (facts) => `${replaceParameter(facts, 'code', null)}&error=access_denied`,
    reason: 'denied',
  },
  {
    name: 'neither code nor error',
    answer: (facts) => replaceParameter(facts, 'code', null),
    reason: 'bad-answer',
  },
];

function replaceParameter(facts: OauthFacts, name: string, value: string | null): string {
  const answer = new URLSearchParams(toGoodAnswer(facts));
  if (value === null) answer.delete(name);
  else answer.set(name, value);
  return answer.toString();
}

describe('an answer of the sign-in is checked before its code goes anywhere', () => {
  test.each(CALLBACKS)('$name', async ({ answer, reason }) => {
    const { send, asked } = fakeAuthority();
    const { problem } = await runSteps(send, ALL_STEPS, { callback: answer });
    expect(problem?.reason).toBe(reason);
    expect(asked.filter(({ url }) => url.endsWith('/token'))).toEqual([]);
  });

  test('words of an error that comes from another issuer are not shown', async () => {
    const { send } = fakeAuthority();
    const callback = ({ request }: OauthFacts) =>
      `error=evil&error_description=Call+us&iss=https://evil.example&state=${request?.state ?? ''}`;
    const { problem } = await runSteps(send, ALL_STEPS, { callback });
    expect(problem?.reason).toBe('issuer-mismatch');
    expect(problem?.message).not.toContain('Call us');
  });
});

test('a local server may name an authorization server on this machine', async () => {
  const local = 'http://localhost:4000';
  const metadata = {
    issuer: local,
    authorization_endpoint: `${local}/authorize`,
    token_endpoint: `${local}/token`,
    code_challenge_methods_supported: ['S256'],
  };
  const { send } = fakeAuthority({ [`${local}/.well-known/openid-configuration`]: metadata });
  const settings = { serverUrl: `${local}/mcp` };
  const { problem, facts } = await runSteps(send, ['resource', 'server'], { settings });
  expect(problem).toBeNull();
  expect(facts.server?.token_endpoint).toBe(`${local}/token`);
});
