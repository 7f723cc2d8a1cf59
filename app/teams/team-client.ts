import { jsonRequest, requestJson, sendRequest } from '#app/api-client/api-request.ts';
import type { Role } from '#app/auth/role.ts';

import { CreatedInvitation, InvitationView, JoinedTeam } from './invitations/invitation.ts';
import { TeamView } from './team.ts';

/** Makes a team that the user pays for. */
export function postTeam(name: string) {
  return requestJson(TeamView, '/api/teams', jsonRequest('POST', { name }));
}

export function patchTeam(id: string, name: string) {
  return requestJson(TeamView, teamPath(id), jsonRequest('PATCH', { name }));
}

/** Deletes a team; its name is the confirmation. */
export function requestTeamEnd(id: string, confirm: string) {
  return sendRequest(teamPath(id), jsonRequest('DELETE', { confirm }));
}

/** Lets the user pay for a team from now on. */
export function postPayer(id: string) {
  return requestJson(TeamView, `${teamPath(id)}/payer`, { method: 'POST' });
}

export function patchMember(id: string, uid: string, role: Role) {
  return sendRequest(memberPath(id, uid), jsonRequest('PATCH', { role }));
}

/** Removes a member, or leaves. */
export function deleteMember(id: string, uid: string) {
  return sendRequest(memberPath(id, uid), { method: 'DELETE' });
}

export function postInvitation(id: string, email: string, role: Role) {
  const init = jsonRequest('POST', { email, role });
  return requestJson(CreatedInvitation, `${teamPath(id)}/invitations`, init);
}

export function deleteInvitation(id: string, invitation: string) {
  return sendRequest(`${teamPath(id)}/invitations/${invitation}`, { method: 'DELETE' });
}

/** Shows what the holder of a link may do with it. */
export function viewInvitation(token: string) {
  return requestJson(InvitationView, '/api/invitations/view', jsonRequest('POST', { token }));
}

export function postAcceptance(token: string) {
  return requestJson(JoinedTeam, '/api/invitations/accept', jsonRequest('POST', { token }));
}

function teamPath(id: string): string {
  return `/api/teams/${encodeURIComponent(id)}`;
}

function memberPath(id: string, uid: string): string {
  return `${teamPath(id)}/members/${encodeURIComponent(uid)}`;
}
