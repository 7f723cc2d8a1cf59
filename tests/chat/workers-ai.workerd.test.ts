import { env, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';

import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import type { Ask } from '#app/chat/turns/ask.ts';
import { toDay } from '#app/chat/turns/turn-budget.ts';
import { countTurnsLeft } from '#app/chat/turns/turn-store.server.ts';
import { storeDocument } from '#app/drafts/documents/document-store.server.ts';
import { DraftObject } from '../../workers/draft-object.ts';
import { makeContent } from '#app/drafts/documents/make-content.server.ts';
import { listConfigured } from '#app/builder/models/known-models.server.ts';
import { requireConfig } from '#app/platform/config.ts';

import { createFakeAi } from '../fakes/workers-ai.ts';

const MODEL = '@cf/zai-org/glm-4.7-flash';
const PROVIDERS = '[{"kind":"anthropic","model":"claude"}]';

function question(id: string): Ask {
  const message = { id, role: 'user' as const, parts: [{ type: 'text' as const, text: 'hello' }] };
  return { kind: 'send', turn: `turn ${id}`, answer: `answer ${id}`, message };
}

/** A draft whose Worker has the binding; `ask` gives the stream of a turn, or why there is none. */
async function withAi<T>(
  { binding }: ReturnType<typeof createFakeAi>,
  variables: Record<string, string>,
  use: (ask: (id: string) => Promise<unknown>, left: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const id = `workers ai ${crypto.randomUUID()}`;
  const counts = [{ who: `guest:${id}`, limit: 2 }];
  const budget = { steps: 4, outputTokens: 1_000, milliseconds: 20_000 };
  const who = { origin: 'http://localhost', budget, counts, account: null, tab: null };
  const warnings = await storeDocument(env.BLOBS, 'warnings', []);
  const stores = { bucket: env.BLOBS, loader: env.LOADER };
  const content = await makeContent(stores, BLANK_BLUEPRINT, warnings);
  if (!content.ok) throw new Error(content.reason);
  return runInDurableObject(env.DRAFTS.get(env.DRAFTS.idFromName(id)), async (_object, state) => {
    const bindings: Env = { ...env };
    Object.assign(bindings, variables, { AI: binding });
    const draft = new DraftObject(state, bindings);
    const owner = id;
    await draft.apply({ kind: 'create', id, owner, isKept: true, content: content.value });
    const ask = async (message: string) => {
      const asked = await draft.ask(question(message), who);
      return asked.ok ? new Response(asked.value).text() : asked;
    };
    return use(ask, () => countTurnsLeft(env.DB, counts, toDay(Date.now()).day));
  });
}

test('with the binding, Workers AI answers whoever has no key, within their turns', async () => {
  const ai = createFakeAi([{ say: 'Hello from the edge.' }]);
  await withAi(ai, {}, async (ask, left) => {
    expect(await ask('q1')).toContain('edge.');
    expect(ai.asked).toMatchObject([{ model: MODEL }]);
    expect(await left()).toBe(1);
    await ask('q2');
    expect(await ask('q3')).toMatchObject({ reason: 'turnsSpent', limit: 2 });
  });
});

test('the mark around data is a chat’s own, and the same in all of its turns', async () => {
  const heads: string[] = [];
  for (let chat = 0; chat < 2; chat += 1) {
    const ai = createFakeAi([{ say: 'Hello.' }]);
    await withAi(ai, {}, async (ask) => {
      await ask('q1');
      await ask('q2');
    });
    const told = ai.asked.map(({ inputs }) => JSON.stringify(inputs));
    const marks = told.map((text) => /between (\[data \w{12}\])/.exec(text)?.[1]);
    expect(marks).toHaveLength(2);
    expect(marks[0]).toBe(marks[1]);
    heads.push(marks[0] ?? 'none');
  }
  expect(heads[0]).toMatch(/data/);
  expect(heads[0]).not.toBe(heads[1]);
});

test('where Workers AI is down the built-in builder answers, and no turn is counted', async () => {
  const ai = createFakeAi('down');
  await withAi(ai, {}, async (ask, left) => {
    expect(await ask('q1')).toContain('Built-in builder');
    expect(ai.asked.length).toBeGreaterThan(0);
    expect(await left()).toBe(2);
  });
});

test('Workers AI is another model, or off, as the operator says', async () => {
  const { binding } = createFakeAi([]);
  const labels = (variables: object, bindings: object = { AI: binding }) =>
    listConfigured(requireConfig({ SEAL_KEYS: env.SEAL_KEYS, ...variables }), bindings).map(
      ({ choice }) => choice.label,
    );
  expect(labels({})).toEqual(['glm-4.7-flash (Workers AI)']);
  expect(labels({ WORKERS_AI_MODEL: '@cf/openai/gpt-oss-120b' })).toEqual([
    'gpt-oss-120b (Workers AI)',
  ]);
  expect(labels({ WORKERS_AI_MODEL: 'off' })).toEqual([]);
  expect(labels({ MODEL_PROVIDERS: PROVIDERS })).toEqual(['claude']);
  expect(labels({}, {})).toEqual([]);
});
