import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { findVersionIn, type FoundProject } from '#app/projects/find-project.server.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';

import { toProjectSecretOwner, type SecretEnvironment } from './project-secret-owner.ts';

/** The owner of a project's secrets, and the latest version's blueprint, which names them. */
export interface NamedSecrets {
  owner: string;
  blueprint: Blueprint;
}

/** The secrets that a project has in an environment. */
export async function findNamedSecrets(
  app: AppContext,
  found: FoundProject,
  environment: SecretEnvironment,
): Promise<Result<NamedSecrets, ProjectProblem>> {
  const { id, latest } = found.project;
  const version = await findVersionIn(app, found, latest);
  if (!version.ok) return version;
  const blueprint = await loadBlueprint(app.env, version.value.version);
  return succeed({ owner: toProjectSecretOwner(id, environment), blueprint });
}
