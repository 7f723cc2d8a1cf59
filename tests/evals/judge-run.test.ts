import { expect, test } from 'vitest';

import type { EvalTask } from '#app/evals/eval-file.ts';
import { judgeRun } from '#app/evals/judging/judge-run.ts';
import type { EvalRun } from '#app/evals/runs/eval-run.ts';
import type { JsonObject } from '#app/runtime/json.ts';

type Called = [tool: string, input?: JsonObject, server?: string];

const USAGE = { input: 0, cached: 0, output: 0, cost: 0 };

function runOf(called: Called[], answer = '', end: Partial<EvalRun['end']> = {}): EvalRun {
  const calls = called.map(([name, input = {}, server = 'one'], index) => ({
    id: String(index),
    wire: name,
    name,
    server,
    input,
    told: '',
    isError: false,
    milliseconds: 1,
  }));
  const step = { text: answer, finish: 'stop' as const, usage: USAGE, milliseconds: 1 };
  return {
    task: 't',
    model: 'm',
    target: 'x',
    run: 1,
    end: { status: 'done', message: null, ...end },
    steps: [
      { ...step, text: '', calls },
      { ...step, calls: [] },
    ],
  };
}

const judge = (task: Partial<EvalTask>, run: EvalRun) =>
  judgeRun({ id: 't', say: 'Do it.', ...task }, run);

const ADD = { tool: 'add', arguments: { a: 2, b: 3 } };
const TICKET = { tool: 'create_ticket', arguments: { title: { contains: 'LOGIN' } } };

test.each<[string, Partial<EvalTask>, EvalRun, string[]]>([
  ['the expected call', { calls: [ADD] }, runOf([['add', { a: 2, b: 3, c: 4 }]]), []],
  [
    'other arguments',
    { calls: [ADD] },
    runOf([['add', { a: 2, b: '3' }]]),
    ['add was called with other arguments: b should be 3, but is "3".'],
  ],
  [
    'an argument more, where only these may be given',
    { calls: [{ ...ADD, onlyThese: true }] },
    runOf([['add', { a: 2, b: 3, c: 4 }]]),
    ['add was called with other arguments: c was not expected.'],
  ],
  [
    'a second try after a wrong one',
    { calls: [ADD] },
    runOf([['add'], ['add', { a: 2, b: 3 }]]),
    [],
  ],
  ['another call beside it', { calls: [ADD] }, runOf([['log'], ['add', { a: 2, b: 3 }]]), []],
  [
    'another call where none is allowed',
    { calls: [ADD], others: 'refused' },
    runOf([['log'], ['add', { a: 2, b: 3 }]]),
    ['log was called, which the task does not allow.'],
  ],
  ['no call where none is expected', { calls: [] }, runOf([], 'Hello'), []],
  [
    'a call where none is expected',
    { calls: [] },
    runOf([['log']]),
    ['log was called, which the task does not allow.'],
  ],
  [
    'any order',
    { calls: [ADD, TICKET] },
    runOf([
      ['create_ticket', { title: 'a login page' }],
      ['add', { a: 2, b: 3 }],
    ]),
    [],
  ],
  [
    'another order where that counts',
    { calls: [ADD, TICKET], order: 'listed' },
    runOf([
      ['create_ticket', { title: 'a login page' }],
      ['add', { a: 2, b: 3 }],
    ]),
    ['create_ticket was not called in its place of the order, but as create_ticket, add.'],
  ],
  [
    'one call where two are expected',
    { calls: [{ tool: 'add' }, ADD] },
    runOf([['add', { a: 2, b: 3 }]]),
    ['add was not called as often as expected.'],
  ],
  [
    'a call that fits two gives way to the one that only it fits',
    { calls: [{ tool: 'add' }, ADD] },
    runOf([
      ['add', { a: 2, b: 3 }],
      ['add', { a: 9 }],
    ]),
    [],
  ],
  [
    'a tool of another server',
    { calls: [{ tool: 'add', server: 'two' }] },
    runOf([['add', {}, 'one']]),
    ['add was not called; add was called instead.'],
  ],
  [
    'the answer',
    { answer: [{ contains: 'FIVE' }, { lacks: 'six' }, { matches: '^It' }] },
    runOf([], 'It is five.'),
    [],
  ],
  [
    'another answer',
    { answer: [{ contains: '5' }, { lacks: 'sorry' }, { matches: '^It' }] },
    runOf([], 'Sorry, I do not know.'),
    [
      'The answer does not contain "5". It says: Sorry, I do not know.',
      'The answer contains "sorry". It says: Sorry, I do not know.',
      'The answer does not match ^It. It says: Sorry, I do not know.',
    ],
  ],
  [
    'a run that was not done in time',
    {},
    runOf([], '', { status: 'spent', message: 'It was not done after 10 steps.' }),
    ['It was not done after 10 steps.'],
  ],
])('%s', (_name, task, run, failures) => {
  const verdict = judge(task, run);
  expect(verdict.failures).toEqual(failures);
  expect(verdict.status).toBe(failures.length === 0 ? 'passed' : 'failed');
});

