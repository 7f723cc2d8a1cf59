import { env, exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { CreatedKey } from '#app/api-keys/api-key.ts';
import type { Usage } from '#app/billing/usage.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';
import type { ProjectPage, ProjectView } from '#app/projects/project.ts';
import { releaseTeams } from '#app/teams/release-teams.server.ts';
import type { TeamView } from '#app/teams/team.ts';

import { KeyHolder } from '../management/key-holder.workerd.ts';
import { decide, OauthClient, open, tryOpen } from '../oauth/oauth-client.workerd.ts';
import type { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { problemOf, statusesOf, toNewProject } from '../projects/project-owner.workerd.ts';
import { bearer, SITE } from '../setup/browser.workerd.ts';
import { modernRequest } from '../setup/modern-request.ts';
import { addMember, invite, openTeam, signInAs } from './team-people.workerd.ts';

let addresses = 0;

/** The status of a call of an endpoint. */
async function callWith({ slug }: ProjectView, token: string): Promise<number> {
  addresses += 1;
  const made = modernRequest('tools/list');
  const headers = new Headers(made.headers);
  headers.set('authorization', `Bearer ${token}`);
  headers.set('cf-connecting-ip', `198.51.100.${addresses}`);
  const init = { method: 'POST', headers, body: made.body };
  const answer = await exports.default.fetch(new Request(`${SITE}/mcp/${slug}`, init));
  await answer.body?.cancel();
  return answer.status;
}

/** A published project of a team. */
async function publishIn(owner: ProjectOwner, team: Pick<TeamView, 'id'>): Promise<ProjectView> {
  const project = await owner.saveProject(await owner.draft(), { account: team.id });
  await owner.publish(project, 1);
  return project;
}

async function endPlan(owner: ProjectOwner): Promise<void> {
  await env.DB.prepare('delete from subscriptions where account_id = ?').bind(owner.account).run();
  await env.CACHE.delete(`tier:v1:${await sha256(owner.uid)}`);
}

const statusOf = async (user: ProjectOwner, method: string, path: string, body?: unknown) =>
  (await user.send(method, path, body)).status;

test('a team needs the plan Team, and each payer has one', async () => {
  const { user } = await signInAs();
  const refused = await user.send('POST', '/api/teams', { name: 'Birds' });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    type: 'urn:mcp-builder:tier-required',
    detail: expect.stringContaining('Team'),
  });
  await user.buy('team');
  const answers = await Promise.all(
    ['One', 'Two'].map((name) => user.send('POST', '/api/teams', { name })),
  );
  expect(statusesOf(answers)).toEqual([201, 409]);
  const { teams } = await user.ask<{ teams: { id: string; role: string }[] }>('GET', '/api/teams');
  expect(teams).toMatchObject([{ role: 'owner' }]);
  const path = `/api/teams/${teams[0]?.id}`;
  const renamed = await user.ask<TeamView>('PATCH', path, { name: 'Fish' });
  expect(renamed).toMatchObject({ name: 'Fish', seats: { used: 1, total: 10 }, isPaused: false });
  const { user: other } = await signInAs();
  expect(await statusOf(other, 'GET', path)).toBe(404);
  expect(await statusOf(other, 'DELETE', path, { confirm: 'Fish' })).toBe(404);
  const project = await publishIn(user, { id: teams[0]?.id ?? '' });
  expect(await problemOf(await user.send('DELETE', path, { confirm: 'Fish' }))).toContain(
    'This team has 1 project. Move or delete',
  );
  await user.send('DELETE', `/api/projects/${project.id}`, { confirm: project.slug });
  expect(await statusOf(user, 'DELETE', path, { confirm: 'fish' })).toBe(409);
  expect(await statusOf(user, 'DELETE', path, { confirm: 'Fish' })).toBe(204);
  expect(await statusOf(user, 'GET', path)).toBe(404);
});

