import { NewSecretValue } from '#app/drafts/draft-change.ts';
import { SecretStatus } from '#app/drafts/draft.ts';
import { changeSecretOf } from '#app/drafts/secrets/change-secret.server.ts';
import { defineOperation } from '#app/management/operation.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { findProjectOf } from '#app/projects/find-project.server.ts';
import type { KeyCaller } from '#app/projects/project-caller.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';
import {
  findSecretsIn,
  listProjectSecrets,
  type SecretsOfProject,
} from '#app/projects/secrets/find-project-secrets.server.ts';
import { SecretStatusList } from '#app/projects/secrets/project-secrets.ts';
import type { SecretEnvironment } from '#app/projects/secrets/project-secret-owner.ts';
import { removeSecret } from '#app/secrets/store.server.ts';

import { OfEnvironment, OfSecret } from './inputs.server.ts';

/** Secrets of a project: set, deleted and listed, never shown. */
export const SECRET_OPERATIONS = [
  defineOperation({
    id: 'listSecrets',
    tag: 'Secrets',
    method: 'GET',
    path: '/projects/:projectId/secrets/:environment',
    summary: 'List secrets',
    description:
      'Lists the secrets that the latest version of a project needs in an environment, whether each is set, and where its value is sent. Values are never returned.',
    params: OfEnvironment,
    answer: { status: 200, description: 'The secrets.', schema: SecretStatusList },
    problems: [404],
    run: async ({ app, caller, params }) => {
      const named = await findNamedOf(app, caller, params);
      if (!named.ok) return named;
      const value = await listProjectSecrets(app.env.DB, named.value, params.environment);
      return succeed({ value });
    },
  }),
  defineOperation({
    id: 'setSecret',
    tag: 'Secrets',
    method: 'PUT',
    path: '/projects/:projectId/secrets/:environment/:name',
    summary: 'Set a secret',
    description:
      'Sets the value of a secret, or replaces it. It is stored encrypted, never returned, and sent only to the origins that listSecrets names.',
    params: OfSecret,
    // A key cannot confirm that a value may go to other origins: only its owner can, on the screen.
    body: NewSecretValue,
    answer: { status: 200, description: 'The secret without its value.', schema: SecretStatus },
    problems: [404, 409, 422],
    run: async ({ app, caller, params, body }) => {
      const named = await findNamedOf(app, caller, params);
      if (!named.ok) return named;
      const { owner, blueprint } = named.value;
      const server = { owner, blueprint, mayConfirm: false };
      const changed = await changeSecretOf(app, server, params.name, body);
      return changed.ok ? succeed({ value: changed.value }) : changed;
    },
  }),
  defineOperation({
    id: 'deleteSecret',
    tag: 'Secrets',
    method: 'DELETE',
    path: '/projects/:projectId/secrets/:environment/:name',
    summary: 'Delete a secret',
    description:
      'Deletes the value of a secret; tools that need it fail from then on. Nothing happens if there is none.',
    params: OfSecret,
    answer: { status: 204, description: 'The value is deleted.' },
    problems: [404],
    run: async ({ app, caller, params }) => {
      const named = await findNamedOf(app, caller, params);
      if (!named.ok) return named;
      await removeSecret(app.env.DB, named.value.owner, params.name);
      return succeed({ value: null });
    },
  }),
];

async function findNamedOf(
  app: AppContext,
  caller: KeyCaller,
  { projectId, environment }: { projectId: string; environment: SecretEnvironment },
): Promise<Result<SecretsOfProject, ProjectProblem>> {
  const found = await findProjectOf(app, caller, projectId);
  return found.ok ? findSecretsIn(app, found.value, environment) : found;
}
