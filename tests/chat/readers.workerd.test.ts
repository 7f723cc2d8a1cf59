import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { ChatStore } from '#app/chat/chat-store.server.ts';
import type { ChatAnswer } from '#app/chat/chat-view.ts';
import { MessageStore } from '#app/chat/message-store.server.ts';
import type { DraftView } from '#app/drafts/draft.ts';

import { openGate, scriptModels } from '../builder/models/steer-models.ts';
import type { ModelAnswer, ModelLine } from '../fakes/model-script.ts';
import { Visitor } from '../setup/drafts.ts';
import { Owner } from './changes/owner.workerd.ts';
import { getJson, readChunks } from './chat-visitor.ts';

const MODEL = 'own:openai-compatible';
/** What a company says about the account of its customer. */
const ACCOUNT = 'The quota of organization org-4711 is used up.';
/** What only the owner is told; the name of their model among it. */
const OWNERS = ['Mine', 'your key', 'org-4711', 'data-state', 'data-usage', '"tokens"', '"cost"'];

let messages = 0;

/** Asks the owner's own model, which answers so. */
async function ask(owner: Owner, ...answers: ModelAnswer[]): Promise<Response> {
  await scriptModels(owner.key, { answers });
  messages += 1;
  const message = { id: `r${messages}`, role: 'user', parts: [{ type: 'text', text: 'hello' }] };
  return owner.send('POST', `/api/chats/${owner.id}/turns`, { message, model: MODEL });
}

const answer = (...lines: ModelLine[]): ModelAnswer => ({ lines });
const share = (owner: Owner, visibility: string) =>
  owner.send('PATCH', `/api/chats/${owner.id}`, { visibility });

/** An owner whose model failed in the middle of an answer, for which another had been given up before. */
async function openTroubled(): Promise<Owner> {
  const owner = await new Owner().open();
  await readChunks(await ask(owner, answer({ say: 'Half an answer' }, { error: ACCOUNT })));
  await runInDurableObject(env.DRAFTS.get(env.DRAFTS.idFromName(owner.id)), (_, { storage }) => {
    const messages = new MessageStore(storage);
    const [last] = messages.read([new ChatStore(storage).load().leaf ?? '']);
    if (!last) throw new Error('Nothing was answered.');
    const data = { kind: 'fallback', model: 'Mine', reason: 'Mine refused your key.' };
    messages.write({ ...last, parts: [...last.parts, { type: 'data-state', id: 'state', data }] });
  });
  return owner;
}

test('readers learn nothing of the owner’s models, their failures and their cost', async () => {
  const owner = await openTroubled();
  const path = `/api/chats/${owner.id}`;
  const own = await (await owner.fetch(path)).text();
  for (const part of ['Mine refused your key.', 'data-state', 'data-usage', MODEL])
    expect(own).toContain(part);

  await share(owner, 'unlisted');
  const { token = '' }: DraftView = await (await owner.fetch(`/api/drafts/${owner.id}`)).json();
  const bearer = { authorization: `Bearer ${token}` };
  const answers = [
    await new Visitor().fetch(path),
    await new Visitor().fetch(path, { headers: bearer }),
    await owner.fetch(`${path}/preview`),
  ];
  for (const read of answers) {
    const text = await read.text();
    expect(text).toContain('Half an answer');
    for (const part of [...OWNERS, MODEL]) expect(text).not.toContain(part);
  }
});

test('a remix holds nothing of them either, a copy of one’s own does', async () => {
  const owner = await openTroubled();
  await share(owner, 'public');
  const reader = new Visitor();
  const remixed = await reader.json('POST', `/api/chats/${owner.id}/fork`, {});
  const { id }: { id: string } = await remixed.json();
  const remix = await getJson<ChatAnswer>(reader, `/api/chats/${id}`);
  expect(remix).toMatchObject({ access: 'own', model: null });
  const text = JSON.stringify(remix.messages);
  expect(text).toContain('Half an answer');
  for (const part of OWNERS) expect(text).not.toContain(part);

  const copied = await owner.send('POST', `/api/chats/${owner.id}/fork`, {});
  const { id: copy }: { id: string } = await copied.json();
  const kept = await (await owner.fetch(`/api/chats/${copy}`)).text();
  expect(kept).toContain('Mine refused your key.');
});

test('who reads a turn as it runs hears that it failed, and the owner why', async () => {
  const owner = await new Owner().open();
  await share(owner, 'unlisted');
  const gate = crypto.randomUUID();
  const turn = await ask(owner, answer({ say: 'Half' }, { gate }, { error: ACCOUNT }));
  const heard = await new Visitor().fetch(`/api/chats/${owner.id}/stream`);
  await openGate(gate);
  const [own, other] = [await turn.text(), await heard.text()];
  expect(own).toContain('Mine');
  expect(other).toContain('Half');
  expect(other).toContain('{"type":"error","errorText":"The turn failed."}');
  expect(other).toContain('"status":"failed"');
  for (const part of OWNERS) expect(other).not.toContain(part);
});

test('a chat that becomes private while it is read is read no further', async () => {
  const owner = await new Owner().open();
  await share(owner, 'unlisted');
  const gate = crypto.randomUUID();
  const turn = await ask(owner, answer({ say: 'said before' }, { gate }, { say: 'said after' }));
  const path = `/api/chats/${owner.id}/stream`;
  const { token = '' }: DraftView = await (await owner.fetch(`/api/drafts/${owner.id}`)).json();
  const client = await new Visitor().fetch(path, { headers: { authorization: `Bearer ${token}` } });
  const visitor = await new Visitor().fetch(path);
  await share(owner, 'private');
  await openGate(gate);
  expect(await turn.text()).toContain('after');
  expect(await client.text()).toContain('after');
  const heard = await visitor.text();
  expect(heard).not.toContain('after');
  expect((await new Visitor().fetch(path)).status).toBe(404);
});
