import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { listSecretStatus } from '#app/drafts/secrets/draft-secrets.server.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import {
  findOwnProject,
  findVersionIn,
  type FoundProject,
  type FoundVersion,
} from '#app/projects/find-project.server.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';
import { listSecrets } from '#app/secrets/store.server.ts';

import { toProjectSecretOwner, type SecretEnvironment } from './project-secret-owner.ts';
import type { SecretStatusList } from './project-secrets.ts';

/** The owner of a project's secrets, and the latest version, whose blueprint names them. */
export interface SecretsOfProject extends FoundVersion {
  owner: string;
  blueprint: Blueprint;
}

/** Finds the secrets of the caller's own project in an environment. */
export async function findProjectSecrets(
  app: AppContext,
  request: Request,
  id: string,
  environment: SecretEnvironment,
): Promise<Result<SecretsOfProject, ProjectProblem>> {
  const found = await findOwnProject(app, request, id);
  return found.ok ? findSecretsIn(app, found.value, environment) : found;
}

/** The secrets of a project that was found, in an environment. */
export async function findSecretsIn(
  app: AppContext,
  found: FoundProject,
  environment: SecretEnvironment,
): Promise<Result<SecretsOfProject, ProjectProblem>> {
  const { id, latest } = found.project;
  const version = await findVersionIn(app, found, latest);
  if (!version.ok) return version;
  const blueprint = await loadBlueprint(app.env, version.value.version);
  return succeed({ ...version.value, owner: toProjectSecretOwner(id, environment), blueprint });
}

/** The secrets that an environment has; those that callers give are needed in no endpoint's name. */
export async function listProjectSecrets(
  database: D1Database,
  { owner, blueprint }: Pick<SecretsOfProject, 'owner' | 'blueprint'>,
  environment: SecretEnvironment,
): Promise<SecretStatusList> {
  const [statuses, stored] = await Promise.all([
    listSecretStatus(database, owner, blueprint),
    listSecrets(database, owner),
  ]);
  const times = new Map(stored.map((secret) => [secret.name, secret]));
  const ofCallers = listCallerSecrets(blueprint);
  const isOwn = ({ name }: { name: string }) => environment === 'test' || !ofCallers.includes(name);
  const secrets = statuses.filter(isOwn).map((status) => {
    const { changedAt = null, usedAt = null } = times.get(status.name) ?? {};
    return { ...status, changedAt, usedAt };
  });
  return { secrets, ofCallers };
}

/** Names of the secrets of which each caller has a value of their own. */
export function listCallerSecrets({ secrets }: Pick<Blueprint, 'secrets'>): string[] {
  return secrets.flatMap(({ name, scope }) => (scope === 'caller' ? [name] : []));
}
