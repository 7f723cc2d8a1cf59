import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';
import { findProjectSecrets } from '#app/projects/secrets/find-project-secrets.server.ts';
import { SECRET_ENVIRONMENTS } from '#app/projects/secrets/project-secret-owner.ts';
import { SecretTest } from '#app/projects/secrets/project-secrets.ts';

import { testSecret } from './test-secret.server.ts';

const Named = z.object({
  id: z.string(),
  environment: z.enum(SECRET_ENVIRONMENTS),
  name: z.string(),
});

/** Tests credentials of projects, part of `/api/projects`. */
export const testSecretApi = new Hono<AppEnv>().post(
  '/:id/secrets/:environment/:name/test',
  zValidator('param', Named, answerInvalid),
  async (c) => {
    const { app } = c.var;
    const { id, environment, name } = c.req.valid('param');
    const found = await findProjectSecrets(app, c.req.raw, id, environment);
    if (!found.ok) return answerProjectProblem(app, found);
    const { project, owner, blueprint } = found.value;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, `secret:${project.id}`);
    if (refused) return refused;
    const secrets = { owner, account: project.account, blueprint, environment };
    const tested = await testSecret(app, secrets, name);
    if (tested === null) return answerProblem(app, { reason: 'unknownSecret', name });
    return answerJson(SecretTest, tested, { headers: PRIVATE_HEADERS });
  },
);
