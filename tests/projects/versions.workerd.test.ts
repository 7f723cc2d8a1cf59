import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import type { DraftFile, DraftView } from '#app/drafts/draft.ts';
import { randomId } from '#app/platform/ids.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import type { ProjectView } from '#app/projects/project.ts';
import { saveVersion } from '#app/projects/save-version.server.ts';
import type { VersionList, VersionView } from '#app/projects/version.ts';

import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { loseWrites } from '../setup/broken-binding.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { ProjectOwner, rename } from './project-owner.workerd.ts';

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
       fingerprint, tools, null, created_by, created_at, null, null from versions where project = ?3 limit 1`,
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
