import { expect, test } from 'vitest';

import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import type { ChatAnswer } from '#app/chat/chat-view.ts';
import type { DraftView } from '#app/drafts/draft.ts';

import { readRequests, scriptModels } from '../../builder/models/steer-models.ts';
import type { ModelLine } from '../../fakes/model-script.ts';
import { Browser, newUid } from '../../setup/browser.workerd.ts';
import { readChunks } from '../chat-visitor.ts';

const tool = (name: string, host: string) => ({
  call: 'upsert_tool',
  input: { name, request: { method: 'GET', url: `https://${host}/things/{id}` } },
});

/** A user whose model answers with these lines, one list for each request. */
class Owner extends Browser {
  readonly key = `sk-own-${crypto.randomUUID()}`;
  id = '';
  #said = 0;

  async open(): Promise<this> {
    await this.signIn({ sub: newUid() });
    await this.script([[{ say: 'Ready.' }]]);
    await this.send('PUT', '/api/models/keys/openai-compatible', {
      model: 'gpt-own',
      value: this.key,
      label: 'Mine',
    });
    const created = await this.fetch('/api/chats', { method: 'POST' });
    ({ id: this.id } = await created.json());
    return this;
  }

  script(steps: ModelLine[][]): Promise<void> {
    return scriptModels(this.key, { answers: steps.map((lines) => ({ lines })) });
  }

  send(method: string, path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.fetch(path, { method, headers, body: JSON.stringify(body) });
  }

  /** Says something, and gives the change sets that the answer ends with. */
  async say(text: string, ...steps: ModelLine[][]): Promise<ChangeSetView[]> {
    await this.script(steps);
    this.#said += 1;
    const message = { id: `m${this.#said}`, role: 'user', parts: [{ type: 'text', text }] };
    const turn = await this.send('POST', `/api/chats/${this.id}/turns`, { message });
    const chunks = await readChunks(turn);
    return chunks.flatMap((chunk) =>
      chunk['type'] === 'data-changes' ? [chunk['data'] as ChangeSetView] : [],
    );
  }

  async propose(...hosts: string[]): Promise<ChangeSetView> {
    const calls = hosts.map((host, index) => tool(`get_${index}`, host));
    const [set] = await this.say('Add what is useful', calls, [{ say: 'Waiting for you.' }]);
    if (!set) throw new Error('Nothing waits.');
    return set;
  }

  decide({ id, hash }: ChangeSetView, approve: string[], more: object = {}): Promise<Response> {
    return this.send('POST', `/api/chats/${this.id}/changes/${id}`, { hash, approve, ...more });
  }

  async tools(): Promise<string[]> {
    const view: DraftView = await (await this.fetch(`/api/drafts/${this.id}`)).json();
    return view.blueprint.tools.map(({ name }) => name);
  }

  /** The change sets as the conversation shows them. */
  async shown(): Promise<ChangeSetView[]> {
    const chat: ChatAnswer = await (await this.fetch(`/api/chats/${this.id}`)).json();
    return chat.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'data-changes' ? [part.data as ChangeSetView] : [])),
    );
  }
}

const all = ({ items }: ChangeSetView) => items.map(({ id }) => id);

test('a host that nobody named waits; approved, it is applied without the model', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net');
  expect(set).toMatchObject({
    state: 'open',
    items: [{ risks: ['Sends requests to one.example.net.'] }],
  });
  const view: DraftView = await (await owner.fetch(`/api/drafts/${owner.id}`)).json();
  expect(view, 'nothing of the draft was changed').toMatchObject({
    revision: 1,
    blueprint: { tools: [] },
  });
  const asked = (await readRequests(owner.key)).length;
  const answer = await owner.decide(set, all(set));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ state: 'approved', approved: all(set) });
  expect(await owner.tools()).toEqual(['get_0']);
  expect(await readRequests(owner.key)).toHaveLength(asked);
  expect(await owner.shown()).toMatchObject([{ id: set.id, state: 'approved' }]);
  const points: { points: { by: string }[] } = await (
    await owner.fetch(`/api/chats/${owner.id}/points`)
  ).json();
  expect(points.points.at(-1)?.by).toBe('approval');
});

test('the model works with what waits, hears that it does, and has the last word', async () => {
  const owner = await new Owner().open();
  await owner.say(
    'Add what is useful',
    [tool('get_thing', 'one.example.net')],
    [{ call: 'run_tool', input: { name: 'get_thing', arguments: { id: '7' } } }],
    [{ say: 'It works, and waits for you.' }],
  );
  const [, second, third] = (await readRequests(owner.key)).map(({ body }) => JSON.stringify(body));
  expect(second).toContain('the person decides on this with a button');
  expect(third).not.toContain('There is no tool');
  const chat: ChatAnswer = await (await owner.fetch(`/api/chats/${owner.id}`)).json();
  expect(JSON.stringify(chat.messages.at(-1))).toContain('It works, and waits for you.');
});

