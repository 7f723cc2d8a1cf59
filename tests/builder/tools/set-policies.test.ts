import { expect, test } from 'vitest';

import { DEFAULT_POLICIES } from '#app/blueprint/blueprint.ts';
import { TurnTrust } from '#app/builder/models/turn-trust.ts';

import { callBuilderTool, edit, openWorkspace, SMALL } from './open-workspace.ts';

const ORIGIN = 'https://app.example.org';

test('limits are set, what is left out stays, and reset takes them back', async () => {
  const workspace = openWorkspace();
  const set = { timeoutMs: 5_000, retries: { attempts: 1 }, confirmDestructive: false };
  expect(await callBuilderTool(workspace, 'set_policies', set)).toEqual({
    changed: [
      'timeoutMs is 5000 now.',
      'retries is {"attempts":1,"baseDelayMs":250,"maxDelayMs":5000} now.',
      'confirmDestructive is false now.',
    ],
    problems: [],
  });
  const { retries, ...others } = DEFAULT_POLICIES;
  expect(workspace.blueprint.policies).toEqual({
    ...others,
    timeoutMs: 5_000,
    retries: { ...retries, attempts: 1 },
    confirmDestructive: false,
  });
  const reset = ['timeoutMs', 'retries', 'confirmDestructive'];
  await callBuilderTool(workspace, 'set_policies', { reset });
  expect(workspace.blueprint.policies).toEqual(DEFAULT_POLICIES);
});

test('limits that an older server does not have stay away until they are set', async () => {
  const bare = edit(SMALL, { edit: 'setPolicies', retries: null, breaker: null });
  const workspace = openWorkspace(bare);
  await callBuilderTool(workspace, 'set_policies', { breaker: { failures: 2 } });
  expect(workspace.blueprint.policies).toEqual({
    ...bare.policies,
    breaker: { ...DEFAULT_POLICIES.breaker, failures: 2 },
  });
});

test.each([
  [{}, '$', /^Give at least one of timeoutMs, /],
  [{ reset: ['timeout'] }, '$.reset[0]', /^must be one of timeoutMs, /],
  [{ reset: ['timeoutMs'], timeoutMs: 5 }, '$.reset[0]', /^timeoutMs is both set and reset\.$/],
])('%j is refused', async (input, path, message) => {
  const workspace = openWorkspace();
  expect(await callBuilderTool(workspace, 'set_policies', input)).toEqual({
    changed: [],
    problems: [{ path, message: expect.stringMatching(message) }],
  });
  expect(workspace.blueprint).toBe(SMALL);
});

test.each([['*'], ['https://app.example.org/'], ['app.example.org'], ['null']])(
  'no page ever comes from %s',
  async (origin) => {
    const input = { allowedOrigins: [origin] };
    await expect(callBuilderTool(openWorkspace(), 'set_policies', input)).rejects.toThrow(/origin/);
  },
);

test.each([
  ['that nobody named wait', 'Let my pages call it.', [`Lets pages of ${ORIGIN} call the server.`]],
  ['that the person named may call', `Let pages of ${ORIGIN} call it.`, undefined],
])('pages of an origin %s', async (_what, text, risks) => {
  const workspace = openWorkspace();
  workspace.trust = new TurnTrust([{ id: 'q', role: 'user', parts: [{ type: 'text', text }] }]);
  const input = { allowedOrigins: [ORIGIN], timeoutMs: 7_000 };
  await callBuilderTool(workspace, 'set_policies', input);
  expect(await workspace.settle()).toEqual([]);
  expect(workspace.held[0]?.risks).toEqual(risks);
  expect(workspace.safe.policies.allowedOrigins).toEqual(risks ? [] : [ORIGIN]);
});
