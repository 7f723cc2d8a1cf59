import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ExampleRun } from '#app/blueprint/readiness/example-runs.ts';

import { requireTool, tool } from './break-evidence.ts';
import type { AllEvidence, Breakage } from './break-evidence.ts';

/** Replaces parts of the first run of a tool. */
function ran(name: string, parts: Partial<ExampleRun>) {
  return ({ runs }: AllEvidence): void => {
    const run = runs.runs.find((each) => each.tool === name);
    if (run === undefined) throw new Error(`${name} was not run.`);
    Object.assign(run, parts);
  };
}

/** Takes the runs of a tool away. */
function notRun(name: string) {
  return ({ runs }: AllEvidence): void => {
    runs.runs = runs.runs.filter((each) => each.tool !== name);
  };
}

/** Replaces the example answer of the first tool. */
function answers(body: { id: string | number }[], keep?: string[]) {
  return ({ blueprint }: AllEvidence): void => {
    const { action } = requireTool(blueprint, 0);
    if (action.kind !== 'http') throw new Error('It is an HTTP tool.');
    action.mock = { status: 200, mediaType: 'application/json', body };
    if (keep) action.response.keep = keep;
  };
}

type Answer = NonNullable<Blueprint['mocks']>[number];

/** Sets an answer of the mock for the first tool, which may promise less than it did. */
export function setAnswer(parts: Partial<Answer>, { keep, hasSchema = true }: SetOptions = {}) {
  return ({ blueprint }: AllEvidence): void => {
    const first = requireTool(blueprint, 0);
    if (first.action.kind !== 'http') throw new Error('It is an HTTP tool.');
    const { upstream, method, path } = first.action;
    const usual = { upstream, method, path, status: 200, mediaType: 'application/json' };
    blueprint.mocks = [{ ...usual, ...parts }];
    if (keep) first.action.response.keep = keep;
    if (hasSchema) return;
    delete first.outputSchema;
    delete first.action.mock;
  };
}

interface SetOptions {
  keep?: string[];
  hasSchema?: boolean;
}

const ON_SHELF: Answer['when'] = [{ in: 'query', name: 'shelf', value: 'poems' }];

/** Checks of examples and of runs, each broken in the ways that it tells apart. */
export const exampleBreakages: Breakage[] = [
  [
    'tools.exampleArguments',
    'fail',
    tool({ examples: [{ arguments: { shelf: 'a' } }, { arguments: { shelf: 5 } }] }),
    /^1 of 3 tools: list_books \(example 2: \$\.shelf must be/,
  ],
  [
    'tools.exampleArguments',
    'fail',
    tool({ examples: [{ arguments: { shelf: 'a', shelves: 'b' } }] }),
    /list_books \(example 1: \$\.shelves/,
  ],
  [
    'tools.exampleAnswers',
    'fail',
    answers([{ id: 'first' }]),
    /^1 of 3 tools: list_books \(its example answer: \$\.result\[0\]\.id must be an integer/,
  ],
  ['tools.exampleAnswers', 'fail', answers([{ id: 1 }], ['title']), /list_books .*result\[0\]\.id/],
  [
    'tools.exampleAnswers',
    'fail',
    setAnswer({ body: [{ id: 'first' }] }),
    /list_books \(the answer that is set for GET \/books: \$\.result\[0\]\.id must be an integer/,
  ],
  [
    'tools.exampleAnswers',
    'fail',
    setAnswer({ body: [{ title: 'Emma' }], when: ON_SHELF }),
    /set for GET \/books with shelf "poems": \$\.result\[0\]\.id is required/,
  ],
  [
    'tools.keptFields',
    'fail',
    setAnswer({ body: [{ title: 'Emma' }] }, { keep: ['isbn'], hasSchema: false }),
    /^1 of 3 tools: list_books \(the API returns no isbn/,
  ],
  [
    'tools.exampleRuns',
    'fail',
    ran('list_books', { error: 'The API answered 500.' }),
    /^1 of 3 tools: list_books \(example 1: The API answered 500/,
  ],
  [
    'tools.exampleRuns',
    'fail',
    ran('list_books', { error: 'It broke.', example: null }),
    /list_books \(a call: It broke/,
  ],
  [
    'tools.exampleRuns',
    'notApplicable',
    ({ runs }) => {
      runs.runs = [];
    },
  ],
  [
    'tools.codeRuns',
    'fail',
    ran('count_books', { error: 'Error: no such field' }),
    /^1 of 3 tools: count_books \(every call failed, first with: Error: no such field/,
  ],
  ['tools.codeRuns', 'fail', notRun('count_books'), /count_books \(it has no example/],
  ['tools.codeRuns', 'notApplicable', tool({ enabled: false }, 2)],
  [
    'tools.tokens',
    'warn',
    ({ blueprint }) => {
      const first = requireTool(blueprint, 0);
      for (let n = 0; n < 128; n += 1) blueprint.tools.push({ ...first, name: `tool_${n}` });
    },
    /^131 tools .* Some clients refuse more than 128 tools\./,
  ],
];