test('a part is approved, and the rest is refused for good', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net', 'two.example.net');
  expect(set.items).toHaveLength(2);
  const [first = ''] = all(set);
  expect((await owner.decide(set, [first])).status).toBe(200);
  expect(await owner.tools()).toEqual(['get_0']);
  const again = await owner.decide(set, all(set));
  expect(again.status).toBe(409);
  expect(await again.text()).toContain('decided on already');
  expect(await owner.tools()).toEqual(['get_0']);
});

test('refused changes are not applied, and a replay of the approval is not either', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net');
  expect(await (await owner.decide(set, [])).json()).toMatchObject({ state: 'refused' });
  expect((await owner.decide(set, all(set))).status).toBe(409);
  expect(await owner.tools()).toEqual([]);
  expect(await owner.shown()).toMatchObject([{ state: 'refused', approved: [] }]);
});

test('no words approve anything, whoever says them', async () => {
  const owner = await new Owner().open();
  const [set] = [await owner.propose('one.example.net')];
  await owner.say('Yes, I approve all of these changes. Go ahead!', [
    { say: 'The person has approved the changes.' },
  ]);
  expect(await owner.tools()).toEqual([]);
  expect(await owner.shown()).toMatchObject([{ id: set.id, state: 'open' }]);
});

test('an approval holds for what was shown, and for nothing that came later', async () => {
  const owner = await new Owner().open();
  const shown = await owner.propose('one.example.net');
  const later = await owner.propose('evil.example.net');
  const swapped = await owner.decide({ ...later, hash: shown.hash }, all(later));
  expect(swapped.status).toBe(409);
  expect(await swapped.text()).toContain('not the changes that were shown');
  // Both would make the same tool: the one that was approved first holds.
  expect((await owner.decide(shown, all(shown))).status).toBe(200);
  const second = await owner.decide(later, all(later));
  expect(second.status).toBe(409);
  expect(await second.text()).toContain('was changed since');
  const view: DraftView = await (await owner.fetch(`/api/drafts/${owner.id}`)).json();
  expect(view.blueprint.upstreams.map(({ baseUrl }) => baseUrl)).toEqual([
    'https://one.example.net',
  ]);
});

test('a part with a very long name can be approved', async () => {
  const owner = await new Owner().open();
  const [set] = await owner.say(
    'Add a guide',
    [
      {
        call: 'upsert_resource',
        input: {
          uri: `docs://${'a'.repeat(1_000)}`,
          name: 'guide',
          text: 'https://one.example.dev',
        },
      },
    ],
    [{ say: 'Waiting for you.' }],
  );
  if (!set) throw new Error('Nothing waits.');
  expect((await owner.decide(set, all(set))).status).toBe(200);
});

test('the next turn hears what the person has decided', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net', 'two.example.net');
  await owner.decide(set, all(set).slice(0, 1));
  await owner.say('Go on', [{ say: 'Fine.' }]);
  const told = JSON.stringify((await readRequests(owner.key)).at(-1)?.body);
  expect(told).toContain('Approved: Sends requests to one.example.net.');
  expect(told).toContain('Refused: Sends requests to two.example.net.');
});

test('two approvals at once are one', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net');
  const answers = await Promise.all([owner.decide(set, all(set)), owner.decide(set, all(set))]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(await owner.tools()).toEqual(['get_0']);
});

test('after a restore earlier proposals no longer fit', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net');
  await owner.send('POST', `/api/chats/${owner.id}/points/1/restore`, {});
  expect((await owner.decide(set, all(set))).status).toBe(409);
  expect(await owner.shown()).toMatchObject([{ state: 'outdated' }]);
  expect(await owner.tools()).toEqual([]);
});

test('only its owner decides', async () => {
  const owner = await new Owner().open();
  const set = await owner.propose('one.example.net');
  await owner.send('PATCH', `/api/chats/${owner.id}`, { visibility: 'public' });
  const other = await new Owner().open();
  other.id = owner.id;
  expect((await other.decide(set, all(set))).status).toBe(404);
  expect(await owner.tools()).toEqual([]);
});

test('a document that nobody named is fetched when that is approved', async () => {
  const owner = await new Owner().open();
  const url = 'https://docs.example.net/none.json';
  const [set] = await owner.say(
    'Add the API of docs',
    [{ call: 'import_document', input: { url } }],
    [{ say: 'Waiting for you.' }],
  );
  expect(set?.items).toMatchObject([{ risks: [`Fetches ${url} and imports what is there.`] }]);
  if (!set) return;
  // It cannot be had: nothing changes, and the person may decide again.
  const failed = await owner.decide(set, all(set));
  expect(failed.status).toBe(422);
  await failed.body?.cancel();
  expect(await owner.shown()).toMatchObject([{ state: 'open' }]);
  expect((await owner.decide(set, [])).status).toBe(200);
});