test('a role decides what a member does with the projects, and nobody else sees them', async () => {
  const { owner, team } = await openTeam();
  const editor = await addMember(owner, team, 'editor');
  const viewer = await addMember(owner, team, 'viewer');
  const { user: stranger } = await signInAs();
  const project = await publishIn(owner, team);
  const path = `/api/projects/${project.id}`;
  const list = `/api/projects?account=${team.id}`;
  const newProject = async (user: ProjectOwner) =>
    statusOf(user, 'POST', '/api/projects', toNewProject(await user.draft(), { account: team.id }));
  const people = [owner, editor, viewer, stranger];
  const each = (ask: (user: ProjectOwner) => Promise<number>) => Promise.all(people.map(ask));
  expect(await each((user) => statusOf(user, 'GET', list))).toEqual([200, 200, 200, 404]);
  expect(await each((user) => statusOf(user, 'GET', path))).toEqual([200, 200, 200, 404]);
  expect(await each((user) => statusOf(user, 'GET', `${path}/versions`))).toEqual([
    200, 200, 200, 404,
  ]);
  expect(await each((user) => statusOf(user, 'PATCH', path, { title: 'Ours' }))).toEqual([
    200, 200, 403, 404,
  ]);
  const secrets = `${path}/secrets?environment=live`;
  expect(await each((user) => statusOf(user, 'GET', secrets))).toEqual([200, 200, 403, 404]);
  const publish = (user: ProjectOwner) =>
    statusOf(user, 'POST', `${path}/publication`, { version: 1 });
  expect(await each(publish)).toEqual([200, 200, 403, 404]);
  const chat = (user: ProjectOwner) => statusOf(user, 'POST', `${path}/versions/1/draft`, {});
  expect(await each(chat)).toEqual([201, 201, 403, 404]);
  expect(await each(newProject)).toEqual([201, 201, 403, 404]);
  const open = (user: ProjectOwner) => statusOf(user, 'PATCH', path, { visibility: 'keys' });
  expect(await each(open)).toEqual([200, 403, 403, 404]);
  const keys = `/api/keys?account=${team.id}`;
  expect(await each((user) => statusOf(user, 'GET', keys))).toEqual([200, 403, 403, 404]);
  const key = { name: 'Key', projects: 'all' };
  expect(await each((user) => statusOf(user, 'POST', keys, key))).toEqual([201, 403, 403, 404]);
  const move = (user: ProjectOwner) =>
    statusOf(user, 'POST', `${path}/move`, { account: user.account });
  // The owner comes last: then it is elsewhere, where the others have no role.
  const refused = await Promise.all([editor, viewer, stranger].map(move));
  expect(refused).toEqual([403, 403, 404]);
  expect(await move(owner)).toBe(200);
  await owner.send('POST', `${path}/move`, { account: team.id });
  const drop = (user: ProjectOwner) => statusOf(user, 'DELETE', path, { confirm: project.slug });
  expect(
    (await Promise.all([editor, viewer, stranger].map(drop))).toSorted((a, b) => a - b),
  ).toEqual([403, 403, 404]);
  // The draft that an editor opened is theirs alone.
  const opened = await editor.ask<{ id: string }>('POST', `${path}/versions/1/draft`, {}, 201);
  expect(await statusOf(owner, 'GET', `/api/drafts/${opened.id}`)).toBe(404);
});

test('of two members who save at the same time the second one is told, and a former member saves nothing', async () => {
  const { owner, team, path } = await openTeam();
  const editor = await addMember(owner, team, 'editor');
  const project = await publishIn(owner, team);
  const save = async (user: ProjectOwner, title: string) => {
    const { id } = await user.ask<{ id: string }>(
      'POST',
      `/api/projects/${project.id}/versions/1/draft`,
      {},
      201,
    );
    const draft = await user.ask<Awaited<ReturnType<ProjectOwner['draft']>>>(
      'GET',
      `/api/drafts/${id}`,
    );
    const edited = await user.edit(draft, { edit: 'setIdentity', title });
    const body = { draft: id, revision: edited.revision, base: 1 };
    return () => statusOf(user, 'POST', `/api/projects/${project.id}/versions`, body);
  };
  const saves = [await save(owner, 'Mine'), await save(editor, 'Yours')];
  expect((await Promise.all(saves.map((run) => run()))).toSorted((a, b) => a - b)).toEqual([
    201, 409,
  ]);
  const late = await save(editor, 'Late');
  await owner.send('DELETE', `${path}/members/${editor.uid}`);
  expect(await late()).toBe(404);
  expect(await statusOf(editor, 'GET', `/api/projects/${project.id}`)).toBe(404);
});

