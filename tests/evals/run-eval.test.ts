import { afterAll, beforeAll, expect, test } from 'vitest';

import { streamModelStep } from '#app/builder/models/steps/model-step.ts';
import { openRemoteModel } from '#app/builder/models/steps/open-remote-model.server.ts';
import { sendAnywhere } from '#app/builder/models/model-fetch.server.ts';
import { toModelPrice } from '#app/builder/models/model-price.ts';
import { askBuiltIn } from '#app/evals/built-in/ask-built-in.ts';
import type { EvalFile } from '#app/evals/eval-file.ts';
import type { AskModel, ModelStep } from '#app/evals/loop/step.ts';
import { toCatalog } from '#app/evals/loop/tool-catalog.ts';
import { callOver } from '#app/evals/loop/call-outcome.ts';
import { passRateOf, reportRuns } from '#app/evals/report/eval-report.ts';
import { findConfusions } from '#app/evals/report/find-confusions.ts';
import { proposeWording } from '#app/evals/report/propose-wording.ts';
import { findChangedTools, readRecording, toRecording } from '#app/evals/runs/recording.ts';
import { replayAgainst, replayRuns } from '#app/evals/runs/replay.ts';
import { runEval, type EvalModel, type EvalTarget } from '#app/evals/runs/run-eval.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { createConnection } from '#app/mcp-client/create-connection.ts';
import { fail, succeed } from '#app/platform/result.ts';

import { requestsOf, scriptModel, type ModelAnswer } from '../fakes/model-script.ts';
import { serveModel } from '../fakes/serve-model.ts';
import { startFixture } from '../tester/servers/start-fixture.ts';
import type { TestServer } from '../tester/servers/serve-http.ts';

let server: TestServer;
let model: Awaited<ReturnType<typeof serveModel>>;
const open: ServerConnection[] = [];

beforeAll(async () => {
  [server, model] = await Promise.all([startFixture(), serveModel()]);
});

afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
  await server.stop();
  model.close();
});

/** The fixture as the only server of a target, or twice under two names. */
async function openTarget(id: string, names: string[] = [id]): Promise<EvalTarget> {
  const servers = await Promise.all(
    names.map(async (name) => {
      const connection = createConnection({
        id: name,
        name,
        url: server.url,
        transport: 'http',
        era: 'auto',
        route: 'direct',
        headers: [],
        auth: { kind: 'none' },
        timeoutMs: 10_000,
        maxTimeoutMs: 20_000,
      });
      open.push(connection);
      const connected = await connection.connect();
      if (!connected.ok) throw new Error(connected.message);
      const tools = await connection.listAll('tools/list');
      if (!tools.ok) throw new Error(tools.reason);
      return { id: name, name, tools: tools.value, connection };
    }),
  );
  return {
    id,
    name: id,
    catalog: toCatalog(servers),
    call: async (tool, input, signal) => {
      const place = servers.find((each) => each.id === tool.server.id);
      if (!place) throw new Error(tool.server.id);
      return callOver(place.connection.request, tool.name, input, signal);
    },
  };
}

/** The fake of a model's company, with what it answers to this key. */
function openModel(key: string, answers: ModelAnswer[]): EvalModel {
  scriptModel(key, { answers });
  const source = { kind: 'openai-compatible' as const, model: key, baseUrl: model.baseUrl };
  const opened = openRemoteModel({ ...source, openKey: async () => key }, sendAnywhere);
  const price = toModelPrice('any', { input: 1, output: 10 });
  const ask: AskModel = async (asked) => {
    const named = { model: await opened, label: key, isOwn: true, price };
    const step: ModelStep = {
      text: '',
      calls: [],
      finish: 'stop',
      usage: { input: 0, cached: 0, output: 0, cost: null },
      milliseconds: 1,
    };
    for await (const event of streamModelStep(named, asked, 500)) {
      if (event.type === 'text') step.text += event.delta;
      else if (event.type === 'call') step.calls.push(event.call);
      else if (event.type === 'error') return fail({ reason: 'failed', message: event.message });
      else if (event.type === 'end')
        Object.assign(step, { usage: event.usage, finish: event.finish });
    }
    return succeed(step);
  };
  return { id: key, label: key, begin: () => ask };
}

const FILE: EvalFile = {
  version: 1,
  name: 'Fixture',
  tasks: [
    {
      id: 'sum',
      say: 'What is 2 plus 3?',
      calls: [{ tool: 'add', arguments: { a: 2, b: 3 } }],
      answer: [{ contains: '5' }],
    },
    { id: 'hello', say: 'Say hello yourself.', calls: [] },
  ],
};

