import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { sha256 } from '#app/platform/sha256.ts';
import { acceptInvitation } from '#app/teams/invitations/invitation-store.server.ts';
import type { InvitationView } from '#app/teams/invitations/invitation.ts';
import type { TeamView } from '#app/teams/team.ts';

import { problemOf, statusesOf, type ProjectOwner } from '../projects/project-owner.workerd.ts';
import { Browser } from '../setup/browser.workerd.ts';
import { addMember, invite, openTeam, signInAs } from './team-people.workerd.ts';

const accept = (user: ProjectOwner, token: string) =>
  user.send('POST', '/api/invitations/accept', { token });
const view = (user: ProjectOwner, token: string) =>
  user.ask<InvitationView>('POST', '/api/invitations/view', { token });
const countMembers = (team: string) =>
  env.DB.prepare('select count(*) as n from members where account_id = ?')
    .bind(team)
    .first<number>('n');

/** Members whom nobody invited, to fill seats. */
async function fill(team: string, uids: string[], joinedAt = 0): Promise<void> {
  const user = env.DB.prepare(
    "insert into users (uid, provider, is_email_verified, created_at) values (?, 'password', 1, 0)",
  );
  const member = env.DB.prepare("insert into members values (?, ?, 'viewer', ?)");
  const rows = uids.flatMap((uid) => [user.bind(uid), member.bind(team, uid, joinedAt)]);
  await env.DB.batch(rows);
}

test('a link makes the owner of its address a member, once; only its hash is stored', async () => {
  const { owner, team, path } = await openTeam();
  const { user, email } = await signInAs();
  const { token, made } = await invite(owner, team, email.toUpperCase(), 'viewer');
  expect(made.invitation).toMatchObject({ email, role: 'viewer' });
  expect(made.seatsLeft).toBe(9);
  const rows = await env.DB.prepare('select * from invitations where account_id = ?')
    .bind(team.id)
    .all();
  expect(JSON.stringify(rows.results)).not.toContain(token);
  expect(rows.results).toMatchObject([{ hash: await sha256(token) }]);
  expect(await view(user, token)).toEqual({
    state: 'open',
    team: 'Birds',
    role: 'viewer',
    email,
    account: null,
  });
  const answers = await Promise.all([accept(user, token), accept(user, token)]);
  expect(statusesOf(answers)).toEqual([200, 409]);
  expect(await countMembers(team.id)).toBe(2);
  expect(await view(user, token)).toMatchObject({ state: 'alreadyMember', account: team.id });
  const seen = await owner.ask<TeamView>('GET', path);
  expect(seen.members.map(({ role }) => role)).toEqual(['owner', 'viewer']);
  expect(seen.invitations).toEqual([]);
});

test('whoever else comes with a link learns a blanked address, and does not get in', async () => {
  const { owner, team } = await openTeam();
  const meant = 'ada.lovelace@example.org';
  const { token } = await invite(owner, team, meant);
  const { user: other } = await signInAs();
  expect(await view(other, token)).toMatchObject({
    state: 'otherPerson',
    email: 'a•••@e•••.org',
    account: null,
  });
  const refused = await accept(other, token);
  const text = await refused.text();
  expect([refused.status, text.includes(meant)]).toEqual([403, false]);

  const nobody = new Browser();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token });
  const seen = await nobody.fetch('/api/invitations/view', { method: 'POST', headers, body });
  expect(await seen.json()).toMatchObject({ state: 'signedOut', email: 'a•••@e•••.org' });
  const taken = await nobody.fetch('/api/invitations/accept', { method: 'POST', headers, body });
  expect(taken.status).toBe(401);

  const firebase = { sign_in_provider: 'password' };
  const claims = { email: meant, email_verified: false, firebase };
  const { user: unverified } = await signInAs(claims);
  expect(await view(unverified, token)).toMatchObject({
    state: 'unverified',
    email: 'a•••@e•••.org',
  });
  expect((await accept(unverified, token)).status).toBe(403);
  // A letter that only looks like it once it is in lower case is another address.
  const { user: lookalike } = await signInAs({ email: 'ada.love\u212Aace@example.org' });
  expect(await view(lookalike, token)).toMatchObject({ state: 'otherPerson' });
  expect(await countMembers(team.id)).toBe(1);
});

