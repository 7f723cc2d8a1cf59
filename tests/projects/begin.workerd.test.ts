import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { ProjectPage, ProjectView } from '#app/projects/project.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Browser } from '../setup/browser.workerd.ts';
import { newSlug, problemOf, ProjectOwner, statusesOf } from './project-owner.workerd.ts';

const BEGIN = '/api/projects/begin';

async function chatsOf(owner: ProjectOwner, project = ''): Promise<string[]> {
  const query = project === '' ? '' : `?project=${project}`;
  const page = await owner.ask<{ chats: { id: string }[] }>('GET', `/api/chats${query}`);
  return page.chats.map(({ id }) => id);
}

async function countDrafts(owner: ProjectOwner): Promise<number> {
  const statement = env.DB.prepare('select count(*) as n from drafts where owner = ?');
  return (await statement.bind(owner.account).first<number>('n')) ?? 0;
}

test('a project begins blank, with a chat to continue in, and is not published while it is empty', async () => {
  const owner = await ProjectOwner.signIn();
  const path = `${BEGIN}?from=blank&title=Order%20desk`;
  const project = await owner.ask<ProjectView>('POST', path, undefined, 201);
  expect(project).toMatchObject({ title: 'Order desk', latest: 1, tools: 0, published: null });
  expect(project.slug).toMatch(/^order-desk-\w{4}$/);
  expect(await chatsOf(owner, project.id)).toHaveLength(1);
  const publication = `/api/projects/${project.id}/publication`;
  const refused = await owner.send('POST', publication, { version: 1 });
  expect(await problemOf(refused)).toContain('422 This version has no enabled tool.');
  expect(await problemOf(await owner.send('POST', `${BEGIN}?from=blank`))).toMatch(/^400/);
});

test('a project begins with a document or a template, under the title that it names', async () => {
  const owner = await ProjectOwner.signIn();
  const imported = await owner.ask<ProjectView>('POST', BEGIN, UPSTREAM_DOCUMENT, 201);
  expect(imported).toMatchObject({ tools: 7, latest: 1 });
  expect(imported.title).toBe(UPSTREAM_DOCUMENT.info.title);
  const slug = newSlug();
  const template = await owner.ask<ProjectView>(
    'POST',
    `${BEGIN}?title=Rates&slug=${slug}`,
    { template: 'currency' },
    201,
  );
  expect(template).toMatchObject({ title: 'Rates', slug });
  expect(template.tools).toBeGreaterThan(0);
  await owner.publish(template, 1);
});

test('where no project can be made, no chat stays behind, and the reason is told', async () => {
  const owner = await ProjectOwner.signIn();
  const slug = newSlug();
  await owner.ask('POST', `${BEGIN}?from=blank&title=One&slug=${slug}`, undefined, 201);
  const send = (query: string, body?: unknown) => owner.send('POST', `${BEGIN}?${query}`, body);
  expect(await problemOf(await send(`from=blank&title=Two&slug=${slug}`))).toContain('409');
  expect(await problemOf(await send('from=blank&title=Two&slug=health'))).toContain('reserved');
  expect(await problemOf(await send('', { template: 'unheard-of' }))).toContain('422');
  expect(await problemOf(await send('', { openapi: '3.1.0', paths: {} }))).toMatch(/^422/);
  expect(await countDrafts(owner)).toBe(1);
  for (const title of ['Two', 'Three']) {
    await owner.ask('POST', `${BEGIN}?from=blank&title=${title}`, undefined, 201);
  }
  const full = await send('', UPSTREAM_DOCUMENT);
  expect(await problemOf(full)).toBe('403 limit-reached');
  expect(await countDrafts(owner)).toBe(3);
  expect((await new Browser().fetch(BEGIN, { method: 'POST', body: '{}' })).status).toBe(401);
});

test('the same wish makes one project, also twice at the same time', async () => {
  const owner = await ProjectOwner.signIn();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const post = () => owner.send('POST', `${BEGIN}?title=Once`, { template: 'currency' }, key);
  const answers = [...(await Promise.all([post(), post()])), await post()];
  expect(statusesOf(answers)).toEqual([200, 200, 201]);
  const { projects } = await owner.ask<ProjectPage>('GET', '/api/projects');
  expect(projects).toHaveLength(1);
  expect(await countDrafts(owner)).toBe(1);
});

test('the steps are told as they happen, and the end is the project or the problem', async () => {
  const owner = await ProjectOwner.signIn();
  const read = async (body: unknown) => {
    const answer = await owner.send('POST', BEGIN, body, { accept: 'text/event-stream' });
    return [...(await answer.text()).matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
  };
  const events = await read(UPSTREAM_DOCUMENT);
  expect(events.at(-1)).toBe('project');
  expect(events.filter((name) => name === 'progress').length).toBeGreaterThan(2);
  expect((await read({ template: 'unheard-of' })).at(-1)).toBe('problem');
});
