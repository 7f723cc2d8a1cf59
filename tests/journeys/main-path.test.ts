import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';
import { ERAS } from '../setup/connect-client.ts';
import {
  bearer,
  connectDraft,
  DraftAnswer,
  DraftFiles,
  loadBlueprint,
  makeDraft,
  postDocument,
  ProblemAnswer,
  readSpec,
  shareDraft,
} from '../setup/make-draft.ts';
import { unpackZip } from '../setup/unpack-zip.ts';

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await startBuiltWorker();
});
afterAll(() => worker.close());

const petstore = readSpec('petstore-3.0.json');
const SPECS = ['petstore-2.0.yaml', 'petstore-3.0.json', 'rclone-3.1.yaml', 'asana-3.0.json'];
/** Operations of that document, counted in it. */
const PETSTORE_OPERATIONS = 20;

/** What a stranger is told: who are you, not yours, or there is no such thing for you. */
const REFUSED = [401, 403, 404];

const draftUrl = (id: string, rest = '') => `${worker.url}/api/drafts/${id}${rest}`;
const getOwn = ({ id, token }: { id: string; token: string }, rest = '') =>
  fetch(draftUrl(id, rest), { headers: bearer(token) });

function patch(draft: { id: string; token: string }, revision: number | undefined, body: unknown) {
  return fetch(draftUrl(draft.id), {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      ...bearer(draft.token),
      ...(revision === undefined ? {} : { 'if-match': `"${revision}"` }),
    },
    body: JSON.stringify(body),
  });
}

