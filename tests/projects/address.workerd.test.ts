import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { findServed } from '#app/hosting/endpoint/find-served.server.ts';
import { LEASE_MS } from '#app/projects/endpoint/lease-cache.server.ts';
import type { ProjectView } from '#app/projects/project.ts';
import { sweepSlugs } from '#app/projects/project-index.server.ts';

import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { breakBinding } from '../setup/broken-binding.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import {
  newSlug,
  problemOf,
  ProjectOwner,
  statusesOf,
  toNewProject,
} from './project-owner.workerd.ts';

const app = () => ({ ...makeApp({}), nonce: '', origin: SITE });

function change(owner: ProjectOwner, { id }: Pick<ProjectView, 'id'>, slug: string) {
  return owner.send('PATCH', `/api/projects/${id}`, { slug });
}

/** Whether something is served under a name, once the leases of now are over. */
async function isServed(slug: string): Promise<boolean> {
  return (await findServed(app(), slug, Date.now() + 2 * LEASE_MS)).ok;
}

test('another address serves at once, and the former one leads nowhere and tells nothing', async () => {
  const owner = await ProjectOwner.signIn();
  const [before, after] = [newSlug(), newSlug()];
  const project = await owner.saveProject(await owner.draft(), { slug: before });
  await owner.publish(project, 1);
  expect((await owner.browser.fetch(`/mcp/${before}/health`)).status).toBe(200);
  const changed = await (await change(owner, project, after)).json<ProjectView>();
  expect(changed).toMatchObject({ slug: after, endpoint: `/mcp/${after}`, published: 1 });
  expect((await owner.browser.fetch(`/mcp/${after}/health`)).status).toBe(200);
  expect([await isServed(before), await isServed(after)]).toEqual([false, true]);
  const { projects } = await owner.ask<{ projects: ProjectView[] }>('GET', '/api/projects');
  expect(projects.map(({ slug }) => slug)).toEqual([after]);
});

test('while the database is away, a name that was known leads where it did', async () => {
  const owner = await ProjectOwner.signIn();
  const project = await owner.saveProject(await owner.draft());
  await owner.publish(project, 1);
  const away = { ...app(), ...makeApp({ DB: breakBinding(env.DB) }) };
  const later = Date.now() + 2 * LEASE_MS;
  await expect(findServed(away, project.slug, later)).rejects.toThrow('connection lost');
  expect(await isServed(project.slug)).toBe(true);
  expect((await findServed(away, project.slug, later + 2 * LEASE_MS)).ok).toBe(true);
});

test('a former name is nobody else’s for 90 days, and the project’s own at any time', async () => {
  const [owner, other] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
  const [before, after] = [newSlug(), newSlug()];
  const project = await owner.saveProject(await owner.draft(), { slug: before });
  await change(owner, project, after);
  const draft = await other.draft();
  for (const slug of [before, after]) {
    const taken = await other.send('POST', '/api/projects', toNewProject(draft, { slug }));
    expect(await problemOf(taken)).toContain('is taken');
  }
  expect((await change(owner, project, before)).status).toBe(200);
  await sweepSlugs(env.DB, Date.now() + 1);
  expect((await change(other, await other.saveProject(draft), after)).status).toBe(200);
});

test('an odd, a reserved and a taken name are refused in words, and so is one too many', async () => {
  const [owner, other] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
  const project = await owner.saveProject(await owner.draft());
  const taken = newSlug();
  await other.saveProject(await other.draft(), { slug: taken });
  for (const [slug, words] of [
    ['No', '422 An address name has'],
    ['a--b', '422 An address name has'],
    ['oauth', '422 The address name "oauth" is reserved.'],
    [taken, `409 The address name "${taken}" is taken.`],
  ] as const) {
    expect(await problemOf(await change(owner, project, slug))).toContain(words);
  }
  for (let times = 0; times < 5; times += 1) {
    expect((await change(owner, project, newSlug())).status).toBe(200);
  }
  expect(await problemOf(await change(owner, project, newSlug()))).toContain('given up 5 address');
  expect((await change(owner, project, project.slug)).status).toBe(200);
});

test('two names of the same moment leave one; nobody but owners changes it', async () => {
  const [owner, other] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
  const project = await owner.saveProject(await owner.draft());
  const names = [newSlug(), newSlug()];
  const answers = await Promise.all(names.map((name) => change(owner, project, name)));
  expect(statusesOf(answers)).toEqual([200, 200]);
  const { slug } = await owner.ask<ProjectView>('GET', `/api/projects/${project.id}`);
  expect(names).toContain(slug);
  const inUse = env.DB.prepare(
    'select count(*) as n from slugs where project = ? and retired_at is null',
  );
  expect(await inUse.bind(project.id).first('n')).toBe(1);
  expect((await change(other, project, newSlug())).status).toBe(404);
  const join = env.DB.prepare("insert into members values (?, ?, 'editor', 0)");
  await join.bind(owner.account, other.uid).run();
  expect((await change(other, project, newSlug())).status).toBe(403);
});