test('a removed member’s keys, sign-ins of apps and secrets in chats end; their session stays', async () => {
  const { owner, team, path } = await openTeam();
  const member = await addMember(owner, team, 'owner');
  const draft = await owner.draft();
  const name = draft.secrets[0]?.name ?? '';
  await owner.send('PUT', `/api/drafts/${draft.id}/secrets/${name}`, { value: 'of the team' });
  const project = await owner.saveProject(draft, { account: team.id, secrets: 'copy' });
  await owner.publish(project, 1);
  const body = { name: 'Theirs', projects: 'all', mayManage: true };
  const created = await member.ask<CreatedKey>('POST', `/api/keys?account=${team.id}`, body, 201);
  const key = new KeyHolder(created);
  const client = new OauthClient();
  await client.register();
  const asked = await open(member, await client.toAddress(project.slug));
  const { code = '' } = await decide(member, asked, ['tools:read']);
  const tokens = await (await client.exchange(project.slug, code)).json<{ access_token: string }>();
  const chat = await member.ask<{ id: string }>(
    'POST',
    `/api/projects/${project.id}/versions/1/draft`,
    {},
    201,
  );
  const countSecrets = () =>
    env.DB.prepare('select count(*) as n from secrets where owner = ?')
      .bind(`draft:${chat.id}`)
      .first('n');
  expect(await callWith(project, created.token)).toBe(200);
  expect(await callWith(project, tokens.access_token)).toBe(200);
  expect((await key.send('GET', `/projects/${project.id}`)).status).toBe(200);
  expect(await countSecrets()).toBe(1);

  // A key has no more rights than who made it.
  await owner.send('PATCH', `${path}/members/${member.uid}`, { role: 'viewer' });
  expect((await key.send('PATCH', `/projects/${project.id}`, { title: 'No' })).status).toBe(403);
  expect(await statusOf(owner, 'DELETE', `${path}/members/${member.uid}`)).toBe(204);
  expect(await callWith(project, created.token)).toBe(401);
  expect(await callWith(project, tokens.access_token)).toBe(401);
  expect((await key.send('GET', `/projects/${project.id}`)).status).toBe(401);
  expect(await countSecrets()).toBe(0);
  expect(await statusOf(member, 'GET', `/api/drafts/${chat.id}`)).toBe(200);
  expect(await statusOf(member, 'GET', '/api/sessions')).toBe(200);
  expect(await tryOpen(member, await client.toAddress(project.slug))).toMatchObject({
    reason: 'foreignEndpoint',
  });
});

test('secrets that a chat got from a team’s project go into no other account, and end with the membership or a move', async () => {
  const { owner, team, path } = await openTeam();
  const member = await addMember(owner, team, 'editor');
  const draft = await owner.draft();
  const name = draft.secrets[0]?.name ?? '';
  await owner.send('PUT', `/api/drafts/${draft.id}/secrets/${name}`, { value: 'of the team' });
  const project = await owner.saveProject(draft, { account: team.id, secrets: 'copy' });
  const openChat = async () => {
    const versions = `/api/projects/${project.id}/versions/1/draft`;
    const { id } = await member.ask<{ id: string }>('POST', versions, {}, 201);
    return member.ask<Parameters<ProjectOwner['saveProject']>[0]>('GET', `/api/drafts/${id}`);
  };
  const countSecrets = (of: string) =>
    env.DB.prepare('select count(*) as n from secrets where owner like ?')
      .bind(`${of}%`)
      .first('n');
  const [chat, saved] = [await openChat(), await openChat()];
  const own = await member.saveProject(saved, { secrets: 'copy' });
  expect(await countSecrets(`project:${own.id}:`)).toBe(0);
  const shared = await member.saveProject(await openChat(), { account: team.id, secrets: 'copy' });
  expect(await countSecrets(`project:${shared.id}:`)).toBe(2);
  expect(await countSecrets(`draft:${saved.id}`)).toBe(1);

  await owner.ask('POST', `/api/projects/${shared.id}/move`, { account: owner.account });
  expect(await countSecrets(`draft:${chat.id}`)).toBe(1);
  expect(await statusOf(owner, 'DELETE', `${path}/members/${member.uid}`)).toBe(204);
  expect(await countSecrets(`draft:${saved.id}`)).toBe(0);
  expect(await countSecrets(`draft:${chat.id}`)).toBe(0);
});

