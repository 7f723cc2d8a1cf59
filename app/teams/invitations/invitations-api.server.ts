import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { InvitationToken } from '#app/teams/team-change.ts';
import { answerTeamProblem } from '#app/teams/team-problem.server.ts';

import { InvitationView, JoinedTeam } from './invitation.ts';
import { joinTeam, openInvitation } from './open-invitation.server.ts';

const MAX_BODY_BYTES = 1_024;

/** Invitations for who has their links, mounted at `/api/invitations`. The token is in the body, never in an address. */
export const invitationsApi = new Hono<AppEnv>()
  .use(limitBody(MAX_BODY_BYTES))
  .use(async (c, next) => {
    const { app } = c.var;
    const key = `invitation:${addressKey(c.req.raw)}`;
    return (await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key)) ?? next();
  })
  .post('/view', zValidator('json', InvitationToken, answerInvalid), async (c) => {
    const { app } = c.var;
    const opened = await openInvitation(app, c.req.raw, c.req.valid('json').token);
    if (!opened.ok) return answerTeamProblem(app, opened);
    return answerJson(InvitationView, opened.value.view, { headers: PRIVATE_HEADERS });
  })
  .post('/accept', zValidator('json', InvitationToken, answerInvalid), async (c) => {
    const { app } = c.var;
    const joined = await joinTeam(app, c.req.raw, c.req.valid('json').token);
    if (!joined.ok) return answerTeamProblem(app, joined);
    return answerJson(JoinedTeam, { account: joined.value }, { headers: PRIVATE_HEADERS });
  });
