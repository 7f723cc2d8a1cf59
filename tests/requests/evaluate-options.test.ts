import { expect, test } from 'vitest';

import { readEvaluateOptions } from './evaluate-options.ts';

const KEY = { EVALUATE_API_KEY: 'sk-operator' };
const PROVIDERS = JSON.stringify([
  {
    kind: 'anthropic',
    model: 'claude-test',
    label: 'Ours',
    keyVariable: 'OUR_KEY',
    price: { input: 3, output: 15 },
  },
  { kind: 'openai-compatible', baseUrl: 'http://localhost:11434/v1', model: 'qwen3' },
]);

const read = (line: string, variables: Record<string, string> = KEY) =>
  readEvaluateOptions(line.split(' ').filter(Boolean), variables);

test.each([
  ['', /--model is missing/],
  ['--model m', /--base-url is missing/],
  ['--model m --base-url nowhere', /--base-url is missing/],
  ['--model m --kind openai', /--kind is/],
  ['--model m --base-url https://a.io/v1 --price 3', /--price is/],
  ['--model m --base-url https://a.io/v1 --price 3,x', /--price is/],
  ['--model m --base-url https://a.io/v1 --limit none', /--limit needs a number/],
  ['--model m --base-url https://a.io/v1 --max-requests 0', /--max-requests needs/],
  ['--model m --base-url https://a.io/v1 --set some', /--set is/],
  ['--model m --what', /--what/],
])('“%s” is told what is missing or wrong', (line, problem) => {
  expect(read(line)).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(problem)],
  });
});

test('a key is needed, but not for a server on this machine', () => {
  expect(read('--model m --base-url https://a.io/v1', {})).toMatchObject({
    ok: false,
    problems: [expect.stringContaining('EVALUATE_API_KEY is missing')],
  });
  expect(read('--model m --base-url http://localhost:11434/v1', {})).toMatchObject({
    ok: true,
    options: { key: '', price: null },
  });
});

test('the kind follows from the address, and the address from the kind', () => {
  const anthropic = { kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', model: 'm' };
  for (const flags of ['--base-url https://api.anthropic.com/v1', '--kind anthropic']) {
    expect(read(`--model m ${flags}`)).toMatchObject({ options: { connection: anthropic } });
  }
  expect(read('--model m --kind openai-compatible')).toMatchObject({
    options: { connection: { baseUrl: 'https://api.openai.com/v1' } },
  });
});

test('a configured model brings its address, key and price, by its name or its label', () => {
  const variables = { MODEL_PROVIDERS: PROVIDERS, OUR_KEY: 'sk-configured' };
  expect(read('--model Ours', variables)).toMatchObject({
    options: {
      connection: { kind: 'anthropic', model: 'claude-test' },
      key: 'sk-configured',
      price: { input: 3, output: 15 },
    },
  });
  expect(read('--model qwen3', variables)).toMatchObject({
    options: { connection: { baseUrl: 'http://localhost:11434/v1' }, key: '' },
  });
  // What is given on the command line is meant, whatever is configured.
  expect(read('--model qwen3 --base-url https://a.io/v1', { ...variables, ...KEY })).toMatchObject({
    options: { connection: { baseUrl: 'https://a.io/v1' }, key: 'sk-operator' },
  });
});

test('what is held, and how much of it, is chosen', () => {
  const line =
    '--model m --base-url https://a.io/v1 --only lists,tables --limit 3 --max-tokens 9000 --price 1,2,0.1 --out a.json --verbose';
  expect(read(line)).toMatchObject({
    options: {
      set: 'all',
      only: ['lists', 'tables'],
      limit: 3,
      maxTokens: 9_000,
      price: { input: 1, output: 2, cached: 0.1 },
      out: 'a.json',
      isVerbose: true,
    },
  });
});