test.each<[JsonObject | string | number | boolean | null, JsonObject, string | null]>([
  [{ equals: { x: [1] } }, { v: { x: [1] } }, null],
  [{ oneOf: [1, 'a'] }, { v: 'b' }, 'v should be one of 1, "a", but is "b"'],
  [{ contains: 'ber' }, { v: 'Berlin' }, null],
  [{ matches: '^\\d{4}-\\d\\d$' }, { v: '2026-11' }, null],
  [{ matches: '(a+)+$' }, { v: `${'a'.repeat(40)}!` }, 'v should match (a+)+$'],
  [{ matches: '(' }, { v: 'x' }, 'v should match ('],
  [{ atLeast: 1, atMost: 5 }, { v: 6 }, 'v should be a number, at least 1 and at most 5, but is 6'],
  [{ atLeast: 1 }, { v: '3' }, 'v should be a number, at least 1, but is "3"'],
  [{ present: true }, {}, 'v is missing'],
  [{ present: false }, { v: null }, 'v should be left out, but is null'],
  [null, { v: null }, null],
  [true, {}, 'v is missing'],
])('the argument %j against %j', (matcher, input, problem) => {
  const expected = { tool: 't', arguments: { v: matcher } } as NonNullable<EvalTask['calls']>[0];
  const { failures } = judge({ calls: [expected] }, runOf([['t', input]]));
  if (problem === null) expect(failures).toEqual([]);
  else expect(failures.join()).toContain(problem);
});

test('a path leads into an argument', () => {
  const task = { calls: [{ tool: 'find', arguments: { '$.filter.tags[0]': 'new' } }] };
  expect(judge(task, runOf([['find', { filter: { tags: ['new'] } }]])).status).toBe('passed');
  expect(judge(task, runOf([['find', { filter: { tags: [] } }]])).failures).toEqual([
    'find was called with other arguments: $.filter.tags[0] is missing.',
  ]);
});

test('a tool that was called instead is a confusion, a wrong argument is none', () => {
  const task = { calls: [ADD, TICKET] };
  const run = runOf([['sum'], ['sum'], ['create_ticket', { title: 'x' }]]);
  expect(judge(task, run).confusions).toEqual([{ expected: 'add', chosen: 'sum' }]);
  expect(judge({ calls: [ADD] }, runOf([])).confusions).toEqual([
    { expected: 'add', chosen: null },
  ]);
});

test('a model that could not be asked says nothing about the tools', () => {
  const run = runOf([], '', { status: 'failed', message: 'gpt is overloaded.' });
  expect(judge({ calls: [ADD] }, run)).toEqual({
    status: 'unheld',
    failures: ['gpt is overloaded.'],
    confusions: [],
  });
});
