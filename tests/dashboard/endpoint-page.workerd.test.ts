import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { loadEndpointPage } from '#app/dashboard/endpoint/load-endpoint-page.server.ts';

import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';

const app = { ...makeApp(), nonce: '', origin: SITE };
const STRANGER = new Request(SITE);

/** A published project, the request of its owner, and one of another user. */
async function publish() {
  const [owner, other] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
  const draft = await owner.draft();
  const project = await owner.saveProject(draft);
  await owner.publish(project, 1);
  return { owner, other: other.request(), draft, project };
}

test('a private endpoint shows nothing but that to strangers, and all to who has it', async () => {
  const { owner, other, draft, project } = await publish();
  for (const request of [STRANGER, other]) {
    expect(await loadEndpointPage(app, request, project.slug)).toEqual({ isHidden: true });
  }
  const facts = await loadEndpointPage(app, owner.request(), project.slug);
  expect(facts).toMatchObject({
    isHidden: false,
    slug: project.slug,
    visibility: 'private',
    version: 1,
    project: project.id,
    more: 0,
  });
  const names = 'tools' in draft.blueprint ? draft.blueprint.tools.map(({ name }) => name) : [];
  const shown = facts?.isHidden === false ? facts.tools.map(({ name }) => name) : [];
  expect(shown).toEqual(names);
});

test('a public endpoint shows its tools to everybody, and its project to nobody else', async () => {
  const { owner, other, project } = await publish();
  await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'public' });
  for (const request of [STRANGER, other]) {
    const facts = await loadEndpointPage(app, request, project.slug);
    expect(facts).toMatchObject({ isHidden: false, visibility: 'public', project: null });
    expect(JSON.stringify(facts)).not.toContain(project.id);
  }
});

test('where nothing is served there is no page', async () => {
  const { owner, project } = await publish();
  await owner.ask('DELETE', `/api/projects/${project.id}/publication`);
  for (const slug of [project.slug, 'no-such-server', 'UPPER', '']) {
    expect([slug, await loadEndpointPage(app, owner.request(), slug)]).toEqual([slug, null]);
  }
});

test('clients are answered by the gateway, also where they ask with GET', async () => {
  const { project } = await publish();
  const answer = await exports.default.fetch(
    new Request(SITE + project.endpoint, { headers: { accept: 'application/json' } }),
  );
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toContain('POST');
});
