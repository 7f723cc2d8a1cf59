import { env, exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { CreatedKey } from '#app/api-keys/api-key.ts';
import { CallEntry, UNKNOWN_FACTS } from '#app/hosting/calls/call-entry.ts';
import { toCallLogStub } from '#app/hosting/calls/call-log-stub.server.ts';
import { CLOSING_CALLS } from '#app/hosting/calls/failures/failure-group.ts';
import type { FailureList } from '#app/hosting/calls/failures/failure-view.ts';
import type { Notice } from '#app/hosting/notices/notice.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { timedId } from '#app/platform/ids.ts';
import type { ProjectView } from '#app/projects/project.ts';

import { ProjectOwner, rename, type OwnDraft } from '../../projects/project-owner.workerd.ts';
import { SITE } from '../../setup/browser.workerd.ts';
import { modernRequest } from '../../setup/modern-request.ts';

async function publish() {
  const owner = await ProjectOwner.signIn();
  const project = await owner.saveProject(await owner.draft());
  await owner.publish(project, 1);
  const body = { name: 'Test', projects: 'all' };
  const { token } = await owner.ask<CreatedKey>('POST', '/api/keys', body, 201);
  return { owner, project, token };
}

async function call({ endpoint }: ProjectView, token: string, name: string): Promise<void> {
  const made = modernRequest('tools/call', { name, arguments: {} });
  const headers = new Headers(made.headers);
  headers.set('authorization', `Bearer ${token}`);
  const sent = new Request(SITE + endpoint, { method: 'POST', headers, body: made.body });
  await (await exports.default.fetch(sent)).text();
}

/** Calls as the log has them after a while. */
function passes(tool: string, version: number): CallEntry[] {
  const sizes = { milliseconds: 1, requestBytes: 1, resultBytes: 1 };
  return Array.from({ length: CLOSING_CALLS }, (_, index) => {
    const at = Date.now() + index;
    const known = { ...UNKNOWN_FACTS, key: null, end: 'ok' as const };
    return { ...known, ...sizes, id: timedId(at), at, tool, version };
  });
}

test('a notice tells when many calls of the last hour failed, to the owner alone', async () => {
  const { owner, project } = await publish();
  const notices = async (who: ProjectOwner) =>
    (await who.ask<{ notices: Notice[] }>('GET', '/api/notices')).notices;
  const log = toCallLogStub(env, project.id);
  const fine = passes('page', 1);
  await log.recordCalls(fine.slice(0, 8));
  await log.recordCalls(
    passes('page', 1).map((each) => ({
      ...each,
      end: 'timeOut' as const,
      at: each.at - 7_200_000,
    })),
  );
  expect(await notices(owner)).toEqual([]);
  await log.recordCalls(fine.slice(8, 11).map((each) => ({ ...each, end: 'timeOut' as const })));
  expect(await notices(owner)).toEqual([
    { kind: 'failing', project: project.id, title: project.title, calls: 11, failed: 3 },
  ]);
  expect(await notices(await ProjectOwner.signIn())).toEqual([]);
  // The page of one project asks for nothing else.
  const ofProject = async (id: string) =>
    (await owner.ask<{ notices: Notice[] }>('GET', `/api/notices?project=${id}`)).notices;
  expect(await ofProject(project.id)).toMatchObject([{ project: project.id }]);
  await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'keys' });
  const other = await owner.saveProject(await owner.draft());
  await owner.publish(other, 1);
  // Nobody has to mend a server because of what its callers may not do.
  const ends = ['unauthorized', 'overQuota', 'toolNotFound'] as const;
  const refused = ends.map((end, index) => ({ ...passes('page', 1)[index], end }));
  await toCallLogStub(env, other.id).recordCalls(z.array(CallEntry).parse(refused));
  expect(await ofProject(other.id)).toEqual([]);
  expect(await notices(owner)).toHaveLength(1);
  const limits = { callsPerMinute: 10_000, callsPerDay: 1_000 };
  const quota = env.QUOTAS.get(env.QUOTAS.idFromName(owner.account));
  await quota.grant({ ...limits, callsPerDay: 6_400 }, 'batch');
  expect(await notices(owner)).toMatchObject([{ kind: 'quota', limit: 1_000 }, {}]);
});

test('a failure in the log leads to a chat, a version that names it, and its end', async () => {
  const { owner, project, token } = await publish();
  const failures = async () => {
    const list = await owner.ask<FailureList>('GET', `/api/projects/${project.id}/failures`);
    return list.failures.filter(({ end }) => end === 'toolNotFound');
  };
  await call(project, token, 'pages');
  await call(project, token, 'pages');
  await expect
    .poll(failures)
    .toMatchObject([
      { tool: 'pages', end: 'toolNotFound', count: 2, firstVersion: 1, state: 'open' },
    ]);
  const [group] = await failures();

  const fixing = `/api/projects/${project.id}/failures/${group?.id}/draft`;
  const chat = await owner.ask<{ id: string; message: string }>('POST', fixing, {}, 201);
  expect(chat.message).toContain('> Proposed: Rename page to pages, if many');
  expect(chat.message).toContain('> From the log: calls of pages failed 2 times since version 1');
  const draft = await owner.ask<OwnDraft>('GET', `/api/drafts/${chat.id}`);
  expect(draft.base).toEqual({ project: project.id, version: 1, fixes: group?.id });

  const edited = await owner.edit(draft, rename('page', 'pages'));
  const version = await owner.saveVersion(project, edited, { base: 1 });
  expect(version).toMatchObject({ number: 2, fixes: group?.id });
  expect(await failures()).toMatchObject([{ state: 'saved', fixedIn: 2 }]);
  // What is saved from the same chat afterwards is another matter.
  const saved = await owner.ask<DraftView>('GET', `/api/drafts/${chat.id}`);
  expect(saved.base).toEqual({ project: project.id, version: 2 });

  await owner.publish(project, 2);
  await call(project, token, 'pages');
  await expect.poll(failures).toMatchObject([{ state: 'watched', callsLeft: CLOSING_CALLS - 1 }]);
  await toCallLogStub(env, project.id).recordCalls(passes('pages', 2));
  expect(await failures()).toMatchObject([{ state: 'closed', count: 2 }]);

  await owner.publish(project, 1);
  expect(await failures()).toMatchObject([{ state: 'saved' }]);
  const stranger = await ProjectOwner.signIn();
  expect((await stranger.send('POST', fixing, {})).status).toBe(404);
});
