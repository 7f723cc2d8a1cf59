import { expect, test } from 'vitest';

import {
  joinSecrets,
  NO_SECRETS,
  splitSecrets,
} from '#app/tester/servers/keeping/target-secrets.ts';
import { TestedServer } from '#app/tester/servers/keeping/tested-server.ts';
import { newTarget } from '#app/tester/servers/new-target.ts';

const SECRET = 'of-this-browser';

const TARGETS = [
  newTarget({ url: 'https://api.example.com/mcp' }),
  newTarget({
    url: 'https://api.example.com/mcp',
    headers: [{ name: 'X-Api-Key', value: SECRET }],
    auth: { kind: 'bearer', token: SECRET },
  }),
  newTarget({
    url: 'https://api.example.com/mcp',
    auth: { kind: 'oauth', clientId: 'id', clientSecret: SECRET, scope: 'read', method: 'none' },
  }),
];

test.each(TARGETS)(
  'a server is the same once its secrets are joined again, $auth.kind',
  (target) => {
    const { saved, secrets } = splitSecrets(target);
    expect(TestedServer.parse(saved)).toEqual(saved);
    expect(JSON.stringify(saved)).not.toContain(SECRET);
    expect(joinSecrets(saved, secrets)).toEqual(target);
  },
);

test.each(TARGETS)('secrets do not follow a server to another origin, $auth.kind', (target) => {
  const { saved, secrets } = splitSecrets(target);
  const moved = joinSecrets({ ...saved, url: 'https://evil.example/mcp' }, secrets);
  expect(JSON.stringify(moved)).not.toContain(SECRET);
  expect(moved.headers.map(({ name }) => name)).toEqual(target.headers.map(({ name }) => name));
  const path = joinSecrets({ ...saved, url: 'https://api.example.com/v2' }, secrets);
  expect(path).toEqual({ ...target, url: 'https://api.example.com/v2' });
});

test('a server whose secrets are gone has the places for them', () => {
  const [, target] = TARGETS;
  if (!target) throw new Error('no target');
  expect(joinSecrets(splitSecrets(target).saved, NO_SECRETS)).toMatchObject({
    headers: [{ name: 'X-Api-Key', value: '' }],
    auth: { kind: 'bearer', token: '' },
  });
});
