import { expect, test } from 'vitest';

import type { Tool } from '#app/blueprint/tool.ts';
import { needsSecrets } from '#app/drafts/secrets/needs-secrets.ts';
import type { Upstream } from '#app/runtime/definition.ts';

const upstream = (security: string[][]): Upstream => ({
  id: 'main',
  baseUrl: 'https://api.example.com',
  allowedHosts: ['api.example.com'],
  auth: [
    { id: 'key', kind: 'apiKey', in: 'header', name: 'X-Key', secret: 'KEY' },
    { id: 'login', kind: 'basic', usernameSecret: 'NAME', passwordSecret: 'PASSWORD' },
  ],
  security,
});

const tool = (security?: string[][], enabled = true): Tool => ({
  name: 'get',
  enabled,
  inputSchema: { type: 'object' },
  action: {
    kind: 'http',
    upstream: 'main',
    method: 'GET',
    path: '/',
    parameters: [],
    response: {},
    ...(security ? { security } : {}),
  },
});

const server = (security: string[][], ...tools: Tool[]) => ({
  upstreams: [upstream(security)],
  tools: tools.length > 0 ? tools : [tool()],
});

const secret = (name: string, isSet = true, needsConfirmation = false) => ({
  name,
  isSet,
  needsConfirmation,
  origins: [],
});

const code = (source: string): Tool => ({
  ...tool(),
  action: { kind: 'code', source },
});

test('code needs the secrets of the APIs that it names, as far as its text tells', () => {
  const needs = (source: string) => needsSecrets(server([['key']], code(source)), []);
  expect(needs(`export default (args, context) => context.json('main', { path: '/' });`)).toBe(
    true,
  );
  expect(needs('export default (_, { fetch }) => fetch(\n  "main", { path: "/" });')).toBe(true);
  expect(needs(`export default (args, { json }) => json(args.api, { path: '/main' });`)).toBe(
    false,
  );
  expect(needs(`export default () => 'main';`)).toBe(false);
  // It chooses its authentication itself.
  expect(needs(`export default (a, c) => c.json('main', { path: '/', security: [[]] });`)).toBe(
    false,
  );
});

test('one alternative with all of its secrets is enough', () => {
  const either = server([['key'], ['login']]);
  expect(needsSecrets(either, [secret('KEY', false), secret('NAME')])).toBe(true);
  expect(needsSecrets(either, [secret('NAME'), secret('PASSWORD')])).toBe(false);
  expect(needsSecrets(either, [secret('KEY')])).toBe(false);
});

test('an alternative of several schemes needs each of them', () => {
  expect(needsSecrets(server([['key', 'login']]), [secret('KEY')])).toBe(true);
});

test('what works without authentication needs none', () => {
  expect(needsSecrets(server([]), [])).toBe(false);
  expect(needsSecrets(server([['key'], []]), [])).toBe(false);
  expect(needsSecrets(server([['key']], tool([])), [])).toBe(false);
});

test('an operation with a scheme of its own counts, while it is served', () => {
  const secrets = [secret('KEY')];
  expect(needsSecrets(server([['key']], tool(), tool([['login']])), secrets)).toBe(true);
  expect(needsSecrets(server([['key']], tool(), tool([['login']], false)), secrets)).toBe(false);
});

test('a value that waits for its owner does not count', () => {
  expect(needsSecrets(server([['key']]), [secret('KEY', true, true)])).toBe(true);
});
