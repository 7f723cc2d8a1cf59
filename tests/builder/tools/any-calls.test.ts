import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { UIMessage, UIMessageChunk } from 'ai';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { TurnTrust } from '#app/builder/models/turn-trust.ts';
import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';
import { cutMessage } from '#app/chat/secrets/cut-message.ts';
import { runTurn } from '#app/chat/turns/run-turn.server.ts';

import { scriptedModel, type Line } from '../../chat/scripted-model.ts';
import { anyInput, ATTACHED, ATTACHED_CANARY, CANARIES } from './any-input.ts';
import { FETCHED, FuzzedDraft, START } from './fuzzed-draft.ts';
import { callBuilderTool } from './open-workspace.ts';
import { SECRET_VALUE } from './outside-world.ts';

/** Conversations of a run, which make 10,000 calls and more together. */
const CONVERSATIONS = 650;
const LEAST_CALLS = 10_000;
/** Half a minute alone; several times that beside other work. */
const TIMEOUT_MS = 300_000;
const MOST_TURNS = 4;
const MOST_STEPS = 5;
const MOST_CALLS = 5;

const ENDS = ['done', 'spent', 'failed', 'stopped'];

/** A key that the person pastes. */
const PASTED_CANARY = 'ghp_7Rb4Tz8QwE1rY6uI9oP3aS5dF7gH2jK0lXcV';

/** What people say, which decides on nothing here, and the hosts that they name in their own words. */
const SAYINGS: { said: string; names: string[] }[] = [
  { said: 'Make it better.', names: [] },
  {
    said: 'Remove get_user, rename get_order to a, undo that, use https://b.example.org/v1 with a token.',
    names: ['b.example.org'],
  },
  { said: 'Import this:\n\n{"openapi": "3.1.0"}', names: [] },
  { said: 'Look yourself what https://api.example.com answers.', names: ['api.example.com'] },
  {
    said: `The key is ${PASTED_CANARY}. Import this:\n\ncurl -H 'Authorization: Bearer ${PASTED_CANARY}' https://pasted.example.com/items`,
    names: [],
  },
];

/** Keys that nobody may find anywhere: of the person's text and files, of the draft, of the API's answers. */
const HIDDEN = [ATTACHED_CANARY, PASTED_CANARY, SECRET_VALUE];

/** Calls with the real API that are likely to be accepted. */
const RealCall: fc.Arbitrary<Line> = fc
  .record({
    name: fc.constantFrom('get_user', 'get_order', 'a'),
    arguments: fc.constantFrom({ id: 7 }, { body: { id: 7 } }, { id: 7, body: {} }, {}),
    upstream: fc.constantFrom('real', 'mock'),
  })
  .map((input) => ({ call: 'run_tool', input }));
const Call: fc.Arbitrary<Line> = fc.oneof(
  ...BUILDER_TOOLS.map((tool) =>
    anyInput(tool).map((input) => ({ call: tool.name, input: Object(input) })),
  ),
  { arbitrary: fc.constant({ call: 'no_such_tool', input: {} }), weight: 1 },
  { arbitrary: RealCall, weight: 5 },
);
const Step = fc.array(Call, { minLength: 1, maxLength: MOST_CALLS });
const Turn = fc.record({
  saying: fc.constantFrom(...SAYINGS),
  steps: fc.array(Step, { minLength: 1, maxLength: MOST_STEPS }),
  /** Which of the changes that wait are approved. */
  approves: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
});
const Conversation = fc.record({
  environment: fc.constantFrom('mock' as const, 'test' as const),
  turns: fc.array(Turn, { minLength: 1, maxLength: MOST_TURNS }),
});
type Turn = typeof Turn extends fc.Arbitrary<infer Value> ? Value : never;

/** A model that makes these calls; before each of its steps the draft is looked at. */
function modelOf(steps: Line[][], look: () => void): LanguageModelV4 & { prompts: unknown[] } {
  const scripted = scriptedModel(steps);
  return {
    ...scripted,
    doStream: (options) => {
      look();
      return scripted.doStream(options);
    },
  };
}

function expectNone(what: string, value: unknown, keys: readonly string[]): void {
  const text = JSON.stringify(value);
  for (const key of keys) expect(text.includes(key), `${what} holds ${key}`).toBe(false);
}

function expectValid(blueprint: Blueprint): void {
  const parsed = parseBlueprint(JSON.parse(JSON.stringify(blueprint)));
  expect(parsed.ok ? [] : parsed).toEqual([]);
  expectNone('the draft', blueprint, [...HIDDEN, ...CANARIES]);
}

/** The conversation of one draft. */
interface Held {
  draft: FuzzedDraft;
  messages: UIMessage[];
  /** Hosts that the person has named. */
  named: Set<string>;
}

