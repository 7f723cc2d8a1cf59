import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';

import {
  insertApiKey,
  replaceApiKey,
  type NewStoredKey,
} from '#app/api-keys/api-key-store.server.ts';
import { insertInvitation } from '#app/teams/invitations/invitation-store.server.ts';

import { toRequest, type RouteRequest } from '../access/draft-routes.ts';
import {
  DELETE_PROJECT,
  PROJECT_ROUTES,
  SAVED_TEST,
  type KnownProject,
} from '../access/project-routes.ts';
import type { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { addMember, openTeam } from './team-people.workerd.ts';

type MemberRole = 'owner' | 'editor' | 'viewer' | 'former';
type ProjectRoute = (typeof PROJECT_ROUTES)[number];

let project: KnownProject;
let account: string;
let people: Record<MemberRole, ProjectOwner>;

beforeAll(async () => {
  const { owner, team, path } = await openTeam();
  account = team.id;
  const [editor, viewer, former] = [
    await addMember(owner, team, 'editor'),
    await addMember(owner, team, 'viewer'),
    await addMember(owner, team, 'owner'),
  ];
  await owner.send('DELETE', `${path}/members/${former.uid}`);
  people = { owner, editor, viewer, former };
  const draft = await owner.draft();
  const made = await owner.saveProject(draft, { account: team.id });
  await owner.publish(made, 1);
  const { id: saved } = await owner.ask<{ id: string }>(
    'POST',
    `/api/projects/${made.id}/tests`,
    SAVED_TEST,
    201,
  );
  project = { ...made, draft, secret: draft.secrets[0]?.name ?? '', test: saved, key: '' };
});

/** The status for a member of the team. */
function wantedOf(role: MemberRole, { gives, needs, isOfDraft }: ProjectRoute): number {
  switch (role) {
    case 'owner':
      return gives;
    case 'editor':
      return needs === 'owner' ? 403 : isOfDraft ? 404 : gives;
    case 'viewer':
      return needs === 'viewer' ? gives : 403;
    case 'former':
      return 404;
  }
}

async function ask(
  user: ProjectOwner,
  { toBody, ...row }: RouteRequest<KnownProject> & { toBody?: (known: KnownProject) => unknown },
): Promise<number> {
  const body = toBody ? toBody(project) : row.body;
  const { path, init } = toRequest({ ...row, ...(body !== undefined && { body }) }, project);
  const answer = await user.browser.fetch(path, init);
  await answer.body?.cancel();
  return answer.status;
}

test.each(PROJECT_ROUTES.filter(({ route }) => route.includes('/api/projects/:id')))(
  'members at $route',
  async (row) => {
    const seen: Record<string, number> = {};
    const roles = ['viewer', 'former', 'editor', 'owner'] as const;
    for (const role of roles) {
      if (row.isOfDeleted) await ask(people.owner, DELETE_PROJECT);
      seen[role] = await ask(people[role], row);
      if (row.after !== undefined) await ask(people.owner, row.after);
    }
    const wanted = roles.map((role) => [role, wantedOf(role, row)]);
    expect(seen).toEqual(Object.fromEntries(wanted));
  },
);

test('what a former member asks for in the moment of their removal is not made', async () => {
  // Both have passed their checks of who asks when the member goes.
  const { former } = people;
  const made = { accountId: account, createdBy: former.uid, createdAt: 1, hash: 'of-this-test' };
  const key: NewStoredKey = {
    ...made,
    id: 'key-of-this-test',
    name: 'Late',
    lastFour: 'last',
    projects: 'all',
    mayManage: true,
    expiresAt: null,
  };
  const old = { ...key, usedAt: null, revokedAt: null, replacedBy: null };
  expect(await insertApiKey(env.DB, key, 1)).toBe(false);
  expect(await insertApiKey(env.DB, { ...key, createdBy: people.owner.uid }, 1)).toBe(true);
  expect(await replaceApiKey(env.DB, old, { ...key, id: 'another', hash: 'another' }, 2)).toBe(
    false,
  );
  const invitation = { id: 'invitation-of-this-test', email: 'late@example.org' };
  const late = { ...made, ...invitation, role: 'viewer', expiresAt: 9e12 } as const;
  expect(await insertInvitation(env.DB, late)).toBe(false);
  expect(await insertInvitation(env.DB, { ...late, createdBy: people.owner.uid })).toBe(true);
});
