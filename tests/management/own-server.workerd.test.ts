import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';
import { createUpstreamFetch } from '#app/runtime/upstream/upstream-fetch.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { contextWith } from '../runtime/context.ts';
import { KeyHolder, sendAs } from './key-holder.workerd.ts';

const Made = z.object({ project: z.object({ id: z.string(), endpoint: z.string() }) });

/** The tools of a server that is imported from the document that the Worker serves. */
async function openOwnServer(token: string) {
  const document = await sendAs(null, 'GET', '/openapi.json');
  const imported = await importDocument(await document.text());
  if (!imported.ok) throw new Error(imported.message);
  const { blueprint } = imported.value;
  const definition = toServerDefinition(blueprint, new Map());
  const fetch = createUpstreamFetch({
    upstreams: definition.upstreams,
    policies: definition.policies,
    secrets: (name) => (name === blueprint.secrets[0]?.name ? token : undefined),
    fetch: (request) => exports.default.fetch(request),
  });
  return (name: string, args: JsonObject = {}) =>
    runTool(definition, { name, arguments: args }, contextWith(fetch));
}

test('a server made of our own document creates, lists and publishes with a key as its secret', async () => {
  const owner = await ProjectOwner.signIn();
  const call = await openOwnServer((await KeyHolder.of(owner)).token);
  expect((await call('listProjects')).structuredContent).toMatchObject({ projects: [] });
  const made = await call('createProject', {
    'Idempotency-Key': 'once',
    body: { document: JSON.stringify(UPSTREAM_DOCUMENT), title: 'Made by a model' },
  });
  const { project } = Made.parse(made.structuredContent);
  expect((await call('listProjects', { q: 'by a model' })).structuredContent).toMatchObject({
    projects: [{ id: project.id, title: 'Made by a model' }],
  });
  const published = await call('publishVersion', { projectId: project.id, body: { version: 1 } });
  expect(published.structuredContent).toMatchObject({ published: { version: 1 } });
  const health = await owner.browser.fetch(`${project.endpoint}/health`);
  expect(await health.json()).toEqual({ status: 'ok', version: 1 });
  // A refusal reaches the model with its reason.
  const refused = await call('publishVersion', { projectId: project.id, body: { version: 9 } });
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain('The project has no version 9.');
});

test('a key that only calls gets the reason of its refusal through the same server', async () => {
  const owner = await ProjectOwner.signIn();
  const call = await openOwnServer((await KeyHolder.of(owner, { mayManage: false })).token);
  const refused = await call('listProjects');
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain('Manage through the API');
});
