import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readEnvironment } from '../src/environment.ts';
import { server } from '../src/server.ts';

test('a warning names each missing credential', () => {
  const { warnings, problems } = readEnvironment(server, {});
  assert.equal(warnings.length, server.secrets.length);
  server.secrets.forEach(({ name }, index) => assert.ok(warnings[index]?.includes(name)));
  assert.deepEqual(problems, []);
});

test('an invalid address keeps the server from starting', () => {
  const { problems } = readEnvironment(server, { UPSTREAM_BASE_URL: 'api.example.com' });
  assert.ok(problems[0]?.includes('UPSTREAM_BASE_URL'));
});

test('lists of hosts and origins are split at commas', () => {
  const { hosts, origins } = readEnvironment(server, {
    ALLOWED_HOSTS: 'a.example, b.example',
    ALLOWED_ORIGINS: '',
  });
  assert.deepEqual(hosts, ['a.example', 'b.example']);
  assert.deepEqual(origins, []);
});

test('an unknown log level keeps the server from starting', () => {
  assert.equal(readEnvironment(server, { LOG_LEVEL: 'warn' }).logLevel, 'warn');
  const { problems } = readEnvironment(server, { LOG_LEVEL: 'loud' });
  assert.deepEqual(problems, ['LOG_LEVEL must be one of info, warn, error.']);
});
