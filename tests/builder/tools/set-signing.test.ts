import { expect, test } from 'vitest';

import { findTool } from '#app/builder/tools/builder-tools.ts';
import { refuseCall } from '#app/builder/tools/refuse-call.ts';

import { SIGNED_AUTH } from '../../fakes/signed-upstream.ts';
import { PUBLISHED } from '../../runtime/signing/published-examples.ts';
import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('an API is signed for, with the names of its secrets', async () => {
  const workspace = openWorkspace();
  const answer = await callBuilderTool(workspace, 'set_upstream', { auth: SIGNED_AUTH });
  expect(answer).toMatchObject({
    problems: [],
    changed: ['Requests to api are signed (HMAC-SHA-256, sent in header Authorization).'],
  });
  expect(workspace.blueprint.upstreams).toMatchObject([
    {
      auth: [
        {
          ...SIGNED_AUTH,
          id: 'signature',
          secrets: [
            { name: 'secret', secret: 'NEW_SERVER_SECRET' },
            { name: 'keyId', secret: 'NEW_SERVER_KEY_ID' },
          ],
        },
      ],
      security: [['signature']],
    },
  ]);
  expect(workspace.blueprint.secrets.map(({ name }) => name)).toEqual([
    'NEW_SERVER_SECRET',
    'NEW_SERVER_KEY_ID',
  ]);
  const read = await callBuilderTool(workspace, 'read_blueprint', { parts: ['server'] });
  expect(JSON.stringify(read)).toContain('{method}\\n{pathAndQuery}');
});

test('a secret keeps its name while templates call it the same, and no two share one', async () => {
  const workspace = openWorkspace();
  const auth = { kind: 'oauth2', tokenUrl: 'https://id.example.com/token' };
  await callBuilderTool(workspace, 'set_upstream', { auth });
  const secrets = ['clientSecret', 'secret', 'keyId'];
  const message = '{method}{clientSecret}';
  await callBuilderTool(workspace, 'set_upstream', { auth: { ...SIGNED_AUTH, secrets, message } });
  const names = workspace.blueprint.secrets.map(({ name }) => name);
  expect(names.toSorted()).toEqual([
    'NEW_SERVER_CLIENT_SECRET',
    'NEW_SERVER_KEY_ID',
    'NEW_SERVER_SECRET',
  ]);
  await callBuilderTool(workspace, 'set_identity', { name: 'other-server' });
  await callBuilderTool(workspace, 'set_upstream', { auth: SIGNED_AUTH });
  expect(workspace.blueprint.secrets.map(({ name }) => name)).toEqual([
    'NEW_SERVER_SECRET',
    'NEW_SERVER_KEY_ID',
  ]);
});

test('AWS is named by service and region', async () => {
  const workspace = openWorkspace();
  const auth = {
    kind: 'awsSignature',
    service: 'execute-api',
    region: 'eu-west-1',
    temporary: true,
  };
  const answer = await callBuilderTool(workspace, 'set_upstream', { auth });
  expect(answer['changed']).toEqual([
    'Requests to api are signed with AWS Signature Version 4 (execute-api, eu-west-1).',
  ]);
  expect(workspace.blueprint.secrets.map(({ name }) => name)).toEqual([
    'NEW_SERVER_ACCESS_KEY_ID',
    'NEW_SERVER_SECRET_ACCESS_KEY',
    'NEW_SERVER_SESSION_TOKEN',
  ]);
});

test.each([
  [{ message: '{method}{tme}' }, '.message', 'Nothing is called {tme}; known are secret, keyId'],
  [{ message: '{signature}' }, '.message', 'not known before it is made'],
  [{ send: [{ in: 'header', name: 'X-Key', value: '{keyId}' }] }, '.send', 'Nothing sends'],
  [{ key: '{method}' }, '.key', 'none of the secrets'],
  [{ algorithm: 'SHA-256', message: '{body}' }, '.message', 'proves nothing'],
  [{ secrets: ['secret', 'path'] }, '.secrets[1].name', 'something else already'],
  [
    { values: [{ name: 'bodyHash', text: '{bodyHash}', encoding: 'hex' }] },
    '.values[0].text',
    'refers to itself',
  ],
  [
    { send: [...SIGNED_AUTH.send, { in: 'query', name: 'k', value: '{secret}' }] },
    '.send[4].value',
    'the key, which is never sent',
  ],
  [
    {
      values: [...SIGNED_AUTH.values, { name: 'shown', text: '{secret}', encoding: 'base64' }],
      send: [...SIGNED_AUTH.send, { in: 'query', name: 'k', value: '{shown}' }],
    },
    '.send[4].value',
    'the key, which is never sent',
  ],
  [
    { send: [{ in: 'header', name: 'Host', value: '{signature}' }] },
    '.send[0].name',
    'cannot be set',
  ],
])('what cannot work is refused where it is: %j', async (changes, place, message) => {
  const workspace = openWorkspace();
  const { blueprint } = workspace;
  const auth = { ...SIGNED_AUTH, ...changes };
  const answer = await callBuilderTool(workspace, 'set_upstream', { auth });
  expect(answer).toMatchObject({ changed: [] });
  expect(answer['problems']).toContainEqual({
    path: expect.stringContaining(place),
    message: expect.stringContaining(message),
  });
  expect(workspace.blueprint).toEqual(blueprint);
});

test('the schemes of real APIs hold nothing that looks like a credential', async () => {
  for (const { scheme } of PUBLISHED) {
    const { id: _, secrets, ...fields } = scheme;
    const auth = { ...fields, secrets: secrets.map(({ name }) => name) };
    const call = findTool('set_upstream')?.accept({ auth });
    if (!call?.ok) throw new Error('The scheme was not accepted.');
    expect(refuseCall(call.value)).toBeNull();
    const answer = await callBuilderTool(openWorkspace(), 'set_upstream', { auth });
    expect(answer['problems']).toEqual([]);
  }
});

test('an API is signed for with a private key, which is one secret and never sent', async () => {
  const workspace = openWorkspace();
  const auth = { ...SIGNED_AUTH, algorithm: 'Ed25519' };
  expect(await callBuilderTool(workspace, 'set_upstream', { auth })).toMatchObject({
    problems: [],
    changed: ['Requests to api are signed (Ed25519, sent in header Authorization).'],
  });
  const [, , , last] = SIGNED_AUTH.send;
  const shown = [{ ...last, value: '{signature}{secret}' }];
  for (const [change, message] of [
    [{ key: '{secret}{keyId}' }, /one of the secrets alone/],
    [{ keyEncoding: 'hex' }, /leave the encoding out/],
    [{ send: shown }, /is the key, which is never sent itself/],
  ] as const) {
    const refused = await callBuilderTool(workspace, 'set_upstream', {
      auth: { ...auth, ...change },
    });
    expect(JSON.stringify(refused['problems'])).toMatch(message);
  }
});
