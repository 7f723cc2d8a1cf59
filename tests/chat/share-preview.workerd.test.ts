import { expect, test } from 'vitest';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Visitor } from '../setup/drafts.ts';
import { getJson, newChat, say } from './chat-visitor.ts';

const ADD = 'add a tool that gets https://api.example.com/users/{id}';

test('the preview of a private chat is what others get once it is shared', async () => {
  const owner = new Visitor();
  const id = await newChat(owner);
  await say(owner, id, ADD);
  const path = `/api/chats/${id}`;
  const preview = await getJson<{ messages: object[] }>(owner, `${path}/preview`);
  expect(preview.messages).toHaveLength(2);
  const stranger = new Visitor();
  expect((await stranger.fetch(path)).status).toBe(404);
  await owner.json('PATCH', path, { visibility: 'unlisted' });
  expect(await getJson(stranger, path)).toEqual(preview);
});

test('a preview holds no token, no state of secrets, no history and no other branch', async () => {
  const owner = new Visitor();
  const { id, secrets } = await owner.submit(UPSTREAM_DOCUMENT);
  const secret = `/api/drafts/${id}/secrets/${secrets[0]?.name}`;
  expect((await owner.json('PUT', secret, { value: 'very secret' })).status).toBe(200);
  await say(owner, id, 'rename echo to first_name');
  await say(owner, id, 'rename first_name to second_name', { parent: null });
  const own = await getJson<{ branches: object }>(owner, `/api/chats/${id}`);
  expect(Object.values(own.branches)).toEqual([[expect.any(String), expect.any(String)]]);
  const preview = await getJson<{ messages: object[] }>(owner, `/api/chats/${id}/preview`);
  expect(preview).toMatchObject({
    branches: {},
    points: [],
    budget: null,
    draft: { mayEdit: false, secrets: [] },
  });
  expect(preview).not.toHaveProperty('draft.token');
  expect(JSON.stringify(preview)).not.toContain('very secret');
  expect(JSON.stringify(preview.messages)).toContain('rename first_name to second_name');
  expect(JSON.stringify(preview.messages)).not.toContain('rename echo to first_name');
});

test('nobody else looks at the preview', async () => {
  const owner = new Visitor();
  const { id, token } = await owner.submit(UPSTREAM_DOCUMENT);
  const path = `/api/chats/${id}/preview`;
  expect((await new Visitor().fetch(path)).status).toBe(404);
  const headers = { authorization: `Bearer ${token}` };
  expect((await new Visitor().fetch(path, { headers })).status).toBe(404);
});
