import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { ProjectView } from '#app/projects/project.ts';
import type { SecretStatusList, SecretTest } from '#app/projects/secrets/project-secrets.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { ProjectOwner } from './project-owner.workerd.ts';

const WHO = { get: { operationId: 'who', security: [{ key: [] }], responses: { 200: {} } } };
/** An API with a tool that tells whose key came. */
const DOCUMENT = {
  ...UPSTREAM_DOCUMENT,
  paths: { '/who': WHO, '/page': UPSTREAM_DOCUMENT.paths['/page'] },
};

async function openProject(document: object = DOCUMENT) {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft(document);
  const project = await owner.saveProject(draft);
  const name = draft.secrets[0]?.name ?? '';
  return { owner, project, name };
}

const pathOf = ({ id }: ProjectView, name: string) => `/api/projects/${id}/secrets/live/${name}`;

test('a credential is tested with a request that changes nothing, and its use is noted', async () => {
  const { owner, project, name } = await openProject();
  const path = pathOf(project, name);
  const list = () =>
    owner.ask<SecretStatusList>('GET', `/api/projects/${project.id}/secrets?environment=live`);
  expect((await list()).secrets).toMatchObject([{ name, changedAt: null, usedAt: null }]);
  const missing = await owner.ask<SecretTest>('POST', `${path}/test`);
  expect(missing).toMatchObject({ kind: 'failed', status: null });

  await owner.ask('PUT', path, { value: 'a good key of the API' });
  expect((await list()).secrets).toMatchObject([{ changedAt: expect.any(Number), usedAt: null }]);
  const request = 'GET https://upstream.example.net/v1/who';
  const tested = await owner.ask<SecretTest>('POST', `${path}/test`);
  expect(tested).toEqual({ kind: 'accepted', status: 200, request, problem: null });
  await expect
    .poll(async () => (await list()).secrets)
    .toMatchObject([{ usedAt: expect.any(Number) }]);

  await owner.ask('PUT', path, { value: 'wrong key of the API' });
  expect((await list()).secrets).toMatchObject([{ usedAt: null }]);
  const refused = await owner.ask<SecretTest>('POST', `${path}/test`);
  expect(refused).toMatchObject({ kind: 'refused', status: 401 });
  const unknown = await owner.send('POST', `${pathOf(project, 'NOT_THERE')}/test`);
  expect(unknown.status).toBe(404);
});

test('without a tool that needs no arguments the API’s base address is asked', async () => {
  const who = { get: { ...WHO.get, parameters: [{ name: 'id', in: 'query', required: true }] } };
  const { owner, project, name } = await openProject({ ...DOCUMENT, paths: { '/who': who } });
  await owner.ask('PUT', pathOf(project, name), { value: 'a good key of the API' });
  const tested = await owner.ask<SecretTest>('POST', `${pathOf(project, name)}/test`);
  const request = 'GET https://upstream.example.net/v1';
  expect(tested).toMatchObject({ kind: 'unclear', status: 404, request });
});

test('a value of 100 KB is refused, and the former one stays', async () => {
  const { owner, project, name } = await openProject();
  const path = pathOf(project, name);
  await owner.ask('PUT', path, { value: 'a good key of the API' });
  const before = await env.DB.prepare('select sealed from secrets where owner = ?')
    .bind(`project:${project.id}:live`)
    .first('sealed');
  const long = await owner.send('PUT', path, { value: 'k'.repeat(100 * 1_024) });
  expect([400, 413, 422]).toContain(long.status);
  const after = await env.DB.prepare('select sealed from secrets where owner = ?')
    .bind(`project:${project.id}:live`)
    .first('sealed');
  expect(after).toBe(before);
});
