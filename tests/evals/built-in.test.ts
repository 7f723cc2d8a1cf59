import { expect, test } from 'vitest';

import { askBuiltIn } from '#app/evals/built-in/ask-built-in.ts';
import type { StepTool } from '#app/evals/loop/step.ts';
import type { JsonObject } from '#app/runtime/json.ts';

const number = { type: 'number' };
const text = { type: 'string' };

function tool(name: string, properties: JsonObject, required: string[] = []): StepTool {
  const inputSchema = { type: 'object', properties, required };
  return { name, description: `Does ${name}. And more.`, inputSchema };
}

const TOOLS = [
  tool('add', { a: number, b: number }, ['a', 'b']),
  tool('echo', { message: text }, ['message']),
  tool('get-weather', { unit: text, city: text, days: { type: 'integer' } }, ['city']),
  tool('save', {
    tags: { type: 'array', items: text },
    draft: { type: 'boolean' },
    meta: { type: 'object' },
  }),
  tool('ping', {}),
];

async function ask(said: string) {
  const { signal } = new AbortController();
  const messages = [{ role: 'user' as const, text: said }];
  const step = await askBuiltIn({ instructions: '', messages, tools: TOOLS, signal });
  if (!step.ok) throw new Error(step.message);
  const calls = step.value.calls.map(({ tool: name, input }) => [name, input]);
  return { text: step.value.text, calls };
}

test.each<[string, [string, JsonObject][]]>([
  ['call add with 2 and 3', [['add', { a: 2, b: 3 }]]],
  ['Please call the tool add with a=2, b=-3.5', [['add', { a: 2, b: -3.5 }]]],
  ['add 2 and 3', [['add', { a: 2, b: 3 }]]],
  ['add(2, 3)', [['add', { a: 2, b: 3 }]]],
  ['run add with 2 3', [['add', { a: 2, b: 3 }]]],
  ['call add with b: 3 and a: 2', [['add', { a: 2, b: 3 }]]],
  ['use add with {"a": 2, "b": 3}', [['add', { a: 2, b: 3 }]]],
  ['call echo with hello, and goodbye', [['echo', { message: 'hello, and goodbye' }]]],
  ['call echo with "call add with 2 then 3"', [['echo', { message: 'call add with 2 then 3' }]]],
  ["call echo with message it's fine", [['echo', { message: "it's fine" }]]],
  ['call get_weather with Berlin', [['get-weather', { city: 'Berlin' }]]],
  [
    'call get-weather with city New York and days 3',
    [['get-weather', { city: 'New York', days: 3 }]],
  ],
  [
    'call save with tags ["a","b"], draft yes and meta {"x": {"y": "}"}}',
    [['save', { tags: ['a', 'b'], draft: true, meta: { x: { y: '}' } } }]],
  ],
  ['ping', [['ping', {}]]],
  [
    'call add with 1 and 2, then echo "three"\nping',
    [
      ['add', { a: 1, b: 2 }],
      ['echo', { message: 'three' }],
      ['ping', {}],
    ],
  ],
])('%s', async (said, calls) => {
  expect((await ask(said)).calls).toEqual(calls);
});

test('it lists and describes the tools', async () => {
  const listed = await ask('List the tools');
  expect(listed.text).toContain('There are 5 tools:\n- **add**: Does add.\n');
  expect((await ask('which tools are there?')).text).toBe(listed.text);
  expect((await ask('what does get-weather take?')).text).toContain(
    '- **city** (string, required)\n- **unit** (string)',
  );
  expect(listed.calls).toEqual([]);
});

test.each([
  ['call ad with 2 and 3', 'There is no tool called ad. Did you mean add?'],
  ['call add with 2', 'add also needs b. Say, for example: call add with b=…'],
  ['call add with two and 3', '"two" cannot be a, which is of type number.'],
  ['call add with 1, 2 and 3', 'I do not know which argument "3" is.'],
  ['call add with {"a": 2', 'The arguments are not valid JSON'],
  ['Find the cheapest flight to Rome', 'I did not understand "Find the cheapest flight to Rome".'],
])('%s is not called, and the answer says why and what it is', async (said, why) => {
  const { text: answer, calls } = await ask(said);
  expect(calls).toEqual([]);
  expect(answer).toContain(why);
  expect(answer).toContain('no language model');
});

test('it tells results in its next step', async () => {
  const { signal } = new AbortController();
  const results = [
    { id: '1', tool: 'add', text: '5', isError: false },
    { id: '2', tool: 'echo', text: 'no message', isError: true },
  ];
  const step = await askBuiltIn({
    instructions: '',
    messages: [{ role: 'tool', results }],
    tools: TOOLS,
    signal,
  });
  expect(step).toMatchObject({
    value: { text: 'add answered: 5\n\necho failed: no message', calls: [], finish: 'stop' },
  });
});
