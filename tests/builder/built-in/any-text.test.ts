import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { nextStep } from '#app/builder/built-in/next-step.ts';
import type { DraftFacts } from '#app/builder/built-in/turn.ts';

import { ACME } from './acme-draft.ts';
import { callsOf, runTurn } from './run-turn.ts';

const MOST_CALLS = 40;
const WORDS =
  `rename remove add a tool that gets https://x.example/z/{id} and returns name , . ; ( ) " '
  \` { } [ ] to limit optional at most 50 between 1 which tools write all it in list_users delete_user
  make use bearer token GET /users | - curl openapi: ask before with don't return only everything
  except = : ? ! 12,3 call fix report template weather \u202E \u200B 😀 \uD800 __proto__ constructor
  describe as server base url header X-Key import then also if never`.split(/\s+/);

/** A draft of a thousand tools. */
const LARGE: DraftFacts = {
  ...ACME,
  tools: Array.from({ length: 150 }, (_, round) =>
    ACME.tools.map((tool) => ({ ...tool, name: `${tool.name}_${round}` })),
  ).flat(),
};

function stepOf(text: string, draft: DraftFacts) {
  return nextStep({
    text,
    past: [],
    results: [{ tool: 'read_blueprint', input: {}, output: draft }],
  });
}

function expectStep({ say, calls }: ReturnType<typeof nextStep>): void {
  expect(calls.length).toBeLessThanOrEqual(MOST_CALLS);
  expect(typeof say).toBe('string');
  expect(say.length + calls.length).toBeGreaterThan(0);
}

describe('any text', () => {
  test('gives a step, and a turn that ends', () => {
    const soup = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((all) => all.join(' '));
    const text = fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 300 }), fc.string());
    const earlier = fc.array(soup, { maxLength: 2 });
    fc.assert(
      fc.property(text, earlier, (said, before) => {
        expectStep(
          nextStep({
            text: said,
            past: before.map((each) => ({ text: each, calls: [] })),
            results: [],
          }),
        );
        const { steps, calls } = runTurn(said, { earlier: before });
        expect(Math.max(0, ...steps.map((step) => step.length))).toBeLessThanOrEqual(MOST_CALLS);
        JSON.stringify(calls);
      }),
      { numRuns: 150 },
    );
  });

  test('the turn ends with any result of a tool', () => {
    const requests = fc.constantFrom(
      'rename get_user to x and fix the report',
      'remove usr',
      'call get_user with id 5',
      'https://api.example.com/openapi.json',
      'start with weather and use a bearer token',
      'what fails?',
    );
    const names = ['rename_tool', 'run_checks', 'fix_findings', 'ask_user', 'run_tool'];
    const answers = fc.dictionary(
      fc.constantFrom('read_blueprint', 'import_document', 'propose_plan', ...names),
      fc.anything(),
    );
    fc.assert(
      fc.property(requests, answers, (said, given) => {
        expect(typeof runTurn(said, { answers: given }).summary).toBe('string');
      }),
      { numRuns: 150 },
    );
  });

  const REPEATED = [
    'a ',
    '"',
    "'x ",
    '{"a":',
    'a and ',
    'remove a, ',
    'remove list users and ',
    'GET /users - x\n',
    '| GET | /x |\n',
    'method,path\nGET,/x\n',
    'https://a.example/{id} ',
    'add a tool that gets https://a.example/{id} and ',
    'rename get_user_1 to b. ',
    'make limit optional and ',
    '(',
    '\u202E\u200B',
    'a.b-',
    '12,',
    "curl 'x\n\n",
    'curl https://a.example\n\n',
    '```\n',
    '\n',
    '- ',
    'openapi',
    'one hundred and ',
    'x'.repeat(5_000),
  ];

  const repeated = REPEATED.map((piece) => ({ name: JSON.stringify(piece).slice(0, 60), piece }));

  test.each(repeated)('a megabyte of $name takes bounded time', ({ piece }) => {
    for (const size of [100_000, 1_000_000]) {
      const text = piece.repeat(Math.ceil(size / piece.length));
      expectStep(stepOf(text, LARGE));
      expectStep(nextStep({ text, past: [{ text, calls: [] }], results: [] }));
    }
  });
});

describe('hidden characters', () => {
  test('are ignored', () => {
    const said = 'rena\u200Bme get_\u202Euser to fi\u2060nd_user';
    expect(callsOf(said)).toEqual([['rename_tool', { from: 'get_user', to: 'find_user' }]]);
  });

  test('alone are an empty message', () => {
    expect(runTurn('\u200B\u202E\uFEFF').summary).toMatch(/^What should the server do/);
  });

  test('of a document are left to the importer', () => {
    const text = 'openapi: 3.1.0\ninfo:\n  title: a\u200Bb\npaths: {}\n';
    expect(callsOf(text)).toEqual([['import_document', { text }]]);
  });
});
