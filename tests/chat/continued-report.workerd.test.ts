import { env, runInDurableObject } from 'cloudflare:test';
import type { UIMessage } from 'ai';
import { expect, test } from 'vitest';
import * as z from 'zod';

import type { Ask } from '#app/chat/turns/ask.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { storeDocument } from '#app/drafts/documents/document-store.server.ts';
import { makeContent } from '#app/drafts/documents/make-content.server.ts';
import { pointBefore, type RestorePoint } from '#app/drafts/restore-points.ts';
import { DraftObject } from '../../workers/draft-object.ts';

import { scriptModels } from '../builder/models/steer-models.ts';
import type { ModelAnswer } from '../fakes/model-script.ts';

const PROVIDERS = JSON.stringify([
  { kind: 'anthropic', model: 'claude-test', keyVariable: 'KEY_CONTINUED' },
]);
const Point = z.object({
  type: z.literal('data-point'),
  data: z.object({ number: z.number(), changed: z.array(z.string()) }),
});

const TEXT = 'call it shop, and give it a prompt';
const QUESTION: UIMessage = { id: 'q1', role: 'user', parts: [{ type: 'text', text: TEXT }] };
const SEND: Ask = { kind: 'send', turn: 't1', answer: 'a1', message: QUESTION };
const WORDS: ModelAnswer = { lines: [{ say: 'Done so far.' }] };
const NAMED: ModelAnswer = { lines: [{ call: 'set_identity', input: { name: 'shop' } }] };
const PROMPT = { name: 'greet', messages: [{ text: 'Say hello.' }] };
const PROMPTED: ModelAnswer = { lines: [{ call: 'upsert_prompt', input: PROMPT }] };

test('a turn that is continued reports all that it changed, and its restore point what is new', async () => {
  await scriptModels('sk-continued', { answers: [NAMED, WORDS, PROMPTED, WORDS] });
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName('continued'));
  const warnings = await storeDocument(env.BLOBS, 'warnings', []);
  const stores = { bucket: env.BLOBS, loader: env.LOADER };
  const content = await makeContent(stores, BLANK_BLUEPRINT, warnings);
  if (!content.ok) throw new Error(content.reason);
  await runInDurableObject(stub, async (_instance, state) => {
    const bindings = { ...env, MODEL_PROVIDERS: PROVIDERS, KEY_CONTINUED: 'sk-continued' };
    const draft = new DraftObject(state, bindings);
    const made = { id: 'continued', owner: 'o', isKept: true, content: content.value };
    await draft.apply({ kind: 'create', ...made });
    const ask = async (what: Ask) => {
      const counts = [{ who: 'account:continued', limit: 9 }];
      // Two steps: the second one is the last, and the turn is spent.
      const budget = { steps: 2, outputTokens: 1_000, milliseconds: 20_000 };
      const who = { origin: 'http://localhost', budget, counts, account: null, tab: null };
      const asked = await draft.ask(what, who);
      if (!asked.ok) throw new Error(asked.reason);
      return readPoint(await new Response(asked.value).text());
    };
    const first = 'The server’s name or description changed.';
    expect((await ask(SEND)).changed).toEqual([first]);
    const { changed, number } = await ask({ kind: 'continue', turn: 't2', answer: 'a1' });
    expect(changed).toEqual([first, 'The prompts changed.']);
    const { points } = draft.listPoints();
    expect(points.find((each) => each.number === number)?.changed).toEqual([
      'The prompts changed.',
    ]);
  });
});

function readPoint(stream: string): { number: number; changed: string[] } {
  const chunks = stream
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as unknown] : []));
  const points = chunks.flatMap((chunk) => Point.safeParse(chunk).data ?? []);
  const last = points.at(-1);
  if (!last) throw new Error('No restore point was told.');
  return last.data;
}

test('an answer begins where nobody but itself has changed anything since', () => {
  const points = (['beginning', 'turn a1', 'turn a2', 'turn a2'] as const).map(toPoint);
  expect(pointBefore(points, 'a2')?.number).toBe(2);
  expect(pointBefore(points, 'a1')).toBeNull();
  expect(pointBefore([...points, toPoint('screen', 4)], 'a2')).toBeNull();
  expect(pointBefore([], 'a2')).toBeNull();
});

function toPoint(text: string, index: number): RestorePoint {
  const [by, message = null] = text.split(' ') as [RestorePoint['by'], string?];
  const hashes = { blueprint: `b${index}`, artifact: `a${index}`, warnings: 'w' };
  return { ...hashes, number: index + 1, by, message, at: index, changed: [] };
}