const callAdd = { call: 'add', input: { a: 2, b: 3 } };
const GOOD: ModelAnswer[] = [
  { lines: [callAdd], usage: { input: 100, output: 10 } },
  { lines: [{ say: 'That is 5.' }], usage: { input: 150, output: 20 } },
  { lines: [{ say: 'Hello.' }], usage: { input: 90, output: 5 } },
];
/** Echoes instead of adding, and calls a tool where none is needed. */
const WRONG: ModelAnswer[] = [
  { lines: [{ call: 'echo', input: { text: '2 plus 3' } }] },
  { lines: [{ say: 'It says 2 plus 3.' }] },
  { lines: [{ call: 'no_such_tool', input: {} }] },
  { lines: [{ say: 'Hello.' }] },
];

const { signal } = new AbortController();

test('two models are held against a real server, and scored with calls, tokens and cost', async () => {
  const target = await openTarget('fixture');
  const models = [openModel('good', GOOD), openModel('wrong', WRONG)];
  const runs = await runEval({ file: FILE, models, targets: [target] }, { signal });
  const report = reportRuns(FILE, runs);
  expect(report.scores).toMatchObject([
    { model: 'good', passed: 2, failed: 0, passRate: 1, calls: 1, input: 340, output: 35 },
    { model: 'wrong', passed: 0, failed: 2, passRate: 0, calls: 2, failedCalls: 1 },
  ]);
  // 340 tokens at one dollar and 35 at ten, for a million.
  expect(report.scores[0]?.cost).toBeCloseTo(0.00069, 8);
  expect(passRateOf(report)).toBe(0.5);
  expect(report.tasks.find(({ model: name, task }) => name === 'wrong' && task === 'sum')).toEqual({
    task: 'sum',
    model: 'wrong',
    target: 'fixture',
    passed: 0,
    held: 1,
    failures: [
      { text: 'add was not called; echo was called instead.', count: 1 },
      { text: 'The answer does not contain "5". It says: It says 2 plus 3.', count: 1 },
    ],
  });
  // The result of the real server was told to the model.
  const told = JSON.stringify(requestsOf('good')[1]?.body);
  expect(told).toContain('sum');
  expect(told).toMatch(/5/);
});

test('the tool that was chosen instead is found, and both get a wording that tells them apart', async () => {
  const target = await openTarget('fixture');
  const models = [openModel('confused', WRONG)];
  const { runs } = reportRuns(
    FILE,
    await runEval({ file: FILE, models, targets: [target] }, { signal }),
  );
  const [found] = findConfusions(FILE, runs);
  expect(found).toEqual({
    expected: 'add',
    chosen: 'echo',
    count: 1,
    of: 1,
    models: ['confused'],
    says: ['What is 2 plus 3?'],
  });
  const [add, echo] = ['add', 'echo'].map((name) => {
    const tool = target.catalog.find((each) => each.name === name);
    if (!tool) throw new Error(name);
    return tool;
  });
  if (!found || !add || !echo) throw new Error('Nothing was found.');
  expect(proposeWording(found, add, echo)).toEqual([
    {
      name: 'add',
      before: 'Exercises add.',
      description:
        'Exercises add. Use this, and not echo, for requests such as “What is 2 plus 3?”. echo is for something else: Exercises echo.',
    },
    {
      name: 'echo',
      before: 'Exercises echo.',
      description:
        'Exercises echo. Do not use this for requests such as “What is 2 plus 3?”: use add, which is for that: Exercises add.',
    },
  ]);
  expect(proposeWording(found, add, null).map(({ name }) => name)).toEqual(['add']);
});

test('two servers with the same tools are told apart, and an expected call may name its server', async () => {
  const target = await openTarget('both', ['stable', 'next']);
  const names = target.catalog.map(({ wire }) => wire);
  expect(names).toContain('add_at_stable');
  expect(names).toContain('add_at_next');
  expect(new Set(names).size).toBe(names.length);
  const [sum] = FILE.tasks;
  const calls = [{ tool: 'add', server: 'next' }];
  const file: EvalFile = { ...FILE, tasks: [{ id: 'sum', say: sum?.say ?? '', calls }] };
  const lines = (wire: string) => [{ lines: [{ call: wire, input: { a: 2, b: 3 } }] }];
  const models = [
    openModel('next', lines('add_at_next')),
    openModel('stable', lines('add_at_stable')),
  ];
  const { scores } = reportRuns(
    file,
    await runEval({ file, models, targets: [target] }, { signal }),
  );
  expect(scores.map(({ passed }) => passed)).toEqual([1, 0]);
});

