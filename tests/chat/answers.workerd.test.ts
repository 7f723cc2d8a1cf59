import { expect, test } from 'vitest';

import { ModelList } from '#app/builder/models/model-choice.ts';
import { ChatAnswer, ChatSettings } from '#app/chat/chat-view.ts';
import { ChatPage } from '#app/chat/list/chat-page.ts';
import { PointDiff, PointList, RestoredPoint } from '#app/chat/point-answers.ts';
import { ShareScan } from '#app/chat/share/share-scan.ts';
import { DraftFiles, DraftReport, DraftView, WholeBlueprint } from '#app/drafts/draft.ts';
import { Health } from '#app/health/health.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Visitor } from '../setup/drafts.ts';
import { say } from './chat-visitor.ts';

test('schemas of answers take what the server says, and leave nothing of it out', async () => {
  const visitor = new Visitor();
  const { id } = await visitor.submit(UPSTREAM_DOCUMENT);
  await say(visitor, id, 'rename echo to say_again');
  const draft = `/api/drafts/${id}`;
  const chat = `/api/chats/${id}`;
  const asked = [
    [DraftReport, `${draft}/report`],
    [DraftView, draft],
    [DraftFiles, `${draft}/files`],
    [WholeBlueprint, `${draft}/blueprint`],
    [ChatAnswer, chat],
    [ChatAnswer, `${chat}/preview`],
    [ChatPage, '/api/chats'],
    [ShareScan, `${chat}/share`],
    [PointList, `${chat}/points`],
    [PointDiff, `${chat}/points/1/diff`],
    [ModelList, '/api/models'],
    [Health, '/api/health'],
  ] as const;
  for (const [schema, path] of asked) {
    const response = await visitor.fetch(path);
    const body: unknown = await response.json();
    expect(schema.parse(body), path).toEqual(body);
  }
  const shared = await visitor.json('PATCH', chat, { visibility: 'unlisted' });
  expect(ChatSettings.parse(await shared.json())).toMatchObject({ id, visibility: 'unlisted' });
  const restored = await visitor.fetch(`${chat}/points/1/restore`, { method: 'POST' });
  expect(RestoredPoint.parse(await restored.json())).toEqual({ point: expect.any(Number) });
});
