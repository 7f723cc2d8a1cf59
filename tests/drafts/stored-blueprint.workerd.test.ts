import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { SCHEMA_VERSION } from '#app/blueprint/defaults.ts';
import { loadBlueprint, readDraft } from '#app/drafts/store.server.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { sendMcp, Visitor } from '../setup/drafts.ts';

test('a draft whose blueprint an older version stored is shown, served and edited', async () => {
  const owner = new Visitor();
  const draft = await owner.submit(UPSTREAM_DOCUMENT);
  const found = await readDraft(env, draft.id);
  if (!found.ok) throw new Error(found.reason);
  const key = `blueprints/${found.value.blueprint}.json`;
  const {
    schemaVersion: _,
    resources: __,
    prompts: ___,
    ...older
  } = await loadBlueprint(env, found.value);
  await env.BLOBS.put(key, JSON.stringify(older));

  const current = { schemaVersion: SCHEMA_VERSION, resources: [], prompts: [] };
  expect(await loadBlueprint(env, found.value)).toMatchObject(current);
  const shown = await owner.fetch(`/api/drafts/${draft.id}`);
  expect(await shown.json()).toMatchObject({ blueprint: current });
  const whole = await owner.fetch(`/api/drafts/${draft.id}/blueprint`);
  expect(await whole.json()).toEqual({ ...older, ...current });
  const call = { name: 'page', arguments: {} };
  const called = await sendMcp(draft.endpoint, 'tools/call', call, draft.token);
  expect(called.message).toHaveProperty('result');
  const edit = { edit: 'renameTool', from: 'echo', to: 'again' };
  expect(await owner.change(draft, { edits: [edit] })).toMatchObject({ blueprint: current });
});
