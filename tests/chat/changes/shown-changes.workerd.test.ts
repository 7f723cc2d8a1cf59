import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import type { DraftView } from '#app/drafts/draft.ts';

import { allOf, Owner, tool } from './owner.workerd.ts';

const toSource = (path: string) =>
  `export default async (args, context) => context.json('api', { path: '${path}' });`;

/** The owner of a server whose calls are real, with one tool of code. */
class Author extends Owner {
  async openServer(): Promise<this> {
    await this.open();
    const said = 'Use https://api.named.example.net please';
    await this.say(said, [tool('get_0', 'api.named.example.net')], [{ say: 'Made.' }]);
    await this.write('/first');
    const headers = {
      'content-type': 'application/json',
      'if-match': `"${(await this.view()).revision}"`,
    };
    const body = JSON.stringify({ environment: 'test' });
    const switched = await this.fetch(`/api/drafts/${this.id}`, { method: 'PATCH', headers, body });
    if (!switched.ok) throw new Error(await switched.text());
    await switched.body?.cancel();
    return this;
  }

  async view(): Promise<DraftView> {
    return (await this.fetch(`/api/drafts/${this.id}`)).json();
  }

  /** Lets the model write code that calls these paths, one after the other. */
  async write(...paths: string[]): Promise<ChangeSetView | undefined> {
    const steps = paths.map((path) => [
      { call: 'upsert_tool', input: { name: 'sum', code: { source: toSource(path) } } },
    ]);
    const [set] = await this.say('Go on', ...steps, [{ say: 'Done.' }]);
    return set;
  }

  /** The code that the server runs. */
  async code(): Promise<string> {
    const served = await this.fetch(`/api/drafts/${this.id}/blueprint`);
    const { tools }: Blueprint = await served.json();
    const action = tools.find(({ name }) => name === 'sum')?.action;
    return action?.kind === 'code' ? action.source : '';
  }
}

/** Both states of the code, as a change set shows them. */
function codeOf(set: ChangeSetView | undefined) {
  const parts = set?.items.flatMap((item) => item.parts) ?? [];
  const values = parts.find(({ name }) => name === 'sum')?.values ?? [];
  return values.find(({ field }) => field === 'code');
}

test('the code that is shown is the code that runs once it is approved', async () => {
  const author = await new Author().openServer();
  const set = await author.write('/harmless', '/last');
  expect(codeOf(set)).toEqual({
    field: 'code',
    before: toSource('/first'),
    after: toSource('/last'),
  });
  expect(await author.code()).toBe(toSource('/first'));
  if (!set) return;
  const decided = await author.decide(set, allOf(set));
  expect(codeOf(await decided.json()), 'as it was shown').toEqual(codeOf(set));
  expect(await author.code()).toBe(codeOf(set)?.after);
});

test('of two proposals for one tool each applies what it shows, or nothing', async () => {
  const author = await new Author().openServer();
  const [shown, later] = [await author.write('/one'), await author.write('/two')];
  if (!shown || !later) throw new Error('Nothing waits.');
  expect(codeOf(later)).toMatchObject({ before: toSource('/first'), after: toSource('/two') });
  const swapped = await author.decide({ ...later, hash: shown.hash }, allOf(later));
  expect(swapped.status).toBe(409);
  await swapped.body?.cancel();
  expect(await author.code()).toBe(toSource('/first'));
  const decided = await author.decide(later, allOf(later));
  expect(decided.status).toBe(200);
  await decided.body?.cancel();
  expect(await author.code()).toBe(codeOf(later)?.after);
  // Its state before is no longer there, so what it shows would not be true.
  const stale = await author.decide(shown, allOf(shown));
  expect(stale.status).toBe(409);
  await stale.body?.cancel();
  expect(await author.code()).toBe(codeOf(later)?.after);
});

test('a moved API shows both addresses, and moves to the shown one', async () => {
  const author = await new Author().openServer();
  const id = (await author.view()).blueprint.upstreams[0]?.id;
  const baseUrl = 'https://elsewhere.example.net/v2';
  const [set] = await author.say(
    'Go on',
    [{ call: 'set_upstream', input: { id, baseUrl } }],
    [{ say: 'Done.' }],
  );
  const parts = set?.items.flatMap((item) => item.parts) ?? [];
  expect(parts.find(({ kind }) => kind === 'upstreams')?.values).toContainEqual({
    field: 'baseUrl',
    before: 'https://api.named.example.net',
    after: baseUrl,
  });
  if (!set) return;
  expect((await author.decide(set, allOf(set))).status).toBe(200);
  expect((await author.view()).blueprint.upstreams[0]?.baseUrl).toBe(baseUrl);
});
