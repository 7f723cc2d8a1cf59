import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import { listOwnAccounts } from '#app/auth/own-account-store.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { limitCalls } from '#app/platform/limit-calls.server.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { closeTeam, createTeam, takeOverPayment } from './change-team.server.ts';
import { findTeam } from './find-team.server.ts';
import { invite } from './invitations/invite.server.ts';
import { CreatedInvitation } from './invitations/invitation.ts';
import { revokeInvitation } from './invitations/invitation-store.server.ts';
import { changeMember, endMembership } from './members/change-member.server.ts';
import { MemberChange, NewInvitation, TeamDeletion, TeamName } from './team-change.ts';
import { answerTeamProblem } from './team-problem.server.ts';
import { renameTeam } from './team-store.server.ts';
import { TeamList, TeamView } from './team.ts';
import { viewTeam } from './view-team.server.ts';

const MAX_BODY_BYTES = 8_192;

/** Teams, their members and invitations, mounted at `/api/teams`. */
export const teamsApi = new Hono<AppEnv>()
  .use(limitCalls)
  .use(limitBody(MAX_BODY_BYTES))
  .get('/', async (c) => {
    const { app } = c.var;
    const user = await requireUser(app, c.req.raw);
    if (!user.ok) return answerAuthFailure(app, user);
    const accounts = await listOwnAccounts(app.env.DB, user.value.uid);
    const teams = accounts.filter(({ kind }) => kind === 'team');
    return answerJson(TeamList, { teams }, { headers: PRIVATE_HEADERS });
  })
  .post('/', zValidator('json', TeamName, answerInvalid), async (c) => {
    const { app } = c.var;
    const user = await requireUser(app, c.req.raw);
    if (!user.ok) return answerAuthFailure(app, user);
    const created = await createTeam(app, c.req.raw, user.value, c.req.valid('json').name);
    return created.ok
      ? answerTeam(app, c.req.raw, created.value, 201)
      : answerTeamProblem(app, created);
  })
  .get('/:team', (c) => answerTeam(c.var.app, c.req.raw, c.req.param('team')))
  .patch('/:team', zValidator('json', TeamName, answerInvalid), async (c) => {
    const { app } = c.var;
    const id = c.req.param('team');
    const found = await findTeam(app, c.req.raw, id, 'owner');
    if (!found.ok) return answerTeamProblem(app, found);
    await renameTeam(app.env.DB, id, c.req.valid('json').name);
    return answerTeam(app, c.req.raw, id);
  })
  .delete('/:team', zValidator('json', TeamDeletion, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findTeam(app, c.req.raw, c.req.param('team'), 'owner');
    if (!found.ok) return answerTeamProblem(app, found);
    const closed = await closeTeam(app, found.value, c.req.valid('json').confirm);
    return closed.ok ? c.body(null, 204) : answerTeamProblem(app, closed);
  })
  .post('/:team/payer', async (c) => {
    const { app } = c.var;
    const id = c.req.param('team');
    const found = await findTeam(app, c.req.raw, id, 'owner');
    if (!found.ok) return answerTeamProblem(app, found);
    const taken = await takeOverPayment(app, c.req.raw, found.value);
    return taken.ok ? answerTeam(app, c.req.raw, id) : answerTeamProblem(app, taken);
  })
  .patch('/:team/members/:uid', zValidator('json', MemberChange, answerInvalid), async (c) => {
    const { app } = c.var;
    const { team: id, uid } = c.req.param();
    const found = await findTeam(app, c.req.raw, id, 'owner');
    if (!found.ok) return answerTeamProblem(app, found);
    const changed = await changeMember(app, found.value, uid, c.req.valid('json').role);
    return changed.ok ? c.body(null, 204) : answerTeamProblem(app, changed);
  })
  .delete('/:team/members/:uid', async (c) => {
    const { app } = c.var;
    const { team: id, uid } = c.req.param();
    const found = await findTeam(app, c.req.raw, id, 'viewer');
    if (!found.ok) return answerTeamProblem(app, found);
    const { caller, role } = found.value;
    // Everybody may leave; only owners let others go.
    if (uid !== caller.uid && role !== 'owner') {
      return answerTeamProblem(app, { reason: 'roleTooLow', role, needed: 'owner' });
    }
    const ended = await endMembership(app, found.value, uid);
    return ended.ok ? c.body(null, 204) : answerTeamProblem(app, ended);
  })
  .post('/:team/invitations', zValidator('json', NewInvitation, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findTeam(app, c.req.raw, c.req.param('team'), 'owner');
    if (!found.ok) return answerTeamProblem(app, found);
    const key = `invite:${found.value.caller.uid}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const made = await invite(app, found.value, c.req.valid('json'));
    if (!made.ok) return answerTeamProblem(app, made);
    return answerJson(CreatedInvitation, made.value, { status: 201, headers: PRIVATE_HEADERS });
  })
  .delete('/:team/invitations/:invitation', async (c) => {
    const { app } = c.var;
    const { team: account, invitation: id } = c.req.param();
    const found = await findTeam(app, c.req.raw, account, 'owner');
    if (!found.ok) return answerTeamProblem(app, found);
    const isEnded = await revokeInvitation(app.env.DB, { account, id }, Date.now());
    return isEnded ? c.body(null, 204) : answerTeamProblem(app, { reason: 'unknownInvitation' });
  });

async function answerTeam(
  app: AppContext,
  request: Request,
  id: string,
  status = 200,
): Promise<Response> {
  const found = await findTeam(app, request, id, 'viewer');
  if (!found.ok) return answerTeamProblem(app, found);
  const team = await viewTeam(app, found.value);
  return answerJson(TeamView, team, { status, headers: PRIVATE_HEADERS });
}
