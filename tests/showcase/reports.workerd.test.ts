import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import {
  dismissReports,
  hideChat,
  listReportedChats,
  MAX_REPORTS_PER_DAY,
  saveChatReport,
  sweepChatReports,
  unhideChat,
} from '#app/showcase/reports/chat-report-store.server.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { sendMcp, Visitor } from '../setup/drafts.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const report = (visitor: Visitor, id: string, body: object) =>
  visitor.json('POST', `/api/showcase/${id}/reports`, body);
const findReported = async (id: string) =>
  (await listReportedChats(env.DB)).find((each) => each.id === id);

async function openPublic() {
  const owner = new Visitor();
  const draft = await owner.submit(UPSTREAM_DOCUMENT);
  await owner.share(draft, 'public');
  return { owner, draft, id: draft.id };
}

test('a visitor reports a shared chat once, whatever they send, and its owner does not', async () => {
  const { owner, id } = await openPublic();
  const visitor = new Visitor();
  expect((await report(visitor, id, { reason: 'spam' })).status).toBe(204);
  visitor.cookie = null;
  const again = { reason: 'harmful', note: ' It asks for passwords. <script>x</script> ' };
  expect((await report(visitor, id, again)).status).toBe(204);
  expect(await findReported(id)).toEqual({
    id,
    title: expect.any(String),
    author: null,
    hiddenFor: null,
    open: 1,
    reports: [
      {
        reason: 'harmful',
        note: 'It asks for passwords. <script>x</script>',
        at: expect.any(Number),
      },
    ],
  });
  await report(new Visitor(), id, { reason: 'other' });
  expect(await findReported(id)).toMatchObject({ open: 2 });
  expect((await report(owner, id, { reason: 'spam' })).status).toBe(409);
  for (const body of [{}, { reason: 'none' }, { reason: 'spam', note: 'x'.repeat(1_001) }]) {
    expect((await report(visitor, id, body)).status).toBe(422);
  }
  expect((await findReported(id))?.title).not.toBe('');
  await owner.share({ id }, 'private');
  expect((await report(new Visitor(), id, { reason: 'spam' })).status).toBe(404);
  expect(await findReported(id)).toMatchObject({ title: '', author: null, open: 2 });
});

test('nobody fills the list of reports', async () => {
  const now = Date.now();
  const saves: boolean[] = [];
  for (let chat = 0; chat <= MAX_REPORTS_PER_DAY; chat += 1) {
    saves.push(await saveChatReport(env.DB, `chat-${chat}`, 'spammer', { reason: 'spam' }, now));
  }
  expect(saves.filter(Boolean)).toHaveLength(MAX_REPORTS_PER_DAY);
  expect(saves.at(-1)).toBe(false);
  const tomorrow = now + DAY_MS + 1;
  expect(await saveChatReport(env.DB, 'one', 'spammer', { reason: 'spam' }, tomorrow)).toBe(true);
});

test('what an operator has hidden is there for its owner only, until it is shown again', async () => {
  const { owner, draft, id } = await openPublic();
  const visitor = new Visitor();
  await report(visitor, id, { reason: 'secrets' });
  const paths = ['', '/files', '/files.zip', '/blueprint', '/report', '/badge.svg'].map(
    (part) => `/api/drafts/${id}${part}`,
  );
  paths.push(`/api/chats/${id}`, `/api/chats/${id}/stream`);
  for (const path of paths) {
    const { status } = await visitor.fetch(path);
    expect([path, status]).toEqual([path, path.endsWith('stream') ? 204 : 200]);
  }
  expect((await sendMcp(draft.endpoint, 'tools/list', {})).status).toBe(200);

  expect(await hideChat(env, id, 'It shows a key.')).toMatchObject({ ok: true });
  for (const path of paths) {
    const { status } = await visitor.fetch(path);
    expect([path, status]).toEqual([path, 404]);
  }
  expect((await visitor.json('POST', `/api/chats/${id}/fork`, {})).status).toBe(404);
  expect((await report(visitor, id, { reason: 'spam' })).status).toBe(404);
  expect((await sendMcp(draft.endpoint, 'tools/list', {})).status).toBe(401);
  expect((await sendMcp(draft.endpoint, 'tools/list', {}, draft.token)).status).toBe(200);
  expect((await owner.fetch(`/api/chats/${id}`)).status).toBe(200);
  expect(await findReported(id)).toMatchObject({ hiddenFor: 'It shows a key.', open: 0 });
  // No other choice of its owner shows it.
  await owner.share({ id }, 'unlisted');
  expect((await visitor.fetch(`/api/chats/${id}`)).status).toBe(404);

  expect(await unhideChat(env, id)).toMatchObject({ ok: true });
  expect((await visitor.fetch(`/api/chats/${id}`)).status).toBe(200);
  expect(await findReported(id)).toBeUndefined();
  expect(await hideChat(env, 'a'.repeat(22), 'Nothing')).toMatchObject({ reason: 'unknown' });
});

test('who reports again what was dismissed is not heard for a week, and old reports are deleted', async () => {
  const { id } = await openPublic();
  const now = Date.now();
  const save = (at: number) => saveChatReport(env.DB, id, 'reporter', { reason: 'spam' }, at);
  expect(await save(now)).toBe(true);
  expect(await dismissReports(env.DB, id)).toBe(1);
  expect(await save(now + DAY_MS)).toBe(true);
  expect(await findReported(id)).toBeUndefined();
  expect(await save(now + 8 * DAY_MS)).toBe(true);
  expect(await findReported(id)).toMatchObject({ open: 1 });
  await dismissReports(env.DB, id);
  await saveChatReport(env.DB, 'gone', 'reporter', { reason: 'spam' }, now);
  await sweepChatReports(env.DB, now);
  const count = () =>
    env.DB.prepare('SELECT count(*) AS n FROM chat_reports WHERE reporter = ?')
      .bind('reporter')
      .first('n');
  expect(await count()).toBe(1);
  await sweepChatReports(env.DB, now + 100 * DAY_MS);
  expect(await count()).toBe(0);
});
