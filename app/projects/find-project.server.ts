import { requireUser } from '#app/auth/caller.server.ts';
import type { Role } from '#app/auth/role.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { requireRights } from './account/find-account.server.ts';
import type { ProjectCaller } from './project-caller.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import { loadProject, type ProjectRow } from './project-store.server.ts';
import { loadVersion, type VersionRow } from './version-store.server.ts';

export interface FoundProject {
  project: ProjectRow;
  caller: ProjectCaller;
  /** The caller's role in its account; of a key, that of who made it. */
  role: Role;
}

/**
 * A project for a signed-in user with this role in its account. Who has a lower one is told so; for everybody else
 * there is none.
 */
export async function findOwnProject(
  app: AppContext,
  request: Request,
  id: string,
  role: Role = 'editor',
): Promise<Result<FoundProject, ProjectProblem>> {
  return withoutDeleted(await findAnyProject(app, request, id, role));
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
  return findAnyProjectOf(app, caller.value, id, role);
}

/** As {@link findOwnProject}, for a caller who is known already. */
export async function findProjectOf(
  app: AppContext,
  caller: ProjectCaller,
  id: string,
  role: Role = 'editor',
): Promise<Result<FoundProject, ProjectProblem>> {
  return withoutDeleted(await findAnyProjectOf(app, caller, id, role));
}

/** As {@link findAnyProject}, for a caller who is known already. */
export async function findAnyProjectOf(
  app: AppContext,
  caller: ProjectCaller,
  id: string,
  role: Role,
): Promise<Result<FoundProject, ProjectProblem>> {
  if (!isRandomId(id)) return fail({ reason: 'unknownProject' });
  const project = await loadProject(app.env.DB, id);
  if (project === null) return fail({ reason: 'unknownProject' });
  const { kind } = caller;
  const isReached = kind === 'user' || caller.projects === 'all' || caller.projects.includes(id);
  if (!isReached) return fail({ reason: 'unknownProject' });
  const held = await requireRights(app, caller, project.account, role);
  if (held.ok) return succeed({ project, caller, role: held.value });
  return held.reason === 'stranger' ? fail({ reason: 'unknownProject' }) : held;
}

function withoutDeleted(
  found: Result<FoundProject, ProjectProblem>,
): Result<FoundProject, ProjectProblem> {
  const isDeleted = found.ok && found.value.project.deletedAt !== null;
  return isDeleted ? fail({ reason: 'unknownProject' }) : found;
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
  return findVersionIn(app, found.value, /^\d{1,9}$/.test(number) ? Number(number) : 0);
}

/** A version of a project that was found. */
export async function findVersionIn(
  app: AppContext,
  found: FoundProject,
  number: number,
): Promise<Result<FoundVersion, ProjectProblem>> {
  const version = await loadVersion(app.env.DB, found.project.id, number);
  if (version === null) return fail({ reason: 'unknownVersion', version: number });
  return succeed({ ...found, version });
}