test('a link that was replaced, revoked or made too long ago says so, and so does one that is none', async () => {
  const { owner, team, path } = await openTeam();
  const { user, email } = await signInAs();
  const { token: first } = await invite(owner, team, email);
  const { token: second, made } = await invite(owner, team, email);
  expect(await view(user, first)).toMatchObject({ state: 'revoked' });
  expect((await owner.ask<TeamView>('GET', path)).invitations).toHaveLength(1);
  const gone = `${path}/invitations/${made.invitation.id}`;
  expect((await owner.send('DELETE', gone)).status).toBe(204);
  expect((await owner.send('DELETE', gone)).status).toBe(204);
  expect(await problemOf(await accept(user, second))).toContain('was revoked or replaced');
  const { token: third } = await invite(owner, team, email);
  await env.DB.prepare('update invitations set expires_at = 1 where hash = ?')
    .bind(await sha256(third))
    .run();
  expect(await problemOf(await accept(user, third))).toContain('has expired');
  expect((await owner.ask<TeamView>('GET', path)).invitations).toEqual([]);
  expect((await accept(user, third.toLowerCase())).status).toBe(404);
  expect(await countMembers(team.id)).toBe(1);

  const { token } = await invite(owner, team, email);
  expect((await accept(user, token)).status).toBe(200);
  await owner.send('DELETE', `${path}/members/${user.uid}`);
  expect(await problemOf(await accept(user, token))).toContain('was used already');
  const again = await owner.send('POST', `${path}/invitations`, {
    email: 'no address',
    role: 'editor',
  });
  expect(again.status).toBe(422);
});

test('no more join at the same moment than there are seats', async () => {
  const { owner, team, path } = await openTeam();
  const people = await Promise.all([signInAs(), signInAs(), signInAs()]);
  const invited = await Promise.all(
    people.map(async ({ user, email }) => ({ user, ...(await invite(owner, team, email)) })),
  );
  const fillers = Array.from({ length: 8 }, (_, n) => `filler-${n}`);
  await fill(team.id, fillers);
  const answers = await Promise.all(invited.map(({ user, token }) => accept(user, token)));
  expect(statusesOf(answers)).toEqual([200, 409, 409]);
  expect(await countMembers(team.id)).toBe(10);
  const left = invited.find((_, index) => answers[index]?.status === 409);
  if (left === undefined) throw new Error('everybody joined');
  expect(await view(left.user, left.token)).toMatchObject({ state: 'full' });
  // The link is not used up: it works once there is a seat.
  await owner.send('DELETE', `${path}/members/filler-0`);
  expect((await accept(left.user, left.token)).status).toBe(200);
  const seen = await owner.ask<TeamView>('GET', path);
  expect(seen.seats).toEqual({ used: 10, total: 10 });
  // A plan with fewer seats puts nobody out, and who is over is said.
  await fill(team.id, ['late'], Date.now() + 1_000);
  const { members } = await owner.ask<TeamView>('GET', path);
  expect(members.flatMap(({ uid, isOverSeats }) => (isOverSeats ? [uid] : []))).toEqual(['late']);
});

test('the batch itself counts seats and uses a link up, whatever was looked at before', async () => {
  const { owner, team } = await openTeam();
  const people = await Promise.all([signInAs(), signInAs()]);
  const links = await Promise.all(
    people.map(async ({ user, email }) => {
      const { made } = await invite(owner, team, email);
      return { uid: user.uid, id: made.invitation.id };
    }),
  );
  const join = (id: string, uid: string, seats: number) =>
    acceptInvitation(env.DB, { id, accountId: team.id }, { uid, seats }, Date.now());
  const [first, second] = links;
  if (!first || !second) throw new Error('nobody was invited');
  const joined = await Promise.all(links.map(({ id, uid }) => join(id, uid, 2)));
  expect(joined.filter(Boolean)).toHaveLength(1);
  expect(await countMembers(team.id)).toBe(2);
  const [taken, other] = joined[0] ? [first, second] : [second, first];
  expect(await join(taken.id, other.uid, 10)).toBe(false);
  expect(await join(other.id, taken.uid, 10)).toBe(false);
  expect(await countMembers(team.id)).toBe(2);
  const again = await Promise.all([join(other.id, other.uid, 10), join(other.id, other.uid, 10)]);
  expect(again.filter(Boolean)).toHaveLength(1);
  expect(await countMembers(team.id)).toBe(3);
});

test('only owners invite, and the links of one who is no owner any more end', async () => {
  const { owner, team, path } = await openTeam();
  const ownAddress = team.members[0]?.email ?? '';
  const second = await addMember(owner, team, 'owner');
  const editor = await addMember(owner, team, 'editor');
  const wanted = { email: 'new@example.org', role: 'viewer' };
  expect(await problemOf(await editor.send('POST', `${path}/invitations`, wanted))).toBe(
    '403 role-required',
  );
  expect((await editor.ask<TeamView>('GET', path)).invitations).toEqual([]);
  const { user, email } = await signInAs();
  const { token } = await invite(second, team, email, 'owner');
  const demoted = await owner.send('PATCH', `${path}/members/${second.uid}`, { role: 'editor' });
  expect(demoted.status).toBe(204);
  expect(await view(user, token)).toMatchObject({ state: 'revoked' });
  const known = await owner.send('POST', `${path}/invitations`, { ...wanted, email: ownAddress });
  expect(await problemOf(known)).toContain('is a member of this team already');
});
