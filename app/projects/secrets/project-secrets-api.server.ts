import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { SecretChange } from '#app/drafts/draft-change.ts';
import { SecretStatus } from '#app/drafts/draft.ts';
import { changeSecretOf } from '#app/drafts/secrets/change-secret.server.ts';
import { listSecretStatus } from '#app/drafts/secrets/draft-secrets.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import type { Result } from '#app/platform/result.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import { answerProjectProblem, type ProjectProblem } from '#app/projects/project-problem.server.ts';
import { removeSecret } from '#app/secrets/store.server.ts';

import { findNamedSecrets, type NamedSecrets } from './named-secrets.server.ts';
import { SECRET_ENVIRONMENTS, type SecretEnvironment } from './project-secret-owner.ts';
import { SecretStatusList } from './project-secrets.ts';

const Environment = z.object({ environment: z.enum(SECRET_ENVIRONMENTS) });
const Named = Environment.extend({ name: z.string() });

/** Secrets of projects, part of `/api/projects`: set, confirmed and deleted, never shown. */
export const projectSecretsApi = new Hono<AppEnv>()
  .get('/:id/secrets', zValidator('query', Environment, answerInvalid), async (c) => {
    const { app } = c.var;
    const { environment } = c.req.valid('query');
    const found = await findNamed(app, c.req.raw, c.req.param('id'), environment);
    if (!found.ok) return answerProjectProblem(app, found);
    const { owner, blueprint } = found.value;
    const secrets = await listSecretStatus(app.env.DB, owner, blueprint);
    return answerJson(SecretStatusList, { secrets }, { headers: PRIVATE_HEADERS });
  })
  .put(
    '/:id/secrets/:environment/:name',
    zValidator('param', Named.extend({ id: z.string() }), answerInvalid),
    zValidator('json', SecretChange, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const { id, environment, name } = c.req.valid('param');
      const found = await findNamed(app, c.req.raw, id, environment);
      if (!found.ok) return answerProjectProblem(app, found);
      const server = { ...found.value, mayConfirm: true };
      const changed = await changeSecretOf(app, server, name, c.req.valid('json'));
      if (!changed.ok) return answerProblem(app, changed);
      return answerJson(SecretStatus, changed.value, { headers: PRIVATE_HEADERS });
    },
  )
  .delete(
    '/:id/secrets/:environment/:name',
    zValidator('param', Named.extend({ id: z.string() }), answerInvalid),
    async (c) => {
      const { app } = c.var;
      const { id, environment, name } = c.req.valid('param');
      const found = await findNamed(app, c.req.raw, id, environment);
      if (!found.ok) return answerProjectProblem(app, found);
      await removeSecret(app.env.DB, found.value.owner, name);
      return c.body(null, 204);
    },
  );

async function findNamed(
  app: AppContext,
  request: Request,
  id: string,
  environment: SecretEnvironment,
): Promise<Result<NamedSecrets, ProjectProblem>> {
  const found = await findOwnProject(app, request, id);
  return found.ok ? findNamedSecrets(app, found.value, environment) : found;
}
