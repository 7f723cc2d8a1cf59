import { removeCallerSecrets, removeSecrets } from '#app/secrets/store.server.ts';

import { updateEndpoint } from './endpoint/endpoint-stub.server.ts';
import { forgetProjects, listProjectsOf, type RemovedProject } from './project-index.server.ts';
import { SECRET_ENVIRONMENTS, toProjectSecretOwner } from './secrets/project-secret-owner.ts';
import { removeVersionReports } from './version-report-store.server.ts';

/** The bindings that projects are kept in. */
export type ProjectBindings = Pick<Env, 'DB' | 'PROJECTS' | 'BLOBS'>;

/** As many at the same time as objects answer well; with two owners of secrets each. */
const AT_ONCE = 20;

/**
 * Removes all projects of an account, with their endpoints, secrets and reports. Each batch is
 * whole: an interrupted run continues where it stopped when it is called again.
 */
export async function removeProjectsOf(env: ProjectBindings, account: string): Promise<void> {
  await removeAll(env, (limit) => listProjectsOf(env.DB, account, limit), Infinity);
}

/** Removes the projects of a list that is read again and again, up to a number, and returns how many. */
export async function removeAll(
  env: ProjectBindings,
  list: (limit: number) => Promise<RemovedProject[]>,
  most: number,
): Promise<number> {
  let removed = 0;
  while (removed < most) {
    const projects = await list(AT_ONCE);
    if (projects.length === 0) break;
    await removeBatch(env, projects);
    removed += projects.length;
  }
  return removed;
}

async function removeBatch(env: ProjectBindings, projects: RemovedProject[]): Promise<void> {
  await Promise.all(
    projects.map(({ id: project, account }) =>
      updateEndpoint(env, { kind: 'remove', project, account }),
    ),
  );
  const owners = projects.flatMap(({ id }) =>
    SECRET_ENVIRONMENTS.map((environment) => toProjectSecretOwner(id, environment)),
  );
  await removeSecrets(env.DB, owners);
  await removeCallerSecrets(
    env.DB,
    projects.map(({ id }) => id),
  );
  await Promise.all(projects.map(({ id }) => removeVersionReports(env.BLOBS, id)));
  // Rows last: while they stand, the projects are found again.
  const ids = projects.map(({ id }) => id);
  await forgetProjects(env.DB, ids, Date.now());
}
