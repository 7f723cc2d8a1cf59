import type { UIMessage } from 'ai';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { changesByHand } from '#app/chat/turns/changes-by-hand.ts';
import { estimateTokens } from '#app/chat/turns/estimate-tokens.ts';
import { SUMMARY_PART, toPrompt } from '#app/chat/turns/to-prompt.ts';
import { foldSteps } from '#app/chat/turns/window-room.ts';
import { markPrompt } from '#app/builder/models/mark-data.ts';

import { findFaults, holdTalk, type TalkTurn } from './hold-talk.ts';

type Part = UIMessage['parts'][number];

const text = (said: string): Part => ({ type: 'text', text: said });

function call(toolName: string, id: string, output: unknown, input: object = {}): Part {
  return {
    type: 'dynamic-tool',
    toolName,
    toolCallId: id,
    state: 'output-available',
    input,
    output,
  };
}

/** The texts of a prompt's messages, each with its role. */
async function tell(messages: UIMessage[], maxTokens = 1e6, digest: string | null = null) {
  const prompt = await toPrompt(messages, { maxTokens, digest });
  return { ...prompt, told: prompt.messages.map((each) => JSON.stringify(each)) };
}

/** Parts of an answer as they may be stored, those of broken and interrupted turns included. */
const anyPart: fc.Arbitrary<Part> = fc.oneof(
  fc.string().map(text),
  fc.constant<Part>({ type: 'step-start' }),
  fc.string().map((said): Part => ({ type: 'reasoning', text: said })),
  fc.constant<Part>({ type: 'data-usage', data: {} }),
  fc
    .tuple(
      fc.constantFrom('read_blueprint', 'remove_tool', 'ask_user', 'run_checks', 'gone_tool'),
      fc.constantFrom('c1', 'c2', 'call-1'),
      fc.oneof(fc.jsonValue(), fc.constant({ changed: [], problems: [{ message: 'No.' }] })),
      fc.jsonValue(),
    )
    .map(([name, id, output, input]): Part => call(name, id, output, { input })),
  fc.constant<Part>({
    type: 'dynamic-tool',
    toolName: 'remove_tool',
    toolCallId: 'c3',
    state: 'output-error',
    input: { name: 'x' },
    errorText: 'It broke.',
  }),
  fc.constant<Part>({
    type: 'dynamic-tool',
    toolName: 'run_tool',
    toolCallId: 'c4',
    state: 'input-available',
    input: {},
  }),
);

