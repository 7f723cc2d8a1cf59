import { env } from 'cloudflare:test';
import type { UIMessage, UIMessageChunk } from 'ai';
import { expect, test } from 'vitest';

import { resolveModel } from '#app/builder/models/resolve-model.server.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import { runTurn } from '#app/chat/turns/run-turn.server.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { ModelProviders } from '#app/platform/model-providers.ts';

import { readRequests, scriptModels } from '../builder/models/steer-models.ts';
import type { ModelAnswer } from '../fakes/model-script.ts';
import { quietPorts } from '../setup/quiet-ports.ts';

const OPENAI = { kind: 'openai-compatible', baseUrl: 'https://api.openai.com/v1', model: 'gpt-5' };
const ANTHROPIC = { kind: 'anthropic', model: 'claude-test' };

const QUESTION: UIMessage = {
  id: 'q',
  role: 'user',
  parts: [{ type: 'text', text: 'Call it shop' }],
};
const NAME: ModelAnswer = { lines: [{ call: 'set_identity', input: { name: 'shop' } }] };
const NOTHING: ModelAnswer = { lines: [] };
const WORDS: ModelAnswer = { lines: [{ say: 'The server is called shop.' }] };

let keys = 0;

/** Holds a turn with a model that answers so, over the real packages of its provider. */
async function hold(provider: object, answers: ModelAnswer[], steps = 8) {
  keys += 1;
  const key = `sk-last-words-${keys}`;
  await scriptModels(key, { answers, repeatsLast: false });
  const providers = ModelProviders.parse([
    { ...provider, keyVariable: 'KEY', price: { input: 3, output: 15 } },
  ]);
  const config = { MODEL_PROVIDERS: providers, WORKERS_AI_MODEL: 'off' };
  const bindings = { ...env, KEY: key };
  const chunks: UIMessageChunk[] = [];
  const outcome = await runTurn({
    model: resolveModel({ env: bindings, config }, [], undefined),
    messages: [QUESTION],
    answer: 'a',
    workspace: new Workspace(BLANK_BLUEPRINT, quietPorts()),
    budget: { steps, outputTokens: 10_000, milliseconds: 30_000 },
    signal: new AbortController().signal,
    onChunk: (chunk) => chunks.push(chunk),
    onEnd: () => Promise.resolve([{ type: 'data-point', id: 'point', data: {} }]),
    onError: () => undefined,
  });
  const texts = (outcome.message?.parts ?? []).flatMap((part) =>
    part.type === 'text' ? [part] : [],
  );
  const usage = chunks.findLast((chunk) => chunk.type === 'data-usage');
  return { ...outcome, chunks, texts, usage, requests: await readRequests(key) };
}

test.each([
  ['OpenAI', OPENAI],
  ['Anthropic', ANTHROPIC],
])(
  'a model of %s that ends without a word is asked for one, and that is counted',
  async (...of) => {
    const { status, chunks, texts, usage, requests } = await hold(of[1], [NAME, NOTHING, WORDS]);
    expect(status).toBe('done');
    expect(texts).toMatchObject([{ text: 'The server is called shop.' }]);
    expect(requests).toHaveLength(3);
    expect(JSON.stringify(requests[2])).toContain('You ended without a word');
    expect(JSON.stringify(requests[2])).toMatch(/"tool_choice":("none"|\{"type":"none"\})/);
    expect(JSON.stringify(requests[1])).not.toContain('You ended without a word');
    // Three answers of 1,000 tokens in and 100 out.
    const cost = expect.closeTo(3 * (0.003 + 0.0015), 6);
    expect(usage).toMatchObject({ data: { steps: 3, input: 3_000, tokens: 300, cost } });
    // The page gets one message, which ends once, after everything else.
    const types = chunks.map(({ type }) => type);
    expect(types.filter((type) => type === 'start' || type === 'finish')).toEqual([
      'start',
      'finish',
    ]);
    expect(types.slice(-2)).toEqual(['data-point', 'finish']);
  },
);

test('the request for words begins like the one before it', async () => {
  const { requests } = await hold(OPENAI, [NAME, { lines: [{ say: ' ' }] }, WORDS]);
  const [, second, third] = requests.map(({ body }) => body as { messages: unknown[] });
  expect(third?.messages.slice(0, 3)).toEqual(second?.messages.slice(0, 3));
  expect({ ...third, messages: [], tool_choice: 0 }).toEqual({
    ...second,
    messages: [],
    tool_choice: 0,
  });
});

test.each<[string, ModelAnswer]>([
  ['says nothing again', NOTHING],
  ['calls a tool although it may not', NAME],
  ['cannot be reached', { status: 401 }],
])('where the model %s, the product says what was changed, as its own words', async (_, last) => {
  const { status, chunks, texts, requests } = await hold(OPENAI, [NAME, NOTHING, last]);
  expect(status).toBe('done');
  expect(requests).toHaveLength(3);
  expect(texts).toMatchObject([
    {
      text: 'The model ended without a word. Changed in this turn: The server’s name or description changed.',
      providerMetadata: { house: { speaks: true } },
    },
  ]);
  expect(chunks.filter(({ type }) => type === 'error')).toEqual([]);
});

test('a model that says nothing in its last step is not asked once more', async () => {
  const { status, texts, requests } = await hold(ANTHROPIC, [NAME, NOTHING], 2);
  expect(status).toBe('spent');
  expect(requests).toHaveLength(2);
  expect(texts).toMatchObject([
    { text: expect.stringMatching(/^This turn is out of budget after 2 of 2 steps\..+Changed in/) },
  ]);
});

test('a question to the person is the last word of a turn', async () => {
  const input = { question: 'Which?', choices: ['one', 'two'] };
  const answer: ModelAnswer = { lines: [{ call: 'ask_user', input }] };
  const { status, texts, requests } = await hold(OPENAI, [answer]);
  expect({ status, texts, requests: requests.length }).toEqual({
    status: 'done',
    texts: [],
    requests: 1,
  });
});
