import { expect, test } from 'vitest';

import {
  askOfRound,
  createRun,
  reduceAutopilot,
  type AutopilotEvent,
  AutopilotState,
  type Round,
  type RoundOutcome,
} from '#app/autopilot/autopilot-state.ts';
import { readUsage } from '#app/autopilot/read-round.ts';
import type { ReportAnswer } from '#app/builder/tools/run-checks.ts';
import type { Verdict } from '#app/platform/verdict.ts';

const GOAL = { goal: 'A server for orders', target: 90, maxRounds: 4 };
const FINDING = {
  id: 'tools.described',
  title: 'Every tool is described',
  evidence: '1 of 2 says nothing.',
  fix: 'Describe it.',
  canFix: false,
};

const DIFF = { from: 1, to: 2, added: 1, removed: 0, renamed: 0, changed: 0, parts: [] };

function report(score: number | null, fails = 0): ReportAnswer {
  const found = Array.from({ length: fails }, () => FINDING);
  const verdict: Verdict =
    score === null
      ? { kind: 'unusable' }
      : fails === 0
        ? { kind: 'ready' }
        : { kind: 'fixes', count: fails };
  return { verdict, score, fails: found, warns: [] };
}

const NOTHING_SAID: RoundOutcome['said'] = { parts: [], said: '', question: null, choices: [] };

interface Ending extends Partial<Pick<RoundOutcome, 'diff' | 'isBlank' | 'said'>> {
  score: number | null;
  fails?: number;
  status?: Exclude<Round['status'], 'running'>;
  changed?: string[];
  waitsFor?: 'answer' | 'approval' | null;
}

function run(...endings: Ending[]): AutopilotState {
  return endings.reduce(
    (state, ending, index) => {
      const { score, fails = 0, status = 'done', changed = ['x'], waitsFor = null } = ending;
      const { diff, isBlank = false, said = NOTHING_SAID } = ending;
      const now = index * 10;
      const begun = reduceAutopilot(state, { kind: 'round', asked: 'a', answer: `${index}` }, now);
      const compared = diff === undefined ? {} : { diff };
      const outcome = { plan: [], changed, ...compared, waitsFor, isBlank, said };
      const settled = { status, report: report(score, fails), outcome };
      return reduceAutopilot(begun, { kind: 'settled', ...settled }, now + 5);
    },
    createRun(GOAL, 0),
  );
}

test.each<[string, AutopilotState['end'], Ending[]]>([
  ['goes on below the target', null, [{ score: 89 }]],
  ['is over at the target', 'reached', [{ score: 40 }, { score: 90 }]],
  ['goes on while something fails, whatever the score', null, [{ score: 97, fails: 1 }]],
  ['needs a turn that came to its end', null, [{ score: 97, status: 'failed' }]],
  ['waits for the person who was asked', 'asks', [{ score: 50, waitsFor: 'answer' }]],
  [
    'is over at once where the builder asks before it has changed anything',
    'unclear',
    [{ score: 50, changed: [], waitsFor: 'answer' }],
  ],
  [
    'is over at once where the builder says something and the server is as empty as before',
    'unclear',
    [{ score: null, changed: [], isBlank: true }],
  ],
  [
    'asks where an earlier round has changed something',
    'asks',
    [{ score: 50 }, { score: 50, changed: [], waitsFor: 'answer' }],
  ],
  [
    'goes by the server, not by what calls said of themselves',
    'unclear',
    [{ score: 50, changed: ['The chat is called "Orders".'], diff: null, waitsFor: 'answer' }],
  ],
  [
    'has changed something where the server is another one, whatever the calls said',
    'asks',
    [{ score: 50, changed: [], diff: DIFF, waitsFor: 'answer' }],
  ],
  ['waits for an approval', 'approval', [{ score: 50, waitsFor: 'approval' }]],
  ['forgives one round that changed nothing', null, [{ score: 50, changed: [] }]],
  [
    'ends when two rounds in a row changed nothing',
    'stuck',
    [{ score: 50 }, { score: 50, changed: [] }, { score: 50, changed: [] }],
  ],
  ['tries again after a failure', null, [{ score: 50, status: 'failed' }]],
  [
    'ends after two failures in a row',
    'failed',
    [
      { score: 50, status: 'failed' },
      { score: 50, status: 'interrupted' },
    ],
  ],
  ['ends where the round was stopped', 'stopped', [{ score: 50, status: 'stopped' }]],
  [
    'ends when its rounds are used up',
    'spent',
    [{ score: 1 }, { score: 2 }, { score: 3 }, { score: 4 }],
  ],
  ['does not take an empty report for a good one', null, [{ score: null }]],
])('a run %s', (_name, end, endings) => {
  expect(run(...endings).end).toBe(end);
});

