import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { importDocument } from '#app/blueprint/import/import-document.ts';

import { openPeople } from '../access/people.ts';
import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';
import { connectClient } from '../setup/connect-client.ts';
import { startOnNode } from '../setup/exported-server.ts';

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await startBuiltWorker();
});
afterAll(() => worker.close());

const MadeKey = z.object({ token: z.string() });
const Made = z.object({ project: z.object({ id: z.string(), endpoint: z.string() }) });
const Projects = z.object({ projects: z.array(z.object({ id: z.string(), title: z.string() })) });
const Published = z.object({ published: z.object({ version: z.number() }) });

/** A key of a new user that may manage projects. */
async function makeManagingKey(): Promise<string> {
  const { browser } = await (await openPeople(worker)).signIn();
  const answer = await browser.fetch('/api/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Own server', projects: 'all', mayManage: true }),
  });
  return MadeKey.parse(await answer.json()).token;
}

test('a server generated of our own document manages projects with a key as its secret', async () => {
  const token = await makeManagingKey();
  const document = await fetch(`${worker.url}/api/v1/openapi.json`);
  const imported = await importDocument(await document.text());
  if (!imported.ok) throw new Error(imported.message);
  const { blueprint } = imported.value;
  const [secret] = blueprint.secrets;
  const server = await startOnNode(blueprint, { [secret?.name ?? '']: token });
  try {
    const client = await connectClient(server.url, 'modern');
    const call = async <Answer>(
      name: string,
      schema: z.ZodType<Answer>,
      args: Record<string, unknown> = {},
    ): Promise<Answer> => {
      const { isError, structuredContent, content } = await client.callTool({
        name,
        arguments: args,
      });
      if (isError) throw new Error(JSON.stringify(content));
      return schema.parse(structuredContent);
    };

    expect(await call('listProjects', Projects)).toEqual({ projects: [] });
    const { project } = await call('createProject', Made, {
      'Idempotency-Key': 'once',
      body: { document: JSON.stringify(UPSTREAM_DOCUMENT), title: 'Made by a model' },
    });
    const { projects } = await call('listProjects', Projects, { q: 'by a model' });
    expect(projects).toEqual([{ id: project.id, title: 'Made by a model' }]);
    const published = await call('publishVersion', Published, {
      projectId: project.id,
      body: { version: 1 },
    });
    expect(published).toEqual({ published: { version: 1 } });
    const health = await fetch(`${worker.url}${project.endpoint}/health`);
    expect(await health.json()).toEqual({ status: 'ok', version: 1 });

    // A refusal reaches the model with what to do about it.
    const refused = await client.callTool({
      name: 'publishVersion',
      arguments: { projectId: project.id, body: { version: 9 } },
    });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain('The project has no version 9.');
    await client.close();
  } finally {
    await server.stop();
  }
});
