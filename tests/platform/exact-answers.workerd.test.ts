import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { ListedSession } from '#app/auth/session/listed-session.ts';
import { AutopilotState } from '#app/autopilot/autopilot-state.ts';
import { ModelList } from '#app/builder/models/model-choice.ts';
import { ModelKeyList, ModelKeyView } from '#app/builder/models/model-key.ts';
import { ChatAnswer, ChatSettings } from '#app/chat/chat-view.ts';
import { ChatPage } from '#app/chat/list/chat-page.ts';
import { PointDiff, PointList, RestoredPoint } from '#app/chat/point-answers.ts';
import { ShareScan } from '#app/chat/share/share-scan.ts';
import { DraftFiles, DraftView, NewChat, SecretStatus } from '#app/drafts/draft.ts';
import { Health } from '#app/health/health.ts';
import { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import { ProjectPage, ProjectView } from '#app/projects/project.ts';
import { ListedVersion, VersionList, VersionView } from '#app/projects/version.ts';

import { newChat, say } from '../chat/chat-visitor.ts';
import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { ProjectOwner, rename, toNewProject } from '../projects/project-owner.workerd.ts';
import { Browser, newUid } from '../setup/browser.workerd.ts';
import { Visitor } from '../setup/drafts.ts';

/** `answerJson` holds a value to its schema, and lets through what a variable has beyond it. */
async function expectExact(shape: z.ZodMiniType, answer: Response): Promise<void> {
  expect(answer.ok).toBe(true);
  const body: unknown = await answer.json();
  // A schema leaves out what it does not name.
  expect(shape.parse(body)).toEqual(body);
}

test('answers about a draft hold what their schemas name, and no more', async () => {
  const owner = new Visitor();
  const draft = await owner.submit(UPSTREAM_DOCUMENT);
  const path = `/api/drafts/${draft.id}`;
  const secret = `${path}/secrets/${draft.secrets[0]?.name}`;
  await expectExact(SecretStatus, await owner.json('PUT', secret, { value: 'a value' }));
  await expectExact(DraftView, await owner.fetch(path));
  await owner.share(draft, 'unlisted');
  await expectExact(DraftView, await new Visitor().fetch(path));
  await expectExact(DraftFiles, await owner.fetch(`${path}/files`));
});

test('answers about a chat hold what their schemas name, and no more', async () => {
  const owner = new Visitor();
  const id = await newChat(owner);
  const path = `/api/chats/${id}`;
  await say(owner, id, 'GET https://api.example.com/users/{id}');
  await expectExact(ChatAnswer, await owner.fetch(path));
  const change = { title: 'Users', visibility: 'unlisted' };
  await expectExact(ChatSettings, await owner.json('PATCH', path, change));
  await expectExact(ChatAnswer, await new Visitor().fetch(path));
  await expectExact(ChatPage, await owner.fetch('/api/chats'));
  await expectExact(ShareScan, await owner.fetch(`${path}/share`));
  await expectExact(ChatAnswer, await owner.fetch(`${path}/preview`));
  await expectExact(PointList, await owner.fetch(`${path}/points`));
  await expectExact(PointDiff, await owner.fetch(`${path}/points/1/diff`));
  await expectExact(RestoredPoint, await owner.json('POST', `${path}/points/1/restore`, {}));
  await expectExact(NewChat, await owner.json('POST', `${path}/fork`, {}));
  const goal = { goal: 'Say hello.', target: 1, maxRounds: 1 };
  await expectExact(AutopilotState, await owner.json('POST', `${path}/autopilot`, goal));
  await expectExact(AutopilotState, await owner.fetch(`${path}/autopilot`));
});

test('answers about a project hold what their schemas name, and no more', async () => {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft();
  const body = toNewProject(draft);
  const made = await owner.send('POST', '/api/projects', body);
  const { id } = await made.clone().json<ProjectView>();
  await expectExact(ProjectView, made);
  const path = `/api/projects/${id}`;
  await expectExact(ProjectView, await owner.send('GET', path));
  await expectExact(ProjectView, await owner.send('PATCH', path, { visibility: 'keys' }));
  await expectExact(ProjectPage, await owner.send('GET', '/api/projects'));
  const edited = await owner.edit(draft, rename('echo', 'again'));
  const version = { draft: draft.id, revision: edited.revision, base: 1 };
  await expectExact(ListedVersion, await owner.send('POST', `${path}/versions`, version));
  await expectExact(VersionList, await owner.send('GET', `${path}/versions`));
  await expectExact(VersionView, await owner.send('GET', `${path}/versions/1`));
  await expectExact(DraftFiles, await owner.send('GET', `${path}/versions/1/files`));
  await expectExact(NewChat, await owner.send('POST', `${path}/versions/1/draft`));
  await expectExact(DraftView, await owner.send('GET', `/api/drafts/${draft.id}`));
  await expectExact(EndpointView, await owner.send('GET', `${path}/endpoint`));
  await expectExact(EndpointView, await owner.send('POST', `${path}/publication`, { version: 1 }));
  await expectExact(EndpointView, await owner.send('DELETE', `${path}/publication`));
});

test('answers about a user hold what their schemas name, and no more', async () => {
  const browser = new Browser();
  await browser.signIn({ sub: newUid() });
  const headers = { 'content-type': 'application/json' };
  const key = { model: 'claude-test', value: 'sk-exact' };
  const init = { method: 'PUT', headers, body: JSON.stringify(key) };
  await expectExact(ModelKeyView, await browser.fetch('/api/models/keys/anthropic', init));
  await expectExact(ModelKeyList, await browser.fetch('/api/models/keys'));
  await expectExact(ModelList, await browser.fetch('/api/models'));
  await expectExact(z.array(ListedSession), await browser.fetch('/api/sessions'));
  await expectExact(Health, await browser.fetch('/api/health'));
});