test('chats of others lose what they got from a project that moves out of their team', async () => {
  const { owner, team } = await openTeam();
  const member = await addMember(owner, team, 'editor');
  const draft = await owner.draft();
  const name = draft.secrets[0]?.name ?? '';
  await owner.send('PUT', `/api/drafts/${draft.id}/secrets/${name}`, { value: 'of the team' });
  const project = await owner.saveProject(draft, { account: team.id, secrets: 'copy' });
  const versions = `/api/projects/${project.id}/versions/1/draft`;
  const [theirs, ours] = [
    await member.ask<{ id: string }>('POST', versions, {}, 201),
    await owner.ask<{ id: string }>('POST', versions, {}, 201),
  ];
  await owner.ask('POST', `/api/projects/${project.id}/move`, { account: owner.account });
  const left = await env.DB.prepare('select owner from secrets where project = ?')
    .bind(project.id)
    .all();
  expect(left.results).toEqual([{ owner: `draft:${ours.id}` }]);
  expect(await statusOf(member, 'GET', `/api/drafts/${theirs.id}`)).toBe(200);
});

test('the last owner stays, and so does who pays until another owner takes over', async () => {
  const { owner, team, path } = await openTeam();
  const place = (user: ProjectOwner) => `${path}/members/${user.uid}`;
  expect(await problemOf(await owner.send('DELETE', place(owner)))).toContain('pays for the team');
  const second = await addMember(owner, team, 'owner');
  expect(await problemOf(await second.send('DELETE', place(owner)))).toContain('pays for the team');
  const demote = await second.send('PATCH', place(owner), { role: 'viewer' });
  expect(await problemOf(demote)).toContain('pays for the team');
  expect(await statusOf(second, 'POST', `${path}/payer`)).toBe(403);
  await second.buy('team');
  const taken = await second.ask<TeamView>('POST', `${path}/payer`);
  expect(taken.members.map(({ uid, isPayer }) => [uid, isPayer])).toEqual([
    [owner.uid, false],
    [second.uid, true],
  ]);
  // Both at the same moment: one of them stays an owner.
  const left = await Promise.all([
    statusOf(owner, 'PATCH', place(owner), { role: 'editor' }),
    statusOf(second, 'DELETE', place(second)),
  ]);
  expect(left.toSorted((a, b) => a - b)).toEqual([204, 409]);
  const owners = env.DB.prepare(
    "select count(*) as n from members where account_id = ? and role = 'owner'",
  );
  expect(await owners.bind(team.id).first('n')).toBe(1);
  expect(await statusOf(owner, 'DELETE', `${path}/members/nobody`)).not.toBe(204);
});

test('when its plan ends a team is read by its members, changed by its owners within free limits, and grows no more', async () => {
  const { owner, team, path } = await openTeam();
  const editor = await addMember(owner, team, 'editor');
  const { user, email } = await signInAs();
  const { token } = await invite(owner, team, email);
  const project = await publishIn(owner, team);
  const list = `/api/projects?account=${team.id}`;
  expect((await editor.ask<ProjectPage>('GET', list)).left).toBe(199);
  await endPlan(owner);
  expect((await owner.ask<ProjectPage>('GET', list)).left).toBe(2);
  const one = `/api/projects/${project.id}`;
  expect(await statusOf(editor, 'GET', one)).toBe(200);
  expect(await problemOf(await editor.send('PATCH', one, { title: 'No' }))).toBe(
    '403 tier-required',
  );
  expect(await statusOf(owner, 'PATCH', one, { title: 'Yes' })).toBe(200);
  expect(await problemOf(await user.send('POST', '/api/invitations/accept', { token }))).toContain(
    'The plan of this team has ended',
  );
  const wanted = { email: 'new@example.org', role: 'viewer' };
  expect(await statusOf(owner, 'POST', `${path}/invitations`, wanted)).toBe(403);
  expect(await owner.ask<TeamView>('GET', path)).toMatchObject({ isPaused: true });
});

