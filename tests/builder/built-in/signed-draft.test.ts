import { expect, test } from 'vitest';

import { describeUpstreamAuth } from '#app/builder/built-in/answers/describe-tool.ts';
import { toCalls } from '#app/builder/built-in/plan/to-calls.ts';
import { toWorkModel } from '#app/builder/built-in/plan/work-model.ts';
import { toDraftFacts } from '#app/builder/tools/read-blueprint.ts';

import { SIGNED_AUTH } from '../../fakes/signed-upstream.ts';
import { callBuilderTool, openWorkspace } from '../tools/open-workspace.ts';

test('an API that is signed for is told as such, and stays so unless told otherwise', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'set_upstream', { auth: SIGNED_AUTH });
  const facts = toDraftFacts(workspace.blueprint);
  expect(facts.upstreams.map(describeUpstreamAuth)).toEqual(['with a signature of each request']);
  const before = toWorkModel(facts);
  expect(toCalls(before, toWorkModel(facts))).toEqual([]);
  const moved = toWorkModel(facts);
  moved.upstreams = moved.upstreams.map((each) => ({ ...each, baseUrl: 'https://b.example.com' }));
  expect(toCalls(before, moved)).toEqual([
    { tool: 'set_upstream', input: { id: 'api', baseUrl: 'https://b.example.com' } },
  ]);
  const bearer = toWorkModel(facts);
  bearer.upstreams = bearer.upstreams.map((each) => ({ ...each, auth: { kind: 'bearer' } }));
  expect(toCalls(before, bearer)).toEqual([
    { tool: 'set_upstream', input: { id: 'api', auth: { kind: 'bearer' } } },
  ]);
});
