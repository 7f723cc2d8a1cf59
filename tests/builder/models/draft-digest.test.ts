import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { MAX_DIGEST, toDigest } from '#app/builder/models/draft-digest.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';

import { NOTHING_FOUND } from '../../setup/quiet-ports.ts';

/** A server of so many tools, in groups of ten. */
async function serverOf(tools: number, isTagged = true): Promise<Blueprint> {
  const paths = Array.from({ length: tools }, (_, index) => {
    const group = Math.floor(index / 10);
    const operation = {
      operationId: `get_thing_${index}`,
      ...(isTagged ? { tags: [`Group ${group}`] } : {}),
      responses: { 200: { description: 'Fine.' } },
    };
    return [`/g${group}/things${index}`, { get: operation }];
  });
  const imported = await importDocument(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1.0.0' },
      servers: [{ url: 'https://api.example.com' }],
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      paths: Object.fromEntries(paths),
    }),
  );
  if (!imported.ok) throw new Error('The document of the test is none.');
  return imported.value.blueprint;
}

const parts = { report: null, changedByHand: [] };

test('a server is told by its identity, its APIs and its tools in groups', async () => {
  const digest = toDigest({ ...parts, blueprint: await serverOf(12) });
  expect(digest).toContain('https://api.example.com');
  expect(digest).toContain('(authentication: bearer)');
  expect(digest).toContain('Tools: 12.');
  expect(digest).toMatch(/- Group 0 \(10\): get_thing_0, get_thing_1, .*get_thing_9\n/);
  expect(digest).toMatch(/- Group 1 \(2\): get_thing_10, get_thing_11$/);
});

test('without tags the path tells the group, and a tool that is off says so', async () => {
  const blueprint = await serverOf(12, false);
  const tools = blueprint.tools.map((tool, index) => ({ ...tool, enabled: index === 0 }));
  const digest = toDigest({ ...parts, blueprint: { ...blueprint, tools } });
  expect(digest).toContain('Tools: 12, 11 of them switched off.');
  expect(digest).toContain('- /g0 (10): get_thing_0, get_thing_1 (off)');
});

test('tools of one version of an API are told by what their paths are about', async () => {
  const blueprint = await serverOf(3, false);
  const paths = ['/v1/customers', '/v1/customers/{id}', '/v1/charges'];
  const tools = blueprint.tools.map((tool, index) => ({
    ...tool,
    action: { ...tool.action, path: paths[index] ?? '' },
  }));
  const digest = toDigest({ ...parts, blueprint: { ...blueprint, tools } });
  expect(digest).toContain('- /customers (2): get_thing_0, get_thing_1');
  expect(digest).toContain('- /charges (1): get_thing_2');
});

test('many groups of one tool are one group, so that their names are told', async () => {
  const blueprint = await serverOf(30, false);
  const tools = blueprint.tools.map((tool, index) => ({
    ...tool,
    action: { ...tool.action, path: index < 3 ? '/orders' : `/alone${index}` },
  }));
  const digest = toDigest({ ...parts, blueprint: { ...blueprint, tools } });
  expect(digest).toContain('- other (27): get_thing_3, get_thing_4');
  expect(digest).toContain('- /orders (3): get_thing_0, get_thing_1, get_thing_2');
  expect(digest).not.toContain('/alone');
});

test('a hundred tools take about 1,500 characters, a thousand no more than the limit', async () => {
  const hundred = toDigest({ ...parts, blueprint: await serverOf(100) });
  expect(hundred.length).toBeLessThan(2_000);
  expect(hundred).toMatch(/- Group 9 \(10\): get_thing_90, get_thing_91, get_thing_92, …/);
  const thousand = toDigest({ ...parts, blueprint: await serverOf(1_000) });
  expect(thousand.length).toBeLessThanOrEqual(MAX_DIGEST);
  expect(thousand).toContain('60 more groups (600)');
});

test('the report and the changes by hand come before what may be cut off', async () => {
  const check = { family: 'tools' as const, title: 't', weight: 3, evidence: { text: 'e' } };
  const checks = [
    { ...check, id: 'tools.names', status: 'fail' as const },
    { ...check, id: 'ops.health', status: 'warn' as const },
    { ...check, id: 'ops.fine', status: 'pass' as const },
  ];
  const digest = toDigest({
    blueprint: await serverOf(1_000),
    report: { ...NOTHING_FOUND, verdict: { kind: 'fixes', count: 1 }, score: 71, checks },
    changedByHand: ['Renamed a to b.'],
  });
  expect(digest).toContain(
    'Report: 1 thing to fix, score 71; fails: tools.names; warns: ops.health.',
  );
  expect(digest).toContain('by the person: Renamed a to b.');
});

test('names that hide something, or go on for ever, do neither', () => {
  const { identity } = BLANK_BLUEPRINT;
  const description = `one\u200Btwo\n${'x'.repeat(90_000)}`;
  const digest = toDigest({
    ...parts,
    blueprint: { ...BLANK_BLUEPRINT, identity: { ...identity, description } },
  });
  expect(digest).toContain('onetwo');
  expect(digest.length).toBeLessThan(700);
  expect(digest).toContain('It has no tools yet.');
});

test('an API that nobody has connected yet is told as such', async () => {
  const blueprint = await serverOf(1);
  const [upstream] = blueprint.upstreams;
  if (!upstream) throw new Error('The server of the test calls an API.');
  upstream.auth = [
    {
      id: 'login',
      kind: 'oauth2AuthorizationCode',
      authorizationUrl: 'https://id.example.com/authorize',
      tokenUrl: 'https://id.example.com/token',
      scopes: [],
      clientIdSecret: 'CLIENT',
      refreshTokenSecret: 'REFRESH',
    },
  ];
  const told = (set: string) =>
    toDigest({ ...parts, blueprint, isSet: (secret) => secret === set });
  expect(told('CLIENT')).toContain('(authentication: oauth2AuthorizationCode, not connected yet)');
  expect(told('REFRESH')).toContain('(authentication: oauth2AuthorizationCode, connected)');
});