test('a tool that says that it destroys something is not called, unless the file wants that', async () => {
  const target = await openTarget('fixture');
  const called: string[] = [];
  const risky: EvalTarget = {
    ...target,
    catalog: target.catalog.map((tool) =>
      tool.name === 'touch' ? { ...tool, risk: 'destroys' as const } : tool,
    ),
    call: async (tool, input, ends) => {
      called.push(tool.name);
      return target.call(tool, input, ends);
    },
  };
  const file: EvalFile = {
    ...FILE,
    tasks: [{ id: 'touch', say: 'call touch', calls: [{ tool: 'touch' }] }],
  };
  const models: EvalModel[] = [{ id: 'built-in', label: 'Built-in', begin: () => askBuiltIn }];
  const held = reportRuns(file, await runEval({ file, models, targets: [risky] }, { signal }));
  expect(held.scores).toMatchObject([{ passed: 1, calls: 1, cost: 0 }]);
  expect(called).toEqual([]);
  const bold: EvalFile = { ...file, destructive: 'call' };
  await runEval({ file: bold, models, targets: [risky] }, { signal });
  expect(called).toEqual(['touch']);
});

test('a model that fails says nothing about the tools; one that may not be asked is not asked again', async () => {
  const target = await openTarget('fixture');
  const failing = openModel('failing', [{ status: 400 }]);
  let asked = 0;
  const refused: EvalModel = {
    id: 'refused',
    label: 'Refused',
    begin: () => () => {
      asked += 1;
      return Promise.resolve(fail({ reason: 'refused', message: 'No turns are left.' }));
    },
  };
  const plan = { file: FILE, models: [failing, refused], targets: [target], runs: 2 };
  const report = reportRuns(FILE, await runEval(plan, { signal }));
  expect(report.scores).toMatchObject([
    { model: 'failing', unheld: 1 },
    { model: 'refused', passed: 0, failed: 0, unheld: 4, passRate: null },
  ]);
  expect(asked).toBe(1);
});

test('a stop ends the runs', async () => {
  const target = await openTarget('fixture');
  const stop = new AbortController();
  const models: EvalModel[] = [{ id: 'built-in', label: 'Built-in', begin: () => askBuiltIn }];
  const plan = { file: FILE, models, targets: [target], runs: 5 };
  const runs = await runEval(plan, { signal: stop.signal, onRun: () => stop.abort() });
  expect(runs).toHaveLength(1);
});

test('a recording is judged again without a model, also by a file that expects something else', async () => {
  const target = await openTarget('fixture');
  const models = [openModel('recorded', GOOD)];
  const runs = await runEval({ file: FILE, models, targets: [target] }, { signal });
  const text = JSON.stringify(toRecording(FILE, models, [target], runs, 0));
  const recording = readRecording(text);
  if (!recording.ok) throw new Error(recording.message);
  const asked = requestsOf('recorded').length;
  expect(passRateOf(reportRuns(FILE, replayRuns(recording.value, FILE)))).toBe(1);
  const stricter: EvalFile = {
    ...FILE,
    tasks: [
      { id: 'sum', say: 'x', answer: [{ contains: 'five' }] },
      { id: 'new', say: 'never recorded' },
    ],
  };
  const judged = reportRuns(stricter, replayRuns(recording.value, stricter));
  expect(judged.scores).toMatchObject([{ passed: 0, failed: 1, unheld: 1 }]);
  expect(requestsOf('recorded')).toHaveLength(asked);
  expect(readRecording('{"kind": "else"}')).toMatchObject({ ok: false });
});

test('a recording is replayed against a server, and a call that ends otherwise fails', async () => {
  const target = await openTarget('fixture');
  const models = [openModel('replayed', GOOD)];
  const runs = await runEval({ file: FILE, models, targets: [target] }, { signal });
  const recording = toRecording(FILE, models, [target], runs, 0);
  const same = await replayAgainst(recording, FILE, target, signal);
  expect(passRateOf(reportRuns(FILE, same))).toBe(1);
  expect(findChangedTools(recording, 'fixture', target.catalog)).toEqual([]);
  // The next version of the server no longer has the tool.
  const catalog = target.catalog.filter(({ name }) => name !== 'add');
  const next = { ...target, id: 'next', catalog };
  const report = reportRuns(FILE, await replayAgainst(recording, FILE, next, signal));
  expect(report.tasks[0]?.failures.map(({ text }) => text)).toContain(
    'add answered when this was recorded, and fails now: There is no tool called add.',
  );
  expect(report.scores[0]?.target).toBe('next');
  expect(findChangedTools(recording, 'fixture', catalog)).toEqual(['add']);
});