describe('a document becomes a server', () => {
  test('posting it answers with a live endpoint and a token', async () => {
    const response = await postDocument(worker.url, petstore);
    expect(response.status).toBe(201);
    const draft = DraftAnswer.parse(await response.json());
    expect(draft.endpoint).toBe(`/mcp/d/${draft.id}`);
    expect(draft.token).toMatch(/^mcpb_draft_/);
    expect(draft.id.length).toBeGreaterThanOrEqual(22);
    expect(draft.blueprint.tools).toHaveLength(PETSTORE_OPERATIONS);
    const days = (Date.parse(draft.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  test.each(ERAS)('the official client lists and calls its tools (%s era)', async (era) => {
    const draft = await makeDraft(worker.url, petstore);
    const client = await connectDraft(draft, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(draft.blueprint.tools.map(({ name }) => name));
    const result = await client.callTool({ name: 'getPetById', arguments: { petId: 10 } });
    expect(result.isError).not.toBe(true);
    expect(result.structuredContent).toMatchObject({ name: expect.any(String) });
    expect(result.content).toEqual([
      expect.objectContaining({ type: 'text', text: JSON.stringify(result.structuredContent) }),
    ]);
    await client.close();
  });

  test('an answer of a draft without credentials is marked as mock', async () => {
    const draft = await makeDraft(worker.url, petstore);
    const client = await connectDraft(draft, 'modern');
    const result = await client.callTool({ name: 'getPetById', arguments: { petId: 10 } });
    expect(JSON.stringify(result._meta)).toMatch(/mock/);
    await client.close();
  });

  test('a bad argument is named, with what is expected', async () => {
    const draft = await makeDraft(worker.url, petstore);
    const client = await connectDraft(draft, 'modern');
    const result = await client.callTool({ name: 'getPetById', arguments: { petId: 'ten' } });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toMatch(/petId.*integer/);
    await client.close();
  });

  test.each(SPECS)('every tool of %s is served, and answers from the mock', async (spec) => {
    const draft = await makeDraft(worker.url, readSpec(spec));
    const { tools } = await loadBlueprint(worker.url, draft);
    const client = await connectDraft(draft, 'modern');
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    expect(listed).toEqual(tools.map(({ name }) => name));
    const failed: string[] = [];
    for (const { name, examples } of tools) {
      const example = examples?.[0];
      const result = await client.callTool({ name, arguments: example?.arguments ?? {} });
      const text = JSON.stringify(result.content);
      // Without an example of its document a call may lack arguments: then it says which.
      const isFine = example ? !result.isError : !result.isError || /required/i.test(text);
      if (!isFine) failed.push(`${name}: ${text.slice(0, 500)}`);
    }
    expect(failed).toEqual([]);
    await client.close();
  });

  test('progress is told step by step, and ends with the draft', async () => {
    const response = await postDocument(worker.url, petstore, { accept: 'text/event-stream' });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = (await response.text())
      .split(/\r?\n\r?\n/)
      .filter((block) => block.includes('data:'))
      .map((block) => ({
        name: /^event: ?(.*)$/m.exec(block)?.[1],
        data: JSON.parse(
          block
            .match(/^data: ?(.*)$/gm)!
            .map((line) => line.slice(5))
            .join('\n'),
        ),
      }));
    expect(events.filter(({ name }) => name === 'progress').map(({ data }) => data.step)).toEqual(
      expect.arrayContaining(['reading', 'importing', 'generating']),
    );
    expect(events.at(-1)?.name).toBe('draft');
    expect(DraftAnswer.parse(events.at(-1)?.data).blueprint.tools).toHaveLength(
      PETSTORE_OPERATIONS,
    );
  });
});

describe('a draft is edited', () => {
  test('a rename and a new description reach the endpoint', async () => {
    const draft = await makeDraft(worker.url, petstore);
    const edits = [
      { edit: 'renameTool', from: 'getPetById', to: 'find_pet' },
      { edit: 'describeTool', name: 'find_pet', description: 'Finds one pet. Use it for lookups.' },
    ];
    const response = await patch(draft, draft.revision, { edits });
    expect(response.status, await response.clone().text()).toBe(200);
    const after = DraftAnswer.parse(await response.json());
    expect(after.revision).toBeGreaterThan(draft.revision);
    const client = await connectDraft(draft, 'modern');
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'find_pet')?.description).toContain('Finds one pet.');
    expect(tools.some(({ name }) => name === 'getPetById')).toBe(false);
    await client.close();
  });

  test('a deselected tool is neither served nor generated', async () => {
    const draft = await makeDraft(worker.url, petstore);
    const others = draft.blueprint.tools
      .map(({ name }) => name)
      .filter((name) => name !== 'getPetById');
    const edits = [{ edit: 'selectTools', names: others, enabled: false }];
    expect((await patch(draft, draft.revision, { edits })).status).toBe(200);
    const client = await connectDraft(draft, 'legacy');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['getPetById']);
    await client.close();
    const files = DraftFiles.parse(await (await getOwn(draft, '/files')).json());
    expect(files.filter(({ path }) => path.startsWith('src/tools/'))).toHaveLength(1);
  });

  test('an edit on an old revision is refused and changes nothing', async () => {
    const draft = await makeDraft(worker.url, petstore);
    const edits = [{ edit: 'removeTool', name: 'getPetById' }];
    expect((await patch(draft, draft.revision, { edits })).status).toBe(200);
    const late = await patch(draft, draft.revision, {
      edits: [{ edit: 'removeTool', name: 'addPet' }],
    });
    expect(late.status).toBe(412);
    expect((await patch(draft, undefined, { edits })).status).toBe(428);
    const now = DraftAnswer.parse(await (await getOwn(draft)).json());
    expect(now.blueprint.tools.map(({ name }) => name)).toContain('addPet');
  });

  test('an edit that breaks the blueprint is refused with the place', async () => {
    const draft = await makeDraft(worker.url, petstore);
    const edits = [{ edit: 'renameTool', from: 'getPetById', to: 'not a name' }];
    const response = await patch(draft, draft.revision, { edits });
    expect(response.status).toBe(422);
    const problem = ProblemAnswer.parse(await response.json());
    expect(problem.problems?.[0]?.path).toMatch(/^\$/);
  });

  test('only its maker may edit it; without the token it does not exist until it is shared', async () => {
    const draft = await makeDraft(worker.url, petstore);
    const wrong = { id: draft.id, token: `${draft.token.slice(0, -4)}AAAA` };
    const edits = [{ edit: 'removeTool', name: 'addPet' }];
    for (const stranger of [wrong, { id: draft.id, token: '' }]) {
      expect(REFUSED).toContain((await patch(stranger, draft.revision, { edits })).status);
    }
    expect((await fetch(draftUrl(draft.id))).status).toBe(404);
    expect((await fetch(draft.endpoint, { method: 'POST' })).status).toBe(401);
    await shareDraft(worker.url, draft);
    const seen = DraftAnswer.parse(await (await fetch(draftUrl(draft.id))).json());
    expect(seen.token).toBeUndefined();
    expect(seen).toMatchObject({ mayEdit: false, secrets: [], visibility: 'unlisted' });
    expect(await (await getOwn(draft)).json()).toMatchObject({ mayEdit: true });
  });

  test("the maker's guest cookie stands for the token", async () => {
    const response = await postDocument(worker.url, petstore, { origin: worker.url });
    const { id, token } = DraftAnswer.parse(await response.json());
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    expect(cookie).not.toBe('');
    const again = await fetch(draftUrl(id), { headers: { cookie } });
    expect(DraftAnswer.parse(await again.json()).token).toBe(token);
  });
});

describe('secrets of a draft', () => {
  const draftWithSecret = async () => {
    const draft = await makeDraft(worker.url, petstore);
    const name = draft.secrets[0]?.name;
    if (!name) throw new Error('the document declares a secret');
    return { draft, name };
  };
  const put = (draft: { id: string }, name: string, headers: Record<string, string>) =>
    fetch(draftUrl(draft.id, `/secrets/${name}`), {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ value: 'a-very-secret-value-4711' }),
    });

  test('a value is stored, never shown again, and can be removed', async () => {
    const { draft, name } = await draftWithSecret();
    expect((await put(draft, name, bearer(draft.token))).ok).toBe(true);
    const text = await (await getOwn(draft)).text();
    expect(text).not.toContain('4711');
    const isSet = () =>
      getOwn(draft)
        .then((response) => response.json())
        .then((json) => DraftAnswer.parse(json).secrets.find((each) => each.name === name)?.isSet);
    expect(await isSet()).toBe(true);
    const removed = await fetch(draftUrl(draft.id, `/secrets/${name}`), {
      method: 'DELETE',
      headers: bearer(draft.token),
    });
    expect(removed.ok).toBe(true);
    expect(await isSet()).toBe(false);
  });

  test('a stranger cannot set one', async () => {
    const { draft, name } = await draftWithSecret();
    expect(REFUSED).toContain((await put(draft, name, {})).status);
  });
});

describe('the files of a draft', () => {
  test('the zip holds exactly the files that the screen shows', async () => {
    const draft = await makeDraft(worker.url, petstore);
    const files = DraftFiles.parse(await (await getOwn(draft, '/files')).json());
    const response = await getOwn(draft, '/files.zip');
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.zip"/);
    const unpacked = unpackZip(new Uint8Array(await response.arrayBuffer()));
    const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
    expect(unpacked.toSorted(byPath)).toEqual(files.toSorted(byPath));
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'Dockerfile',
        '.env.example',
      ]),
    );
  });

  test('the same document gives the same bytes', async () => {
    const zips = await Promise.all(
      [1, 2].map(async () => {
        const draft = await makeDraft(worker.url, petstore);
        return Buffer.from(await (await getOwn(draft, '/files.zip')).arrayBuffer());
      }),
    );
    expect(zips[0].equals(zips[1])).toBe(true);
  });
});
