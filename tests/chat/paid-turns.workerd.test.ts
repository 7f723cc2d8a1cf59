import { env, runInDurableObject } from 'cloudflare:test';
import type { UIMessage } from 'ai';
import { expect, test } from 'vitest';

import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import type { Ask } from '#app/chat/turns/ask.ts';
import type { ChatView } from '#app/chat/chat-view.ts';
import { countTurnsLeft } from '#app/chat/turns/turn-store.server.ts';
import { toDay } from '#app/chat/turns/turn-budget.ts';
import { storeDocument } from '#app/drafts/documents/document-store.server.ts';
import { DraftObject } from '../../workers/draft-object.ts';
import { makeContent } from '#app/drafts/documents/make-content.server.ts';

import { scriptModels } from '../builder/models/steer-models.ts';

const PROVIDERS = JSON.stringify([
  {
    kind: 'openai-compatible',
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-test',
    keyVariable: 'KEY_PAID',
    price: { input: 3, output: 15 },
  },
]);

function question(id: string): Ask {
  const message: UIMessage = { id, role: 'user', parts: [{ type: 'text', text: 'hello' }] };
  return { kind: 'send', turn: `turn ${id}`, answer: `answer ${id}`, message };
}

test('turns on a model that we pay for are counted and priced, those of the built-in builder are not', async () => {
  await scriptModels('sk-paid', { answers: [{ lines: [{ say: 'Hi.' }] }], repeatsLast: true });
  const id = 'paid turns';
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName(id));
  const counts = [{ who: 'account:paid', limit: 2 }];
  const budget = { steps: 4, outputTokens: 1_000, milliseconds: 20_000 };
  const who = { origin: 'http://localhost', budget, counts, account: null, tab: null };
  const warnings = await storeDocument(env.BLOBS, 'warnings', []);
  const stores = { bucket: env.BLOBS, loader: env.LOADER };
  const content = await makeContent(stores, BLANK_BLUEPRINT, warnings);
  if (!content.ok) throw new Error(content.reason);
  await runInDurableObject(stub, async (_instance, state) => {
    const bindings = { ...env, MODEL_PROVIDERS: PROVIDERS, KEY_PAID: 'sk-paid' };
    const draft = new DraftObject(state, bindings);
    const owner = 'paid';
    await draft.apply({ kind: 'create', id, owner, isKept: true, content: content.value });
    const ask = async (message: string, model?: string) => {
      const asked = await draft.ask(question(message), { ...who, model });
      return asked.ok ? new Response(asked.value).text() : asked;
    };
    const left = () => countTurnsLeft(env.DB, counts, toDay(Date.now()).day);
    const first = await ask('q1');
    expect(first).toContain('Hi.');
    expect(first).toMatch(/"type":"data-usage".*"cost":0\.0/);
    // What is refused for another reason takes none.
    expect(await ask('q1')).toMatchObject({ reason: 'known' });
    expect(await left()).toBe(1);
    await ask('q2');
    const refused = await ask('q3');
    expect(refused).toMatchObject({ ok: false, reason: 'turnsSpent', limit: 2 });
    expect(await ask('q4', 'built-in')).toMatch(/data: \[DONE\]\n\n$/);
    expect(await left()).toBe(0);
    const said = await new Response(draft.readChat()).json<ChatView>();
    expect(said.messages.map((each) => each.id)).not.toContain('q3');
  });
});
