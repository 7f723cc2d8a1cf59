import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EvalReport } from '#app/evals/report/eval-report.ts';

import { requestsOf, scriptModel } from '../fakes/model-script.ts';
import { serveModel } from '../fakes/serve-model.ts';
import { startFixture } from '../tester/servers/start-fixture.ts';
import type { TestServer } from '../tester/servers/serve-http.ts';
import { buildCli, newDirectory, runCli } from './run-cli.ts';

const KEY = 'sk-cli-eval';

let server: TestServer;
let model: Awaited<ReturnType<typeof serveModel>>;
let variables: Record<string, string>;
const folder = newDirectory();
const file = join(folder, 'tasks.json');
const recording = join(folder, 'recording.json');

const TASKS = {
  version: 1,
  name: 'Fixture',
  tasks: [
    {
      id: 'sum',
      say: 'What is 2 plus 3?',
      calls: [{ tool: 'add', arguments: { a: 2, b: 3 } }],
      answer: [{ contains: '5' }],
    },
  ],
};

beforeAll(async () => {
  [server, model] = await Promise.all([startFixture(), serveModel(), buildCli()]);
  variables = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: model.baseUrl };
  writeFileSync(file, JSON.stringify(TASKS));
}, 120_000);

afterAll(async () => {
  await server.stop();
  model.close();
});

test('a model is held, recorded, and replayed without a model, with an exit code for each', async () => {
  scriptModel(KEY, {
    answers: [
      { lines: [{ call: 'add', input: { a: 2, b: 3 } }], usage: { input: 1_000, output: 100 } },
      { lines: [{ say: 'That is 5.' }], usage: { input: 1_000, output: 100 } },
    ],
  });
  const asked = [file, '--server', server.url, '--model', 'openai:gpt-test'];
  const held = await runCli(['eval', ...asked, '--price', '1,10', '--record', recording], {
    variables,
  });
  expect(held.stderr).toContain('Recorded 1 runs');
  expect(held.stdout).toMatch(/pass {2}sum {2}1\/1 {2}openai:gpt-test at 127\.0\.0\.1:\d+/);
  expect(held.stdout).toMatch(/openai:gpt-test .* 1\/1 +100 % +1 +2,000 +200 +\$0\.0040/);
  expect(held.code).toBe(0);
  const { length: requests } = requestsOf(KEY);

  const replayed = await runCli(['eval', file, '--replay', recording, '--json']);
  expect((JSON.parse(replayed.stdout) as EvalReport).scores).toMatchObject([
    { model: 'openai:gpt-test', passed: 1, failed: 0 },
  ]);
  expect(replayed.code).toBe(0);
  const again = await runCli(['eval', file, '--replay', recording, '--server', server.url]);
  expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: '' });

  const stricter = join(folder, 'stricter.json');
  const tasks = TASKS.tasks.map((task) => ({ ...task, answer: [{ contains: 'five' }] }));
  writeFileSync(stricter, JSON.stringify({ ...TASKS, tasks }));
  const failed = await runCli(['eval', stricter, '--replay', recording]);
  expect(failed.stdout).toContain('The answer does not contain "five". It says: That is 5.');
  expect(failed.code).toBe(1);
  const lenient = await runCli(['eval', stricter, '--replay', recording, '--min-pass', '0']);
  expect(lenient.code).toBe(0);
  expect(requestsOf(KEY)).toHaveLength(requests);
});

test('a wrong choice is named, and fails; the key stands nowhere in a recording', async () => {
  scriptModel(KEY, {
    answers: [
      { lines: [{ call: 'echo', input: { text: '2 plus 3' } }] },
      { lines: [{ say: 'It is 5.' }] },
    ],
  });
  const asked = [file, '--server', `fixture=${server.url}`, '--model', 'openai:gpt-test'];
  const { code, stdout } = await runCli(['eval', ...asked, '--record', recording], { variables });
  expect(stdout).toContain('FAIL  sum  0/1  openai:gpt-test at fixture');
  expect(stdout).toContain('add was not called; echo was called instead.');
  expect(stdout).toContain('echo instead of add: 1 of 1 runs');
  expect(code).toBe(1);
  expect(readFileSync(recording, 'utf8')).not.toContain(KEY);
});

test('the built-in model needs no key, and several servers are compared', async () => {
  const direct = join(folder, 'direct.json');
  const tasks = [{ id: 'sum', say: 'call add with 2 and 3', calls: [{ tool: 'add' }] }];
  writeFileSync(direct, JSON.stringify({ ...TASKS, tasks, models: ['built-in'] }));
  const servers = ['--server', `stable=${server.url}`, '--server', `next=${server.url}`];
  const { code, stdout } = await runCli(['eval', direct, ...servers, '--compare', '--json']);
  const { scores } = JSON.parse(stdout) as EvalReport;
  expect(scores.map(({ target, passed }) => [target, passed])).toEqual([
    ['stable', 1],
    ['next', 1],
  ]);
  expect(code).toBe(0);
});

test.each([
  { args: ['none.json'], says: 'none.json cannot be read', code: 1 },
  { args: ['FILE'], says: 'Name a model', code: 1 },
  { args: ['FILE', '--model', 'openai:gpt'], says: 'Set OPENAI_API_KEY', code: 1 },
  { args: ['FILE', '--model', 'gpt'], says: '"gpt" is no model', code: 1 },
  { args: ['FILE', '--model', 'built-in'], says: 'Name a server', code: 1 },
  {
    args: ['FILE', '--model', 'built-in', '--server', 'http://127.0.0.1:9/mcp'],
    says: '127.0.0.1:9: ',
    code: 1,
  },
  { args: ['FILE', '--replay', 'FILE'], says: 'This is no recording', code: 1 },
  { args: [], says: 'Name an eval file', code: 2 },
  { args: ['FILE', '--runs', '0'], says: 'from 1 to 50', code: 2 },
  { args: ['FILE', '--min-pass', '101'], says: 'a percentage', code: 2 },
  { args: ['FILE', '--price', '1'], says: 'IN,OUT', code: 2 },
  { args: ['FILE', '--replay', 'x', '--model', 'built-in'], says: 'needs no model', code: 2 },
])('$args is refused with a sentence', async ({ args, says, code }) => {
  const words = args.map((word) => (word === 'FILE' ? file : word));
  const ended = await runCli(['eval', ...words]);
  expect(ended.stderr).toContain(says);
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
});
