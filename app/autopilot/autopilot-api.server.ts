import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { findOwnChat } from '#app/chat/find-chat.server.ts';
import { allowTurns } from '#app/chat/turns/turn-payer.server.ts';
import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { beginRun, stopRun, toAutopilotStub } from './autopilot-stub.server.ts';
import { AutopilotRequest, AutopilotState } from './autopilot-state.ts';

const MAX_BYTES = 65_536;

/** The autopilot run of a chat over HTTP, mounted at `/api/chats`; only for its owner. */
export const autopilotApi = new Hono<AppEnv>()
  .post(
    '/:id/autopilot',
    limitBody(MAX_BYTES),
    zValidator('json', AutopilotRequest, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const address = addressKey(c.req.raw);
      const refused = await refuseAboveRate(app, app.env.LIMIT_TURNS, address);
      if (refused) return refused;
      const found = await findOwnChat(app, c.req.raw, c.req.param('id'));
      if (!found.ok) return answerProblem(app, found);
      const { connection, ...goal } = c.req.valid('json');
      const allowance = await allowTurns(app, c.req.raw, found.value.head, connection);
      const { model } = goal;
      const begun = await beginRun(app.env, found.value.head.id, goal, {
        origin: app.origin,
        ...allowance,
        model,
      });
      if (begun.ok) {
        return answerJson(AutopilotState, begun.value, { status: 201, headers: PRIVATE_HEADERS });
      }
      const detail = 'Autopilot is already running. Stop it first.';
      return problem(app, { status: 409, detail });
    },
  )
  .get('/:id/autopilot', async (c) => {
    const { app } = c.var;
    const found = await findOwnChat(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    const run = await toAutopilotStub(app.env, found.value.head.id).readAutopilot();
    if (run) return answerJson(AutopilotState, run, { headers: PRIVATE_HEADERS });
    return problem(app, { status: 404, detail: 'Autopilot has not run in this chat.' });
  })
  .post('/:id/autopilot/stop', async (c) => {
    const { app } = c.var;
    const found = await findOwnChat(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    await stopRun(app.env, found.value.head.id);
    return c.body(null, 204);
  });