test('a project moves between accounts of one owner with its address; keys of the former account end there', async () => {
  const { owner, team } = await openTeam();
  const project = await owner.saveProject(await owner.draft());
  await owner.publish(project, 1);
  const key = { name: 'Key', projects: 'all' };
  const own = await owner.ask<CreatedKey>('POST', '/api/keys', key, 201);
  const ofTeam = await owner.ask<CreatedKey>('POST', `/api/keys?account=${team.id}`, key, 201);
  expect(await callWith(project, own.token)).toBe(200);
  const path = `/api/projects/${project.id}/move`;
  const moved = await owner.ask<ProjectView>('POST', path, { account: team.id });
  expect(moved).toMatchObject({ slug: project.slug, published: 1 });
  expect(await owner.ask<ProjectView>('POST', path, { account: team.id })).toEqual(moved);
  expect(await callWith(project, own.token)).toBe(401);
  expect(await callWith(project, ofTeam.token)).toBe(200);
  const { projects } = await owner.ask<ProjectPage>('GET', `/api/projects?account=${team.id}`);
  expect(projects.map(({ id }) => id)).toEqual([project.id]);
  expect((await owner.ask<ProjectPage>('GET', '/api/projects')).projects).toEqual([]);
  await owner.publish(project, 1);

  const { user } = await signInAs();
  expect(await statusOf(owner, 'POST', path, { account: user.account })).toBe(404);
  // A free plan has room for three.
  await endPlan(owner);
  const draft = await owner.draft();
  for (let n = 0; n < 3; n += 1) await owner.saveProject(draft);
  expect(await problemOf(await owner.send('POST', path, { account: owner.account }))).toBe(
    '403 limit-reached',
  );
  expect(await callWith(project, ofTeam.token)).toBe(200);
});

test('an account is not deleted while its user is the only owner of a team with others', async () => {
  const { owner, team, path } = await openTeam();
  const remove = () =>
    owner.browser.fetch('/api/account', { method: 'DELETE', headers: bearer(owner.token) });
  const editor = await addMember(owner, team, 'editor');
  const refused = await remove();
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Birds')]);
  expect(await statusOf(owner, 'GET', path)).toBe(200);
  await owner.send('PATCH', `${path}/members/${editor.uid}`, { role: 'owner' });
  expect((await remove()).status).toBe(204);
  const seen = await editor.ask<TeamView>('GET', path);
  expect(seen).toMatchObject({ isPaused: true, members: [{ uid: editor.uid }] });
});

test('a team of one goes with its user, projects included; one that was joined meanwhile gets another owner', async () => {
  const { owner, team, path } = await openTeam();
  const project = await publishIn(owner, team);
  await releaseTeams(env, owner.uid);
  expect(await statusOf(owner, 'GET', path)).toBe(404);
  expect(await toEndpointStub(env, project.id).lease()).toMatchObject({ ok: false });
  const other = await openTeam();
  const viewer = await addMember(other.owner, other.team, 'viewer');
  const editor = await addMember(other.owner, other.team, 'editor');
  await releaseTeams(env, other.owner.uid);
  await releaseTeams(env, other.owner.uid);
  const seen = await viewer.ask<TeamView>('GET', other.path);
  expect(seen.members.map(({ uid, role }) => [uid, role])).toEqual([
    [viewer.uid, 'viewer'],
    [editor.uid, 'owner'],
  ]);
});

test('a team has the seats that were bought, which the payer sees among their limits', async () => {
  const { owner, path } = await openTeam();
  await env.DB.prepare(
    "UPDATE subscriptions SET customer_id = 'cus_1', seats = 2 WHERE account_id = ?",
  )
    .bind(owner.account)
    .run();
  expect((await owner.ask<TeamView>('GET', path)).seats).toEqual({ used: 1, total: 2 });
  const { limits } = await owner.ask<Usage>('GET', '/api/usage');
  expect(limits.find(({ limit }) => limit === 'seats')).toMatchObject({ used: 1, max: 2 });
});