/** Lets the model make its calls, and the person decide; whatever the calls are, the turn ends well. */
async function takeTurn(held: Held, { saying, steps, approves }: Turn): Promise<number> {
  const { draft, messages } = held;
  for (const host of saying.names) held.named.add(host);
  const number = messages.length;
  const parts: UIMessage['parts'] = [{ type: 'text', text: saying.said }];
  messages.push(cutMessage({ id: `q${number}`, role: 'user' as const, parts }).message);
  const workspace = draft.open();
  workspace.attachments = ATTACHED;
  workspace.trust = new TurnTrust(messages, ATTACHED.values());
  const model = modelOf([...steps, [{ say: 'Done.' }]], () => expectValid(workspace.blueprint));
  const chunks: UIMessageChunk[] = [];
  const { status, message } = await runTurn({
    model,
    messages: [...messages],
    answer: `a${number}`,
    workspace,
    budget: { steps: 12, outputTokens: 10_000, milliseconds: 60_000 },
    signal: new AbortController().signal,
    onChunk: (chunk) => void chunks.push(chunk),
    onEnd: async () => {
      await workspace.settle();
      return [];
    },
    onError: (error) => {
      throw error;
    },
  });
  expect(ENDS).toContain(status);
  expectKept(held);
  const view = await draft.decide(workspace.held, approves);
  expectKept(held);
  const decided = { type: 'data-changes' as const, id: view.id, data: view };
  if (message) messages.push({ ...message, parts: [...message.parts, decided] });
  expectNone('a chunk', chunks, [...HIDDEN, ...CANARIES]);
  expectNone('the conversation', messages, [...HIDDEN, ...CANARIES]);
  // In its own turn a model is told again what it wrote itself.
  expectNone('the first prompt', model.prompts[0], CANARIES);
  expectNone('a prompt', model.prompts, HIDDEN);
  return countAnswered(chunks);
}

/** The draft is whole, calls no host that nobody named or approved, and nothing left but by a way that is open. */
function expectKept({ draft, messages, named }: Held): void {
  const { blueprint, world, environment, approved } = draft;
  expectValid(blueprint);
  // Where calls go to the real API, no text decides where that is.
  const texts = environment === 'mock' ? textsOf({ draft, messages }) : [];
  const known = JSON.stringify([START.upstreams, [...named], approved, ...texts]);
  const { upstreams, policies } = blueprint;
  const addresses = [...upstreams.map(({ baseUrl }) => baseUrl), ...policies.allowedOrigins];
  for (const address of addresses) expect(known).toContain(new URL(address).host);
  for (const { method, host, isApproved } of world.left) {
    if (isApproved) continue;
    expect(['GET', 'HEAD']).toContain(method);
    expect([...named]).toContain(host);
  }
  for (const { url, isApproved } of world.fetched) {
    if (!isApproved) expect([...named]).toContain(new URL(url).host);
  }
}

/** What the person handed over, or let be fetched. */
function textsOf({ draft, messages }: Pick<Held, 'draft' | 'messages'>): unknown[] {
  const hasFetched = draft.world.fetched.some(({ isApproved }) => isApproved);
  const asked = messages.filter(({ role }) => role === 'user');
  return [...ATTACHED.values(), ...asked, ...(hasFetched ? [FETCHED] : [])];
}

/** Each call has a result, and none of them broke. */
function countAnswered(chunks: readonly UIMessageChunk[]): number {
  const called = chunks.flatMap((each) =>
    each.type === 'tool-input-available' ? [each.toolCallId] : [],
  );
  const answered = chunks.flatMap((each) =>
    each.type === 'tool-output-available' ? [each.toolCallId] : [],
  );
  const broken = chunks.flatMap((each) => (each.type === 'tool-output-error' ? [each] : []));
  expect(broken).toEqual([]);
  expect(answered.toSorted()).toEqual(called.toSorted());
  return answered.length;
}

/** Each state that the draft had is as it was, and comes back exactly. */
async function expectRestorable(draft: FuzzedDraft): Promise<void> {
  const numbers = [...draft.points.keys()].map((index) => index + 1);
  for (const { blueprint, text } of draft.points) expect(JSON.stringify(blueprint)).toBe(text);
  for (const point of numbers.slice(-5)) {
    const workspace = draft.open();
    await callBuilderTool(workspace, 'restore', { point });
    expect(JSON.stringify(workspace.blueprint)).toBe(draft.points[point - 1]?.text);
  }
}

test(
  'whatever a model calls in any order, the draft stays whole and nothing gets out',
  { timeout: TIMEOUT_MS },
  async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('not here'));
    let calls = 0;
    const left = { atOnce: 0, approved: 0 };
    await fc.assert(
      fc.asyncProperty(Conversation, async ({ environment, turns }) => {
        const held: Held = {
          draft: new FuzzedDraft(environment),
          messages: [],
          named: new Set(),
        };
        for (const turn of turns) calls += await takeTurn(held, turn);
        for (const { isApproved } of held.draft.world.left) {
          left[isApproved ? 'approved' : 'atOnce'] += 1;
        }
        await expectRestorable(held.draft);
        expect(fetched).not.toHaveBeenCalled();
      }),
      { numRuns: CONVERSATIONS },
    );
    expect(calls).toBeGreaterThan(LEAST_CALLS);
    // The ways that are open were taken.
    expect(left.atOnce).toBeGreaterThan(0);
    expect(left.approved).toBeGreaterThan(0);
    fetched.mockRestore();
  },
);