test('a goal that was unclear is kept with the words of the builder', () => {
  const said = { parts: ['sing'], said: 'Hm.', question: 'Which API?', choices: ['a', 'b'] };
  const ended = run({ score: 0, changed: [], waitsFor: 'answer', said });
  expect(ended).toMatchObject({ end: 'unclear', unclear: said });
  expect(AutopilotState.parse(JSON.parse(JSON.stringify(ended)))).toEqual(ended);
  expect(run({ score: 0 }, { score: 0, waitsFor: 'answer', said }).unclear).toBeUndefined();
});

test('a run that was stored before rounds were compared, and had verdicts, is still read', () => {
  const { unclear: _none, ...state } = run({ score: 71 });
  const rounds = state.rounds.map(({ verdict: _later, ...round }) => round);
  const [read] = AutopilotState.parse({ ...state, rounds }).rounds;
  expect(read).not.toHaveProperty('diff');
  expect(read).not.toHaveProperty('verdict');
});

test('a round keeps when it ran, what it changed and what the report said after it', () => {
  expect(run({ score: 71, fails: 2, changed: ['Renamed a to b.'] }).rounds).toEqual([
    {
      number: 1,
      asked: 'a',
      answer: '0',
      startedAt: 0,
      endedAt: 5,
      status: 'done',
      verdict: { kind: 'fixes', count: 2 },
      score: 71,
      fails: 2,
      warns: 0,
      plan: [],
      changed: ['Renamed a to b.'],
      usage: null,
    },
  ]);
});

test('a run that is stopped stops its round, and nothing that comes later changes it', () => {
  const begun = reduceAutopilot(createRun(GOAL, 0), { kind: 'round', asked: 'a', answer: 'm' }, 1);
  const stopped = reduceAutopilot(begun, { kind: 'end', why: 'stopped' }, 2);
  expect(stopped).toMatchObject({ end: 'stopped', rounds: [{ status: 'stopped', endedAt: 2 }] });
  const late: AutopilotEvent = {
    kind: 'settled',
    status: 'done',
    report: report(99),
    outcome: { plan: [], changed: [], waitsFor: null, isBlank: false, said: NOTHING_SAID },
  };
  expect(reduceAutopilot(stopped, late, 3)).toBe(stopped);
});

test('what a round has cost is kept, and learnt of one that was stopped as well', () => {
  const usage = { tokens: 100, cost: 0.02, mostTokens: 1_000 };
  const begun = reduceAutopilot(createRun(GOAL, 0), { kind: 'round', asked: 'a', answer: 'm' }, 1);
  const stopped = reduceAutopilot(begun, { kind: 'end', why: 'stopped' }, 2);
  const late = reduceAutopilot(stopped, { kind: 'used', answer: 'm', usage }, 3);
  expect(late).toMatchObject({ end: 'stopped', rounds: [{ status: 'stopped', usage }] });
  const other = reduceAutopilot(stopped, { kind: 'used', answer: 'another', usage }, 3);
  expect(other.rounds[0]?.usage).toBeNull();
});

test.each([
  [
    { tokens: 100, cost: 0.02, of: { tokens: 1_000 } },
    { tokens: 100, cost: 0.02, mostTokens: 1_000 },
  ],
  [
    { tokens: 0, of: { tokens: 1_000 } },
    { tokens: 0, cost: null, mostTokens: 1_000 },
  ],
  [{ tokens: 100 }, null],
  [null, null],
])('what an answer counted is read: %j', (counted, usage) => {
  const parts = [
    { type: 'data-usage' as const, id: 'usage', data: counted },
    { type: 'text' as const, text: 'Done.' },
  ];
  expect(readUsage({ id: 'm', role: 'assistant', parts })).toEqual(usage);
  expect(readUsage(undefined)).toBeNull();
});

test('the first round asks for the goal, the next ones to fix the report, of which they quote nothing', () => {
  const fresh = createRun(GOAL, 0);
  expect(askOfRound(fresh, null)).toBe('A server for orders');
  const asked = askOfRound(run({ score: 60, fails: 1 }), report(60, 1));
  expect(asked.split('\n')[0]).toBe('Fix the report.');
  expect(asked).toContain('It says: 1 thing to fix, with a score of 60. The aim is: Ready');
  const unusable = askOfRound(run({ score: null }), report(null));
  expect(unusable).toContain('It says: Not usable yet. The aim is: Ready, with a score of 90.');
  for (const text of [FINDING.title, FINDING.evidence, FINDING.fix]) {
    expect(asked).not.toContain(text);
  }
});
