import type { CreatedInvitation } from '#app/teams/invitations/invitation.ts';
import type { Role } from '#app/auth/role.ts';
import type { TeamView } from '#app/teams/team.ts';

import { ProjectOwner } from '../projects/project-owner.workerd.ts';

let addresses = 0;

/** A signed-in user with an address of their own. */
export async function signInAs(over: Record<string, unknown> = {}) {
  addresses += 1;
  const email = `person-${addresses}@example.org`;
  const user = await ProjectOwner.signIn({ email, ...over });
  return { user, email };
}

/** A team and the owner who pays for it. */
export async function openTeam(): Promise<{ owner: ProjectOwner; team: TeamView; path: string }> {
  const { user: owner } = await signInAs();
  await owner.buy('team');
  const team = await owner.ask<TeamView>('POST', '/api/teams', { name: 'Birds' }, 201);
  return { owner, team, path: `/api/teams/${team.id}` };
}

/** Makes a link, and returns its token. */
export async function invite(
  owner: ProjectOwner,
  { id }: Pick<TeamView, 'id'>,
  email: string,
  role: Role = 'editor',
): Promise<{ token: string; made: CreatedInvitation }> {
  const body = { email, role };
  const made = await owner.ask<CreatedInvitation>(
    'POST',
    `/api/teams/${id}/invitations`,
    body,
    201,
  );
  return { token: made.link.split('#')[1] ?? '', made };
}

/** A new member, who came by a link. */
export async function addMember(
  owner: ProjectOwner,
  team: Pick<TeamView, 'id'>,
  role: Role,
): Promise<ProjectOwner> {
  const { user, email } = await signInAs();
  const { token } = await invite(owner, team, email, role);
  await user.ask('POST', '/api/invitations/accept', { token });
  return user;
}
