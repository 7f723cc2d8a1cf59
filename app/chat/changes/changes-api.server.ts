import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { ChangeDecision, ChangeSetView, KeptAnswer } from '#app/builder/change-set/change-set.ts';
import { answerChatProblem } from '#app/chat/chat-problem.server.ts';
import { decideChanges } from '#app/chat/chat-stub.server.ts';
import { findOwnChat } from '#app/chat/find-chat.server.ts';
import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { answerJson } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { answerInvalid } from '#app/platform/validation.ts';

const MAX_BYTES = 262_144;
const Place = z.object({ id: z.string(), set: z.string().max(64) });

/** Decisions on the changes that a chat's turns have proposed, part of `/api/chats`; its owner's only. */
export const changesApi = new Hono<AppEnv>()
  .post(
    '/:id/changes/:set',
    limitBody(MAX_BYTES),
    zValidator('param', Place, answerInvalid),
    zValidator('json', ChangeDecision, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const { id, set } = c.req.valid('param');
      const found = await findOwnChat(app, c.req.raw, id);
      if (!found.ok) return answerProblem(app, found);
      const decided = await decideChanges(app, found.value.head.id, set, c.req.valid('json'));
      if (!decided.ok) return answerChatProblem(app, decided);
      const headers = { 'cache-control': 'private, no-store' };
      return answerJson(ChangeSetView, decided.value, { headers });
    },
  )
  .post(
    '/:id/changes/:set/keep',
    limitBody(MAX_BYTES),
    zValidator('param', Place, answerInvalid),
    zValidator('json', KeptAnswer, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const { id, set } = c.req.valid('param');
      const found = await findOwnChat(app, c.req.raw, id);
      if (!found.ok) return answerProblem(app, found);
      const kept = await decideChanges(app, found.value.head.id, set, c.req.valid('json'));
      if (!kept.ok) return answerChatProblem(app, kept);
      const headers = { 'cache-control': 'private, no-store' };
      return answerJson(ChangeSetView, kept.value, { headers });
    },
  );
