import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { randomId } from '#app/platform/ids.ts';
import type { ProjectPage, ProjectView } from '#app/projects/project.ts';

import { problemOf, ProjectOwner } from './project-owner.workerd.ts';

describe('the list of projects', () => {
  test('is searched, sorted and paged, archived ones apart', async () => {
    const owner = await ProjectOwner.signIn();
    await owner.buy('team');
    const draft = await owner.draft();
    const first = await owner.saveProject(draft, { title: 'first' });
    const insert = env.DB.prepare(
      `insert into projects (id, account, title, latest, created_at, updated_at)
       values (?1, ?2, ?3, 1, ?4, ?5)`,
    );
    const slug = env.DB.prepare('insert into slugs (slug, project, account) values (?1, ?1, ?2)');
    const ids = Array.from({ length: 70 }, () => randomId());
    await env.DB.batch(
      ids.flatMap((id, index) => [
        insert.bind(id, owner.account, `Server. ${index % 7}`, 100 + index, 1_000 - index),
        slug.bind(id, owner.account),
      ]),
    );
    const updated = await listAll(owner, 'sort=updated');
    expect(new Set(updated.map(({ id }) => id)).size).toBe(71);
    const times = updated.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const byTitle = await listAll(owner, 'sort=title');
    expect(new Set(byTitle.map(({ id }) => id)).size).toBe(71);
    const titles = byTitle.map(({ title }) => title);
    expect(titles).toEqual(['first', ...titles.slice(1).toSorted()]);
    const created = await listAll(owner, 'sort=created');
    expect(created.map(({ id }) => id)).toEqual([first.id, ...ids.toReversed()]);
    expect(await listAll(owner, 'q=R.%203')).toHaveLength(10);
    expect(await listAll(owner, `q=${first.slug.toUpperCase()}`)).toHaveLength(1);
    expect(await listAll(owner, 'q=%25')).toHaveLength(0);

    await owner.ask('PATCH', `/api/projects/${first.id}`, { isArchived: true });
    expect((await listAll(owner, 'archived=1')).map(({ id }) => id)).toEqual([first.id]);
    expect(await listAll(owner, '')).toHaveLength(70);
    expect(await listAll(await ProjectOwner.signIn(), '')).toEqual([]);
    for (const query of ['sort=size', 'cursor=1.2', 'archived=2', `q=${'a'.repeat(201)}`]) {
      expect((await owner.send('GET', `/api/projects?${query}`)).status).toBe(400);
    }
  });

  test('shows a change of title and archive, and refuses an empty one', async () => {
    const owner = await ProjectOwner.signIn();
    const project = await owner.saveProject(await owner.draft());
    const path = `/api/projects/${project.id}`;
    const changed = await owner.ask<ProjectView>('PATCH', path, { title: ' New ', minScore: 70 });
    expect(changed).toMatchObject({ title: 'New', minScore: 70, archivedAt: null });
    const archived = await owner.ask<ProjectView>('PATCH', path, { isArchived: true });
    const again = await owner.ask<ProjectView>('PATCH', path, { isArchived: true, minScore: null });
    expect(again).toMatchObject({ archivedAt: archived.archivedAt, minScore: null, title: 'New' });
    const back = await owner.ask<ProjectView>('PATCH', path, { isArchived: false });
    expect(back.archivedAt).toBeNull();
    for (const body of [{}, { title: ' ' }, { minScore: 101 }, { latest: 2 }]) {
      expect(await problemOf(await owner.send('PATCH', path, body))).toContain('422');
    }
  });
});

type Listed = ProjectPage['projects'][number];

/** All pages of a list. */
async function listAll(owner: ProjectOwner, query: string): Promise<Listed[]> {
  const all: Listed[] = [];
  let cursor = '';
  for (;;) {
    const page = await owner.ask<ProjectPage>('GET', `/api/projects?${query}${cursor}`);
    all.push(...page.projects);
    if (page.next === null) return all;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
}
