import { requireRole, requireUser, type UserCaller } from '#app/auth/caller.server.ts';
import type { Role } from '#app/auth/user-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { ProjectProblem } from './project-problem.server.ts';
import { loadProject, type ProjectRow } from './project-store.server.ts';
import { loadVersion, type VersionRow } from './version-store.server.ts';

export interface FoundProject {
  project: ProjectRow;
  caller: UserCaller;
}

/** A project for a signed-in user with this role in its account; for everybody else there is none. */
export async function findOwnProject(
  app: AppContext,
  request: Request,
  id: string,
  role: Role = 'member',
): Promise<Result<FoundProject, ProjectProblem>> {
  const found = await findAnyProject(app, request, id, role);
  if (found.ok && found.value.project.deletedAt !== null) return fail({ reason: 'unknownProject' });
  return found;
}

/** As {@link findOwnProject}, one that was deleted included. */
export async function findAnyProject(
  app: AppContext,
  request: Request,
  id: string,
  role: Role,
): Promise<Result<FoundProject, ProjectProblem>> {
  if (!isRandomId(id)) return fail({ reason: 'unknownProject' });
  const caller = await requireUser(app, request);
  if (!caller.ok) return fail({ reason: 'refused', failure: caller });
  const project = await loadProject(app.env.DB, id);
  if (project === null) return fail({ reason: 'unknownProject' });
  const allowed = await requireRole(app, caller.value, project.account, role);
  if (allowed.ok) return succeed({ project, caller: caller.value });
  const isRefused = allowed.reason !== 'forbidden';
  return fail(isRefused ? { reason: 'refused', failure: allowed } : { reason: 'unknownProject' });
}

export interface FoundVersion extends FoundProject {
  version: VersionRow;
}

/** A version of a project, by its number as an address has it. */
export async function findOwnVersion(
  app: AppContext,
  request: Request,
  id: string,
  number: string,
  role: Role = 'viewer',
): Promise<Result<FoundVersion, ProjectProblem>> {
  const found = await findOwnProject(app, request, id, role);
  if (!found.ok) return found;
  const wanted = /^\d{1,9}$/.test(number) ? Number(number) : 0;
  const version = await loadVersion(app.env.DB, id, wanted);
  if (version === null) return fail({ reason: 'unknownVersion', version: wanted });
  return succeed({ ...found.value, version });
}
