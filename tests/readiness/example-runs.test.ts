import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { runExamples } from '#app/blueprint/readiness/example-runs.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Check } from '#app/blueprint/readiness/report.ts';
import type { ToolCall } from '#app/runtime/definition.ts';

import { requireTool } from './break-evidence.ts';
import { mockRunner } from './running.ts';
import { soundBlueprint } from './sound-server.ts';

const ran = new Set(['tools.exampleRuns', 'tools.codeRuns']);

/** The checks of calls after the real runtime has made them on the real mock. */
async function judgeRuns(
  blueprint: Blueprint,
  ...code: Parameters<typeof mockRunner>[1][]
): Promise<Record<string, Check>> {
  const runs = await runExamples(blueprint, mockRunner(blueprint, ...code));
  const checks = judge({ blueprint, runs }).checks.filter(({ id }) => ran.has(id));
  return Object.fromEntries(checks.map((check) => [check.id, check]));
}

function changed(change: (blueprint: Blueprint) => void): Blueprint {
  const blueprint = structuredClone(soundBlueprint);
  change(blueprint);
  return blueprint;
}

test('an example call that ends in an error on the mock fails the report by name', async () => {
  const broken = changed((blueprint) => {
    const { action } = requireTool(blueprint, 0);
    if (action.kind === 'http') action.mock = { status: 503, mediaType: 'application/json' };
  });
  const checks = await judgeRuns(broken);
  expect(checks['tools.exampleRuns']).toMatchObject({
    status: 'fail',
    evidence: { text: expect.stringMatching(/^1 of 3 tools: list_books \(example 1: .*503/) },
  });
  expect(checks['tools.codeRuns']?.status).toBe('pass');
});

test('a call that keeps only some of the required fields ends well', async () => {
  const kept = changed((blueprint) => {
    const tool = requireTool(blueprint, 0);
    delete tool.examples;
    if (tool.action.kind === 'http') tool.action.response.keep = ['title'];
  });
  const { 'tools.exampleRuns': check } = await judgeRuns(kept);
  expect(check?.status).toBe('pass');
});

test('code that throws, or whose answer breaks its schema, never ran successfully', async () => {
  const thrown = await judgeRuns(soundBlueprint, () => {
    throw new Error('response.json is not a function');
  });
  expect(thrown['tools.codeRuns']).toMatchObject({
    status: 'fail',
    evidence: { text: expect.stringMatching(/count_books .*response\.json is not a function/) },
  });
  const strange = await judgeRuns(soundBlueprint, () => ({ result: 5 }));
  expect(strange['tools.codeRuns']).toMatchObject({
    status: 'fail',
    evidence: { text: expect.stringContaining('$.result must be') },
  });
});

test('code ran if one of its calls did; the other one is a failing example', async () => {
  const blueprint = changed(({ tools }) => {
    Object.assign(tools[2] ?? {}, {
      inputSchema: { type: 'object', properties: { of: { type: 'string' } } },
      examples: [{ arguments: { of: 'good' } }, { arguments: { of: 'bad' } }],
    });
  });
  const checks = await judgeRuns(blueprint, ({ of }) => {
    if (of === 'bad') throw new Error('no such shelf');
    return 'many';
  });
  expect(checks['tools.codeRuns']?.status).toBe('pass');
  expect(checks['tools.exampleRuns']).toMatchObject({
    status: 'fail',
    evidence: { text: expect.stringContaining('count_books (example 2: ') },
  });
});

test('code that asks the person or their model is answered, and goes on', async () => {
  const asking = await judgeRuns(soundBlueprint, async (_args, context) => {
    const schema = { type: 'object', properties: { sure: { type: 'boolean' } } };
    const answer = await context.elicit('Sure?', schema);
    if (answer?.content?.['sure'] !== true) throw new Error('The user said no.');
    return (await context.sample('How many?', 10)) ?? Promise.reject(new Error('no model'));
  });
  expect(asking['tools.codeRuns']?.status).toBe('pass');
});

test('each example is run once, those of all tools first, and no more than there is time for', async () => {
  const calls: ToolCall[] = [];
  const blueprint = changed((all) => {
    const tool = requireTool(all, 0);
    const examples = Array.from({ length: 100 }, (_, n) => ({ arguments: { shelf: `s${n}` } }));
    all.tools = [tool, { ...tool, name: 'again' }].map((each) => ({ ...each, examples }));
  });
  const run = mockRunner(blueprint);
  const { runs, skipped } = await runExamples(blueprint, (call, client) => {
    calls.push(call);
    return run(call, client);
  });
  expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(calls.length);
  expect(runs.length + skipped).toBe(200);
  expect(skipped).toBeGreaterThan(0);
  expect(runs.slice(0, 4).map(({ tool, example }) => [tool, example])).toEqual([
    ['list_books', 0],
    ['again', 0],
    ['list_books', 1],
    ['again', 1],
  ]);
});

test('a call that never came back says nothing about the server', async () => {
  const runs = await runExamples(soundBlueprint, () => Promise.reject(new Error('gone')));
  expect(runs).toEqual({ runs: [], skipped: 0, unanswered: 3 });
  const { checks } = judge({ blueprint: soundBlueprint, runs });
  expect(checks.filter(({ id, status }) => ran.has(id) && status === 'fail')).toEqual([]);
});

test('a second tool on one request is judged by its own failure', async () => {
  const twice = changed((blueprint) => {
    const tool = requireTool(blueprint, 0);
    if (tool.action.kind !== 'http') throw new Error('It is an HTTP tool.');
    const { examples: _examples, ...first } = structuredClone(tool);
    blueprint.tools.unshift({ ...first, name: 'first_of_two' });
    blueprint.mocks = [
      {
        upstream: tool.action.upstream,
        method: tool.action.method,
        path: tool.action.path,
        status: 500,
        mediaType: 'application/json',
      },
    ];
  });
  const { 'tools.exampleRuns': check } = await judgeRuns(twice);
  expect(check).toMatchObject({
    status: 'fail',
    evidence: { text: expect.stringContaining('list_books (example 1') },
  });
});
