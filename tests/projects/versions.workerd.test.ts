import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import type { DraftFile, DraftView } from '#app/drafts/draft.ts';
import { toSecretOwner, toSecretStore } from '#app/drafts/secrets/draft-secrets.server.ts';
import { randomId } from '#app/platform/ids.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import type { ProjectPage, ProjectView } from '#app/projects/project.ts';
import { saveVersion } from '#app/projects/save-version.server.ts';
import type { VersionList, VersionView } from '#app/projects/version.ts';
import { openSecret, setSecret } from '#app/secrets/store.server.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { loseWrites } from '../setup/broken-binding.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { problemOf, ProjectOwner, rename } from './project-owner.workerd.ts';

function appWith(bindings: Partial<Env> = {}) {
  return { ...makeApp(bindings), nonce: '', origin: SITE };
}

describe('a version', () => {
  test('stays what the draft was, whatever becomes of the draft', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const files = await owner.ask<DraftFile[]>('GET', `/api/drafts/${draft.id}/files`);
    const project = await owner.saveProject(draft);
    await owner.edit(draft, rename('echo', 'again'));
    await owner.send('DELETE', `/api/chats/${draft.id}`);

    const path = `/api/projects/${project.id}/versions/1`;
    const version = await owner.ask<VersionView>('GET', path);
    expect(version).toMatchObject({ number: 1, draft: draft.id, warnings: draft.warnings });
    expect(version.blueprint).toEqual(draft.blueprint);
    expect(await owner.ask('GET', `${path}/blueprint`)).toEqual(draft.blueprint);
    expect(await owner.ask('GET', `${path}/files`)).toEqual(files);
    const zip = await owner.send('GET', `${path}/files.zip`);
    expect(zip.headers.get('content-disposition')).toContain('upstream.zip');
    expect(zip.headers.get('etag')).toBe('"1"');
    await zip.body?.cancel();
  });

  test('that does not exist is none, whatever its number looks like', async () => {
    const owner = await ProjectOwner.signIn();
    const project = await owner.saveProject(await owner.draft());
    for (const number of ['0', '2', '-1', '1.0', '01x', 'latest', '9'.repeat(30), '1%00']) {
      const answer = await owner.send('GET', `/api/projects/${project.id}/versions/${number}`);
      expect([number, answer.status]).toEqual([number, 404]);
    }
  });

  test('is listed with a hundred others a page', async () => {
    const owner = await ProjectOwner.signIn();
    const project = await owner.saveProject(await owner.draft());
    const insert = env.DB.prepare(
      `insert into versions select ?1, project, ?2, null, 1, null, blueprint, artifact, warnings,
       fingerprint, tools, null, created_by, created_at from versions where project = ?3 limit 1`,
    );
    const rows = Array.from({ length: 209 }, (_, index) =>
      insert.bind(randomId(), index + 2, project.id),
    );
    await env.DB.batch(rows);
    const path = `/api/projects/${project.id}/versions`;
    const numbers: number[] = [];
    let query = '';
    for (let page = 0; page < 3; page += 1) {
      const list = await owner.ask<VersionList>('GET', path + query);
      numbers.push(...list.versions.map(({ number }) => number));
      query = `?before=${list.next}`;
      expect(list.next === null).toBe(page === 2);
    }
    expect(numbers).toEqual(Array.from({ length: 210 }, (_, index) => 210 - index));
    expect((await owner.send('GET', `${path}?before=x`)).status).toBe(400);
  });

  test.each(['before', 'after'] as const)(
    'whose database was lost %s it had written is saved once by a repetition',
    async (when) => {
      const owner = await ProjectOwner.signIn();
      const draft = await owner.draft();
      const project = await owner.saveProject(draft);
      const edited = await owner.edit(draft, rename('echo', 'again'));
      const app = appWith({ DB: loseWrites(env.DB, when) });
      const found = await findOwnProject(app, owner.request(), project.id);
      if (!found.ok) throw new Error(found.reason);
      const body = {
        draft: draft.id,
        revision: edited.revision,
        base: 1,
        secrets: 'none' as const,
      };
      const lost = saveVersion(app, owner.request(), found.value, body);
      await expect(lost).rejects.toThrow('connection lost');

      const path = `/api/projects/${project.id}/versions`;
      const again = await owner.send('POST', path, body);
      expect(again.status).toBe(when === 'after' ? 200 : 201);
      const list = await owner.ask<VersionList>('GET', path);
      expect(list.versions.map(({ number }) => number)).toEqual([2, 1]);
      const seen = await owner.ask<ProjectView>('GET', `/api/projects/${project.id}`);
      expect(seen).toMatchObject({ latest: 2, toolNames: expect.arrayContaining(['again']) });
    },
  );

  test('is saved, though its draft cannot be told', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const project = await owner.saveProject(draft);
    const edited = await owner.edit(draft, rename('echo', 'again'));
    // The draft itself is read; what is written to it after that fails.
    const DRAFTS = new Proxy(env.DRAFTS, {
      get(target, name) {
        if (name === 'idFromName') return target.idFromName.bind(target);
        return (id: DurableObjectId) =>
          new Proxy(target.get(id), {
            get: (stub, call) =>
              call === 'read'
                ? () => stub.read()
                : () => {
                    throw new Error('connection lost');
                  },
          });
      },
    });
    const app = appWith({ DRAFTS });
    const found = await findOwnProject(app, owner.request(), project.id);
    if (!found.ok) throw new Error(found.reason);
    const { id, revision } = edited;
    const body = { draft: id, revision, base: 1, secrets: 'none' as const };
    const saved = await saveVersion(app, owner.request(), found.value, body);
    expect(saved).toMatchObject({ ok: true, value: { version: { number: 2 }, isNew: true } });
    expect(app.lines).toContainEqual(expect.objectContaining({ event: 'draft.notLinked' }));
  });
});

