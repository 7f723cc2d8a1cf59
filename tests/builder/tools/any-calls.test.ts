import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { UIMessage, UIMessageChunk } from 'ai';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { listDocument } from '#app/blueprint/import/list-document.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { TurnTrust } from '#app/builder/models/turn-trust.ts';
import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import type { WorkspacePorts } from '#app/builder/tools/workspace-ports.ts';
import { runTurn } from '#app/chat/turns/run-turn.server.ts';

import { scriptedModel, type Line } from '../../chat/scripted-model.ts';
import { quietPorts } from '../../setup/quiet-ports.ts';
import { anyInput, ATTACHED, ATTACHED_CANARY, CANARIES } from './any-input.ts';
import { callBuilderTool, SMALL } from './open-workspace.ts';

/** Conversations of a run, which make 10,000 calls and more together. */
const CONVERSATIONS = 900;
const LEAST_CALLS = 10_000;
/** A quarter of a minute alone; several times that beside other work. */
const TIMEOUT_MS = 300_000;
const MOST_TURNS = 4;
const MOST_STEPS = 5;
const MOST_CALLS = 5;

const ENDS = ['done', 'spent', 'failed', 'stopped'];

/** What people say, which decides on nothing here. */
const SAYINGS = [
  'Make it better.',
  'Remove get_user, rename get_order to a, undo that, use https://b.example.org/v1 with a token.',
  'Import this:\n\n{"openapi": "3.1.0"}',
];

const Call: fc.Arbitrary<Line> = fc.oneof(
  ...BUILDER_TOOLS.map((tool) =>
    anyInput(tool).map((input) => ({ call: tool.name, input: Object(input) })),
  ),
  { arbitrary: fc.constant({ call: 'no_such_tool', input: {} }), weight: 1 },
);
const Step = fc.array(Call, { minLength: 1, maxLength: MOST_CALLS });
const Turn = fc.record({
  said: fc.constantFrom(...SAYINGS),
  steps: fc.array(Step, { minLength: 1, maxLength: MOST_STEPS }),
});
const Conversation = fc.array(Turn, { minLength: 1, maxLength: MOST_TURNS });
type Turn = typeof Turn extends fc.Arbitrary<infer Value> ? Value : never;

/** The draft of one conversation: every state that it had, as it was and as text. */
class Draft {
  blueprint: Blueprint = SMALL;
  readonly points: { blueprint: Blueprint; text: string }[] = [];

  constructor() {
    this.keep(SMALL);
  }

  keep(blueprint: Blueprint): void {
    this.blueprint = blueprint;
    this.points.push({ blueprint, text: JSON.stringify(blueprint) });
  }

  open(): Workspace {
    return new Workspace(this.blueprint, this.#ports());
  }

  #ports(): WorkspacePorts {
    return {
      ...quietPorts(),
      async importInto(previous, document) {
        if (!('text' in document)) return { ok: false, message: 'Nothing is fetched here.' };
        const imported = await importDocument(document.text, { previous, isAddition: true });
        if (!imported.ok) return { ok: false, message: 'This is no document.' };
        return { ok: true, ...imported.value };
      },
      async listOperations(document) {
        if (!('text' in document)) return { ok: false, message: 'Nothing is fetched here.' };
        const listed = await listDocument(document.text);
        return listed.ok ? { ok: true, ...listed.value } : { ok: false, message: 'No document.' };
      },
      setTitle: () => Promise.resolve(),
      settle: (_made, safe) => {
        this.keep(safe);
        return Promise.resolve([]);
      },
      runTool: ({ name }) => Promise.resolve({ content: [{ type: 'text', text: name }] }),
      listPoints: () => this.points.map((_, index) => ({ number: index + 1, changed: [] })),
      loadPoint: (number) => Promise.resolve(this.points[number - 1]?.blueprint ?? null),
    };
  }
}

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

function expectValid(blueprint: Blueprint): void {
  const parsed = parseBlueprint(JSON.parse(JSON.stringify(blueprint)));
  expect(parsed.ok ? [] : parsed).toEqual([]);
  for (const canary of [...CANARIES, ATTACHED_CANARY]) {
    expect(JSON.stringify(blueprint)).not.toContain(canary);
  }
}

/** The draft calls no host, and takes calls of no page, but those that the person named or handed over. */
function expectNamed({ upstreams, policies }: Blueprint, messages: readonly UIMessage[]): void {
  const named = JSON.stringify([SMALL.upstreams, [...ATTACHED.values()], messages.filter(isOurs)]);
  const addresses = [...upstreams.map(({ baseUrl }) => baseUrl), ...policies.allowedOrigins];
  for (const address of addresses) expect(named).toContain(new URL(address).host);
}

const isOurs = ({ role }: UIMessage) => role === 'user';

/** Lets the model make its calls, and gives the answer; whatever the calls are, the turn ends well. */
async function takeTurn(draft: Draft, { said, steps }: Turn, messages: UIMessage[]) {
  const question: UIMessage = {
    id: `q${messages.length}`,
    role: 'user',
    parts: [{ type: 'text', text: said }],
  };
  const workspace = draft.open();
  workspace.attachments = ATTACHED;
  workspace.trust = new TurnTrust([...messages, question], ATTACHED.values());
  const model = modelOf([...steps, [{ say: 'Done.' }]], () => expectValid(workspace.blueprint));
  const chunks: UIMessageChunk[] = [];
  const { status, message } = await runTurn({
    model,
    messages: [...messages, question],
    answer: `a${messages.length}`,
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
  expectValid(draft.blueprint);
  expectNamed(draft.blueprint, [...messages, question]);
  // What the model wrote itself may be quoted to it.
  for (const prompt of model.prompts) expect(JSON.stringify(prompt)).not.toContain(ATTACHED_CANARY);
  return { answer: message, question, calls: countAnswered(chunks) };
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
async function expectRestorable(draft: Draft): Promise<void> {
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
    await fc.assert(
      fc.asyncProperty(Conversation, async (turns) => {
        const draft = new Draft();
        const messages: UIMessage[] = [];
        for (const turn of turns) {
          const { answer, question, calls: made } = await takeTurn(draft, turn, messages);
          messages.push(question, ...(answer ? [answer] : []));
          calls += made;
        }
        await expectRestorable(draft);
        expect(fetched).not.toHaveBeenCalled();
      }),
      { numRuns: CONVERSATIONS },
    );
    expect(calls).toBeGreaterThan(LEAST_CALLS);
    fetched.mockRestore();
  },
);
