import { expect, test } from 'vitest';

import { findFaults, holdTalk, toWire, type TalkTurn } from './hold-talk.ts';
import { equalPrefix } from './equal-prefix.ts';

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0', description: 'x '.repeat(1_000) },
  servers: [{ url: 'https://api.shop.example/v1' }],
  paths: Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `/things/${index}`,
      { get: { operationId: `get_thing_${index}`, responses: { 200: { description: 'Fine.' } } } },
    ]),
  ),
});

const READ = { call: 'read_blueprint', input: {} };

/** Most of the tools, beginning with one. */
function namesFrom(first: number): string[] {
  return Array.from({ length: 20 }, (_, index) => `get_thing_${first + index}`);
}

const TURNS: TalkTurn[] = [
  {
    said: `Import this:\n${DOCUMENT}`,
    steps: [
      [{ call: 'import_document', input: { attachment: 'pasted text 1' } }],
      [READ],
      [{ say: 'Imported.' }],
    ],
  },
  {
    said: 'Show me the tools',
    steps: [[READ], [{ call: 'rename_tool', input: { wrong: 1 } }], [{ say: 'Read.' }]],
  },
  { said: 'And again', steps: [[READ], [{ say: 'Done.' }]] },
  { said: 'Thanks', steps: [[{ say: 'You are welcome.' }]] },
];

test('tools and system prompt are the same in every request of a chat', async () => {
  const { requests } = await holdTalk(TURNS);
  const heads = requests.map(({ tools, prompt }) => JSON.stringify([tools, prompt[0]]));
  expect(new Set(heads).size).toBe(1);
  expect(heads[0]).toContain('one2three4fi');
  expect(heads[0]).not.toContain('$schema');
});

test('within a turn a request only adds to the one before', async () => {
  const { requests, firsts } = await holdTalk(TURNS);
  for (const [index, request] of requests.entries()) {
    if (index === 0 || firsts.includes(index)) continue;
    const before = requests[index - 1]?.prompt ?? [];
    expect(request.prompt.slice(0, before.length), `request ${index}`).toEqual(before);
  }
});

test('an earlier turn is told in the same words from then on', async () => {
  const { requests, firsts } = await holdTalk(TURNS);
  const opening = firsts.map((index) => toWire(requests[index] ?? { prompt: [] }));
  const second = opening[2] ?? '';
  const third = opening[3] ?? '';
  // All of the turns before the last one, up to the question that began it.
  const end = second.indexOf('And again');
  expect(equalPrefix(second, third)).toBeGreaterThanOrEqual(end);
  expect(end).toBeGreaterThan(10_000);
});

test('what was read or refused in earlier turns is one line, a document a reference', async () => {
  const { requests, firsts, workspace } = await holdTalk(TURNS);
  expect(workspace.blueprint.tools).toHaveLength(30);
  const first = toWire(requests[0] ?? { prompt: [] });
  expect(first).toContain('x x x x x x');
  expect(first).toContain(' Its first 500 characters:');
  const last = requests[firsts[3] ?? 0];
  const told = (last?.prompt.slice(1) ?? []).map((each) => JSON.stringify(each)).join('\n');
  expect(told).toContain('pasted text 1');
  // Of what was changed the sentence only; the digest has the names.
  expect(told.slice(0, told.indexOf('[draft]'))).toContain('30 tools are added');
  expect(told.slice(0, told.indexOf('[draft]'))).not.toContain('get_thing_29');
  // The digest at the end begins with what the server is for.
  expect(told.slice(0, told.indexOf('[draft]'))).not.toContain('x x x x x x');
  expect(told).toContain('not repeated here');
  expect(told).toContain('Failed: ');
  // The digest, and all three turns before.
  expect(told.length).toBeLessThan(7_000);
});

test('a turn begins with a digest, which is not repeated later', async () => {
  const { requests, firsts } = await holdTalk(TURNS);
  const texts = firsts.map((index) => JSON.stringify(requests[index]?.prompt.slice(1)));
  for (const text of texts) expect(text.split('The server now, in short')).toHaveLength(2);
  expect(texts[1]).toContain('get_thing_0');
  expect(texts[1]).toMatch(/Report: (?:Ready|\d+ things? to fix), score \d+/);
});

test('every request is one that providers take', async () => {
  const { requests } = await holdTalk(TURNS);
  for (const { prompt } of requests) expect(findFaults(prompt)).toEqual([]);
});

test('a turn of one step is told in one message that it is the last', async () => {
  const { requests } = await holdTalk([{ said: 'Go on', steps: [[{ say: 'Gone.' }]] }], {
    steps: 1,
  });
  expect(requests.flatMap(({ prompt }) => findFaults(prompt))).toEqual([]);
  expect(JSON.stringify(requests[0]?.prompt)).toContain('The budget of this turn ends');
});

test('in its last step a model has its tools and may call none', async () => {
  const steps = Array.from({ length: 5 }, () => [READ]);
  const { requests } = await holdTalk([{ said: 'Go on', steps }], { steps: 3 });
  expect(requests.map(({ toolChoice }) => toolChoice?.type)).toEqual(['auto', 'auto', 'none']);
  expect(requests[2]?.tools).toEqual(requests[0]?.tools);
  const last = JSON.stringify(requests[2]?.prompt.at(-1));
  // The product's own sentence is no data.
  expect(last).toMatch(/\[draft\] The budget of this turn ends/);
});

test('the person is told where older results of a turn were told to the model in short only', async () => {
  // Each reads others: the same text is not told twice.
  const reads = Array.from({ length: 8 }, (_, index) => [
    { call: 'read_blueprint', input: { names: namesFrom(index) } },
  ]);
  const steps = [...(TURNS[0]?.steps.slice(0, 1) ?? []), ...reads, [{ say: 'Read.' }]];
  const { requests, messages } = await holdTalk([{ said: TURNS[0]?.said ?? '', steps }], {
    contextTokens: 20_000,
  });
  const told = messages.at(-1)?.parts.filter(({ type }) => type === 'data-folded');
  expect(told, 'in one place, with the last number').toMatchObject([
    { id: 'folded', data: { results: expect.any(Number) } },
  ]);
  expect(JSON.stringify(requests.at(-1)?.prompt)).toContain('not repeated here');
  const wide = await holdTalk([{ said: TURNS[0]?.said ?? '', steps }]);
  expect(JSON.stringify(wide.messages)).not.toContain('data-folded');
});