describe('continuing in a chat', () => {
  test('opens a draft of the version, which a fork of it does not belong to', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const project = await owner.saveProject(draft);
    const path = `/api/projects/${project.id}/versions/1/draft`;
    const opened = await owner.ask<{ id: string }>('POST', path, {}, 201);
    expect(opened.id).not.toBe(draft.id);
    const view = await owner.ask<DraftView>('GET', `/api/drafts/${opened.id}`);
    expect(view).toMatchObject({
      blueprint: draft.blueprint,
      revision: 1,
      expiresAt: null,
      mayEdit: true,
      base: { project: project.id, version: 1 },
    });
    const query = `/api/chats?project=${project.id}`;
    const { chats } = await owner.ask<{ chats: { id: string }[] }>('GET', query);
    expect(chats.map(({ id }) => id).toSorted()).toEqual([draft.id, opened.id].toSorted());

    const forked = await owner.ask<{ id: string }>('POST', `/api/chats/${opened.id}/fork`, {}, 201);
    const fork = await owner.ask<DraftView>('GET', `/api/drafts/${forked.id}`);
    expect(fork).not.toHaveProperty('base');
  });
});

/** An API that a person connects, beside one with a key. */
const CONNECTED = {
  ...UPSTREAM_DOCUMENT,
  components: {
    securitySchemes: {
      ...UPSTREAM_DOCUMENT.components.securitySchemes,
      account: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://id.example.net/authorize',
            tokenUrl: 'https://id.example.net/token',
            scopes: {},
          },
        },
      },
    },
  },
  paths: {
    ...UPSTREAM_DOCUMENT.paths,
    '/slow': {
      get: { ...UPSTREAM_DOCUMENT.paths['/slow'].get, security: [{ account: [] }] },
    },
  },
};

/** Values of secrets, by owner and name. */
async function valuesOf(owner: string, names: string[]): Promise<Record<string, string>> {
  const store = toSecretStore(appWith());
  const values: Record<string, string> = {};
  for (const name of names) {
    const opened = await openSecret(store, owner, name, []);
    if (opened.ok) values[name] = opened.value;
  }
  return values;
}

describe('secrets of a draft', () => {
  async function connect() {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft(CONNECTED);
    const names = draft.secrets.map(({ name }) => name);
    const token = names.find((name) => /refresh/i.test(name)) ?? '';
    expect(token).not.toBe('');
    const store = toSecretStore(appWith());
    for (const { name, origins } of draft.secrets) {
      await setSecret(store, toSecretOwner(draft.id), { name, value: `typed ${name}`, origins });
    }
    const all = Object.fromEntries(names.map((name) => [name, `typed ${name}`]));
    const { [token]: _token, ...typed } = all;
    const read = (place: string) => valuesOf(place, names);
    return { owner, draft, token, all, typed, read };
  }

  test('stay where they are, unless the person wants them to come along', async () => {
    const { owner, draft, all, read } = await connect();
    const project = await owner.saveProject(draft);
    expect(await read(`project:${project.id}:live`)).toEqual({});
    expect(await read(`draft:${draft.id}`)).toEqual(all);
  });

  test('are copied to both environments; a refresh token, of which there is one, moves', async () => {
    const { owner, draft, all, typed, read } = await connect();
    const project = await owner.saveProject(draft, { secrets: 'copy' });
    expect(await read(`project:${project.id}:live`)).toEqual(all);
    expect(await read(`project:${project.id}:test`)).toEqual(typed);
    expect(await read(`draft:${draft.id}`)).toEqual(typed);

    const path = `/api/projects/${project.id}/versions/1/draft`;
    const opened = await owner.ask<{ id: string }>('POST', path, {}, 201);
    expect(await read(`draft:${opened.id}`)).toEqual(typed);
  });

  test('never replace those that the project has already', async () => {
    const { owner, draft, all, token, read } = await connect();
    const project = await owner.saveProject(draft);
    const [name = ''] = Object.keys(all).filter((each) => each !== token);
    const store = toSecretStore(appWith());
    const own = { value: 'in use', origins: ['https://upstream.example.net'] };
    for (const kept of [name, token]) {
      await setSecret(store, `project:${project.id}:live`, { name: kept, ...own });
    }
    const edited = await owner.edit(draft, rename('echo', 'again'));
    await owner.saveVersion(project, edited, { base: 1, secrets: 'copy' });
    expect(await read(`project:${project.id}:live`)).toEqual({
      ...all,
      [name]: 'in use',
      [token]: 'in use',
    });
    expect(await read(`draft:${draft.id}`)).toEqual(all);
  });
});

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
    for (const body of [{}, { title: ' ' }, { minScore: 101 }, { slug: 'other-slug' }]) {
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
