import { env, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';

import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import type { ChatState } from '#app/chat/chat-state.ts';
import { toDay } from '#app/chat/turns/turn-budget.ts';
import { countTurnsLeft } from '#app/chat/turns/turn-store.server.ts';
import { storeDocument } from '#app/drafts/documents/document-store.server.ts';
import { DraftObject } from '../../workers/draft-object.ts';
import { makeContent } from '#app/drafts/documents/make-content.server.ts';

import type { ModelAnswer } from '../fakes/model-script.ts';
import { scriptModels } from '../builder/models/steer-models.ts';

const PROVIDERS = JSON.stringify([
  {
    kind: 'openai-compatible',
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-test',
    keyVariable: 'KEY_REFUND',
  },
]);
const TURNS = 3;
const REQUEST = { method: 'GET', url: 'https://api.example.com/users/{id}' };
const TOOL = { name: 'get_user', title: 'Get a user', description: 'Gets one.', request: REQUEST };

let chats = 0;

/** Lets an object keep everything but the end of a turn, as if it had been killed before; until told. */
function killAtEnd(state: DurableObjectState): () => void {
  const { storage } = state;
  const kv = new Proxy(storage.kv, {
    get: (target, name) => {
      if (name !== 'put') return Reflect.get(target, name).bind(target);
      return (key: string, value: unknown) => {
        const isEnd = key === 'chat' && (value as ChatState).turn === null;
        if (isEnd && (value as ChatState).messages.length > 0) throw new Error('killed');
        target.put(key, value);
      };
    },
  });
  const value = replace(storage, 'kv', kv);
  Object.defineProperty(state, 'storage', { value, configurable: true });
  return () => void Object.defineProperty(state, 'storage', { value: storage, configurable: true });
}

function replace<Target extends object>(target: Target, key: keyof Target, value: unknown): Target {
  return new Proxy(target, {
    get: (real, name) => {
      if (name === key) return value;
      const own: unknown = Reflect.get(real, name);
      return typeof own === 'function' ? own.bind(real) : own;
    },
  });
}

/**
 * One paid turn whose model answers so: what was said, and how many turns are left then; the object
 * may be killed at its end, and begun anew.
 */
async function payForTurn(
  answers: ModelAnswer[],
  isKilled = false,
): Promise<{ said: string; left: number }> {
  chats += 1;
  const key = `sk-refund-${chats}`;
  await scriptModels(key, { answers, repeatsLast: true });
  const id = `refund ${chats}`;
  const counts = [{ who: `account:${id}`, limit: TURNS }];
  const budget = { steps: 4, outputTokens: 1_000, milliseconds: 20_000 };
  const warnings = await storeDocument(env.BLOBS, 'warnings', []);
  const stores = { bucket: env.BLOBS, loader: env.LOADER };
  const content = await makeContent(stores, BLANK_BLUEPRINT, warnings);
  if (!content.ok) throw new Error(content.reason);
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName(id));
  const bindings = { ...env, MODEL_PROVIDERS: PROVIDERS, KEY_REFUND: key };
  const countLeft = () => countTurnsLeft(env.DB, counts, toDay(Date.now()).day);
  const said = await runInDurableObject(stub, async (_instance, state) => {
    const revive = isKilled ? killAtEnd(state) : null;
    const draft = new DraftObject(state, bindings);
    await draft.apply({ kind: 'create', id, owner: id, isKept: true, content: content.value });
    const message = {
      id: 'q',
      role: 'user' as const,
      parts: [{ type: 'text' as const, text: 'hi' }],
    };
    const ask = { kind: 'send' as const, turn: 't', answer: 'a', message };
    const who = { origin: 'http://localhost', budget, counts, account: null, tab: null };
    const asked = await draft.ask(ask, who);
    if (!asked.ok) throw new Error(asked.reason);
    const text = await new Response(asked.value).text();
    revive?.();
    return text;
  });
  if (isKilled) {
    expect(await countLeft()).toBe(TURNS - 1);
    await runInDurableObject(stub, (_instance, state) => {
      void new DraftObject(state, bindings);
    });
    // Nobody is let in before the new one is awake.
    await runInDurableObject(stub, () => undefined);
  }
  return { said, left: await countLeft() };
}

test('a turn whose model refuses the request is given back', async () => {
  const { said, left } = await payForTurn([{ status: 400 }]);
  expect(said).toContain('"status":"failed"');
  expect(left).toBe(TURNS);
});

test('a turn that the built-in builder answered, because the model is down, is given back', async () => {
  const { said, left } = await payForTurn([{ status: 401 }]);
  expect(said).toContain('"kind":"fallback"');
  expect(said).toContain('"status":"done"');
  expect(left).toBe(TURNS);
});

test('a turn whose model answered, and fails after that, is not', async () => {
  const { said, left } = await payForTurn([
    { lines: [{ call: 'upsert_tool', input: TOOL }] },
    { status: 400 },
  ]);
  expect(said).toContain('"status":"failed"');
  expect(left).toBe(TURNS - 1);
});

test('a turn in vain whose end was not kept is given back when the object begins anew', async () => {
  const { left } = await payForTurn([{ status: 400 }], true);
  expect(left).toBe(TURNS);
});

test('so is one that the built-in builder answered, because the model is down', async () => {
  const { said, left } = await payForTurn([{ status: 401 }], true);
  expect(said).toContain('"kind":"fallback"');
  expect(left).toBe(TURNS);
});

test('one that the model answered is not', async () => {
  const { said, left } = await payForTurn([{ lines: [{ say: 'Hello.' }] }], true);
  expect(said).toContain('Hello.');
  expect(left).toBe(TURNS - 1);
});
