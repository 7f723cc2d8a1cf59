import { expect, test } from 'vitest';

import { toAnthropicEvents } from '../fakes/model-anthropic.ts';
import { toOpenAiEvents } from '../fakes/model-openai.ts';
import { costOf, readTokens, sumTokens } from './model-usage.ts';

const USAGE = { input: 5_000, cached: 4_000, output: 70 };
const messages = [{ role: 'user', content: 'Hello' }];
const BODY = { model: 'm', max_tokens: 9, messages, stream: true };
const LINES = [{ say: 'Hello "usage" to you.' }];

async function join(events: AsyncGenerator<string>): Promise<string> {
  let text = '';
  for await (const event of events) text += event;
  return text;
}

test('the tokens of a streamed response are read, of either protocol', async () => {
  const tokens = { ...USAGE, cost: null };
  const counted = { ...BODY, stream_options: { include_usage: true } };
  expect(readTokens(await join(toOpenAiEvents(counted, LINES, 'stop', USAGE)))).toEqual(tokens);
  expect(readTokens(await join(toAnthropicEvents(BODY, LINES, 'stop', USAGE)))).toEqual(tokens);
});

test('what a provider does not say is unknown, and not nothing', async () => {
  const nothing = { input: null, cached: null, output: null, cost: null };
  expect(readTokens(await join(toOpenAiEvents(BODY, LINES, 'stop')))).toEqual(nothing);
  expect(readTokens('<h1>Bad gateway</h1>\n{not json')).toEqual(nothing);
  expect(sumTokens([nothing, { ...nothing, input: 3 }])).toEqual({ ...nothing, input: 3 });
  expect(costOf(nothing, { input: 1, output: 1 })).toBeNull();
});

test('a cost is the one that a provider names, else that of the price', () => {
  const used = { input: 1_000_000, cached: 800_000, output: 100_000, cost: null };
  expect(costOf(used, { input: 2, output: 10 })).toBeCloseTo(3);
  expect(costOf(used, { input: 2, output: 10, cached: 0.5 })).toBeCloseTo(1.8);
  expect(costOf({ ...used, cost: 0.5 }, { input: 2, output: 10 })).toBe(0.5);
  expect(costOf(used, null)).toBeNull();
});