const anyQuestion: fc.Arbitrary<Part> = fc.oneof(
  fc.string().map(text),
  fc.constant(text(`Import this:\n{"openapi":"3.1.0","x":"${'y'.repeat(900)}"}`)),
  fc.constant<Part>({ type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' }),
);

const anyHistory = fc
  .tuple(
    fc.array(
      fc.record({
        role: fc.constantFrom<'user' | 'assistant'>('user', 'assistant'),
        answer: fc.array(anyPart, { maxLength: 8 }),
        question: fc.array(anyQuestion, { maxLength: 3 }),
      }),
      { maxLength: 10 },
    ),
    fc.boolean(),
  )
  .map(([messages, goesOn]): UIMessage[] => {
    const all = messages.map(({ role, answer, question }, index) => ({
      id: `m${index}`,
      role,
      parts: role === 'user' ? question : answer,
    }));
    const last: UIMessage = { id: 'q', role: 'user', parts: [text('And now?')] };
    const begun: UIMessage = { id: 'a', role: 'assistant', parts: [text('I have')] };
    return goesOn ? [...all, last, begun] : [...all, last];
  });

describe('any history', () => {
  test('makes a prompt that providers take, however little of it fits', async () => {
    const property = fc.asyncProperty(
      anyHistory,
      fc.constantFrom(1, 300, 1e6),
      fc.constantFrom('The server now.', null),
      async (history, maxTokens, digest) => {
        const { messages } = await toPrompt(history, { maxTokens, digest });
        expect(findFaults(markPrompt(toWirePrompt(messages), MARKS))).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 400 });
  });

  test('is told in the same words when the conversation goes on', async () => {
    const property = fc.asyncProperty(anyHistory, anyHistory, async (history, more) => {
      const next = more.map((message, index) => ({ ...message, id: `n${index}` }));
      const asked: UIMessage = { id: 'q2', role: 'user', parts: [text('Go on')] };
      const options = { maxTokens: 1e6, digest: null };
      const one = await toPrompt([...history, asked], options);
      const other = await toPrompt([...history, asked, ...next], options);
      // The question that began the turn may be joined by what follows it.
      const earlier = one.messages.slice(0, -1);
      expect(other.messages.slice(0, earlier.length)).toEqual(earlier);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});

const MARKS = { nonce: 'n0nce', takesImages: true };

/** As the SDK hands messages to a provider, which here differ in nothing that is looked at. */
function toWirePrompt(messages: Awaited<ReturnType<typeof toPrompt>>['messages']) {
  return structuredClone(messages) as Parameters<typeof markPrompt>[0];
}

test('many calls that failed are a few lines', async () => {
  const refused = { changed: [], problems: [{ path: '$', message: 'Not done.' }] };
  const calls = Array.from({ length: 225 }, (_, index) =>
    call('remove_tool', `c${index}`, refused, { name: `tool_${index}` }),
  );
  const { told } = await tell([
    { id: 'q0', role: 'user', parts: [text('Remove all')] },
    { id: 'a0', role: 'assistant', parts: [...calls, text('I could not.')] },
    { id: 'q1', role: 'user', parts: [text('Why?')] },
  ]);
  expect(told.join('')).toContain('222 more calls of this turn failed.');
  expect(told.join('').length).toBeLessThan(1_600);
});

test('many calls of one tool are a few lines, and a count', async () => {
  const calls = Array.from({ length: 74 }, (_, index) => {
    const output = { changed: [`Removed tool_${index}.`], problems: [] };
    return call('remove_tool', `c${index}`, output, { name: `tool_${index}` });
  });
  const { told } = await tell([
    { id: 'q0', role: 'user', parts: [text('Remove all')] },
    { id: 'a0', role: 'assistant', parts: [...calls, text('Removed.')] },
    { id: 'q1', role: 'user', parts: [text('Thanks')] },
  ]);
  expect(told.join('')).toContain('66 more calls of remove_tool in this turn succeeded.');
  expect(told.join('').length).toBeLessThan(3_500);
});

test('changes of earlier turns stay, long inputs and lists of them lose their ends', async () => {
  const added = Array.from({ length: 452 }, (_, index) => `operation_${index}`);
  const { told } = await tell([
    { id: 'q0', role: 'user', parts: [text('Import it')] },
    {
      id: 'a0',
      role: 'assistant',
      parts: [
        call(
          'import_document',
          'c1',
          { added, tools: 452, problems: [] },
          { text: 'x'.repeat(60_000) },
        ),
        call(
          'rename_tool',
          'c2',
          { changed: ['Renamed a to b.'], problems: [] },
          { from: 'a', to: 'b' },
        ),
      ],
    },
    { id: 'q1', role: 'user', parts: [text('Thanks')] },
  ]);
  const all = told.join('');
  expect(all).toContain('Renamed a to b.');
  expect(all).toContain('"tools":452');
  expect(all.length).toBeLessThan(2_500);
});

test('pictures of earlier turns are named, and thoughts left out', async () => {
  const { told } = await tell([
    {
      id: 'q0',
      role: 'user',
      parts: [
        text('See this'),
        {
          type: 'file',
          mediaType: 'image/png',
          filename: 'a.png',
          url: 'data:image/png;base64,AAAA',
        },
      ],
    },
    { id: 'a0', role: 'assistant', parts: [{ type: 'reasoning', text: 'Hmm.' }, text('Seen.')] },
    { id: 'q1', role: 'user', parts: [text('Thanks')] },
  ]);
  const all = told.join('');
  expect(all).toContain('a.png');
  expect(all).not.toMatch(/base64|Hmm/);
});

describe('a conversation that no longer fits', () => {
  const turns = (count: number): UIMessage[] =>
    Array.from({ length: count }, (_, index): UIMessage[] => [
      { id: `q${index}`, role: 'user', parts: [text(`Wish ${index}. ${'word '.repeat(200)}`)] },
      {
        id: `a${index}`,
        role: 'assistant',
        parts: [
          text(`Answer ${index}. ${'word '.repeat(200)}`),
          { type: 'data-point', data: { number: index, changed: [`Renamed tool ${index}.`] } },
        ],
      },
    ]).flat();
  const asked: UIMessage = { id: 'q', role: 'user', parts: [text('And now?')] };

  test('is told as what was asked and changed, with the last turns whole', async () => {
    const file = text('Attached document "a.json", 3 characters. To import all of it: …');
    const given: UIMessage = { id: 'g', role: 'user', parts: [file] };
    const { told, summary } = await tell([given, ...turns(20), asked], 4_000, 'The server now.');
    expect(summary).toMatchObject({ messages: expect.any(Number) });
    const all = told.join('\n');
    expect(all).toContain('Wish 0.');
    expect(all).toContain('Renamed tool 0.');
    expect(all).not.toContain('Answer 0.');
    expect(all).toContain('Answer 19.');
    expect(all).toContain('Documents that can still be imported: \\"a.json\\".');
    expect(all).toContain('The server now.');
    expect(all.match(/And now/g)).toHaveLength(1);
    expect(all.length / 3.5).toBeLessThan(4_000);
  });

  test('begins with the same words turn after turn, until it is too long again', async () => {
    const first = await tell([...turns(20), asked], 4_000);
    const noted: UIMessage[] = [
      ...turns(20),
      asked,
      {
        id: 'a',
        role: 'assistant',
        parts: [{ type: SUMMARY_PART, data: first.summary }, text('This.')],
      },
      { id: 'q9', role: 'user', parts: [text('Fine.')] },
    ];
    const second = await tell(noted, 4_000);
    expect(second.summary).toBeNull();
    expect(second.told.slice(0, first.told.length)).toEqual(first.told);
    expect(second.told.length).toBe(first.told.length + 2);
  });

  test('says so in the answer, once', async () => {
    const long: TalkTurn[] = Array.from({ length: 8 }, (_, index) => ({
      said: `Wish ${index}`,
      steps: [[{ say: `Answer ${index}. ${'word '.repeat(700)}` }]],
      changed: [`Renamed tool ${index}.`],
    }));
    const { messages, requests } = await holdTalk(long, { contextTokens: 28_000 });
    const marked = messages.filter(({ parts }) => parts.some(({ type }) => type === SUMMARY_PART));
    expect(marked.length).toBeGreaterThanOrEqual(1);
    expect(marked.length).toBeLessThanOrEqual(2);
    for (const { prompt } of requests) {
      expect(estimateTokens(prompt.slice(1))).toBeLessThan(10_000);
      expect(findFaults(prompt)).toEqual([]);
    }
    const last = JSON.stringify(requests.at(-1)?.prompt);
    // The person's own words are no data of others; what was changed may hold some.
    expect(last).toMatch(/\[draft\] The earlier messages of this conversation are left out/);
    expect(last).toContain('Renamed tool 0.');
  });
});

test('a turn that fills the window folds what its older steps read', () => {
  const step = (index: number) => [
    {
      role: 'assistant' as const,
      content: [
        { type: 'tool-call' as const, toolCallId: `c${index}`, toolName: 'read_file', input: {} },
      ],
    },
    {
      role: 'tool' as const,
      content: [
        {
          type: 'tool-result' as const,
          toolCallId: `c${index}`,
          toolName: 'read_file',
          output: { type: 'json' as const, value: { text: `${index} ${'x'.repeat(20_000)}` } },
        },
      ],
    },
  ];
  const messages = Array.from({ length: 12 }, (_, index) => step(index)).flat();
  const model = { contextTokens: 60_000, begin: () => never() };
  const { messages: folded, folded: count } = foldSteps(messages, { ...EMPTY_MODEL, ...model });
  expect(estimateTokens(folded)).toBeLessThan(15_000);
  expect(JSON.stringify(folded)).toContain('11 xxx');
  expect(folded).toHaveLength(messages.length);
  expect(count).toBe(10);
  expect(foldSteps(messages.slice(0, 4), { ...EMPTY_MODEL, ...model })).toEqual({
    messages: messages.slice(0, 4),
    folded: 0,
  });
});

const EMPTY_MODEL = {
  choice: { id: 'm', label: 'M', kind: 'anthropic' as const, takesImages: false, own: false },
  isOwnKey: false,
  followsPersonOnly: false,
};

function never(): never {
  throw new Error('It is not asked.');
}

test('changes by hand are those after the last answer began', () => {
  const point = { message: null, restored: undefined };
  const points = [
    { ...point, by: 'screen' as const, at: 1, changed: ['Before.'] },
    { ...point, by: 'turn' as const, at: 6, changed: ['By the turn.'] },
    { ...point, by: 'screen' as const, at: 7, changed: ['Renamed a to b.'] },
    { by: 'restore' as const, at: 8, changed: ['Removed c.'], restored: 1 },
  ];
  expect(changesByHand(points, 5)).toEqual([
    'Renamed a to b.',
    'Put back restore point 1.',
    'Removed c.',
  ]);
  expect(changesByHand(points, undefined)).toEqual([]);
  // The first answer goes on: what it proposed was decided on meanwhile.
  const data = {
    items: [{ id: '1', risks: ['Sends requests to a.b.'] }],
    state: 'approved',
    approved: ['1'],
  };
  const parts = [{ type: 'data-changes' as const, id: 'x', data }];
  expect(changesByHand([], undefined, [{ id: 'a', role: 'assistant', parts }])).toEqual([
    'Approved: Sends requests to a.b.',
  ]);
});

test('a document that was just pasted is whole for the built-in builder, should it have to stand in', async () => {
  const document = `{"openapi":"3.1.0","x":"${'y'.repeat(9_000)}"}`;
  const { messages } = await tell([
    { id: 'q', role: 'user', parts: [text(`Import this:\n${document}`)] },
  ]);
  expect(JSON.stringify(messages)).toContain('y'.repeat(9_000));
  expect(estimateTokens(messages)).toBeLessThan(2_000);
  const marked = JSON.stringify(markPrompt(toWirePrompt(messages), MARKS));
  expect(marked).not.toContain('y'.repeat(4_100));
  expect(marked).toContain('import_document');
  expect(marked).toMatch(/Import this:\\n\\nPasted by the person:\\n\[data n0nce\]/);
});

test('a call that was cut off within its arguments is told with an object', async () => {
  const cut = {
    ...call('upsert_tool', 'c1', { problems: [{ path: '$', message: 'cut' }] }),
    input: '{"name": "a',
  };
  const messages: UIMessage[] = [
    { id: 'q1', role: 'user', parts: [text('Add a tool.')] },
    { id: 'a1', role: 'assistant', parts: [{ type: 'step-start' }, cut] },
    { id: 'q2', role: 'user', parts: [text('Go on.')] },
  ];
  const { messages: told } = await tell(messages);
  const calls = told.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter(({ type }) => type === 'tool-call'),
  );
  expect(calls).toMatchObject([{ toolName: 'upsert_tool', input: {} }]);
});
