import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { toEndpointStub, updateEndpoint } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { toOutcome } from '#app/projects/endpoint/publish-version.server.ts';
import type { FoundProject } from '#app/projects/find-project.server.ts';
import { countProjects } from '#app/projects/project-index.server.ts';
import { getPlanLimits } from '#app/projects/project-limits.server.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';
import {
  countPrivateEndpoints,
  loadProject,
  type ProjectRow,
} from '#app/projects/project-store.server.ts';

import { changeAccount } from './account-change-store.server.ts';
import { findAccount } from './find-account.server.ts';

/**
 * Moves a project to another account of which the caller is an owner, too, if its plan has room. Address, versions,
 * secrets and calls stay; keys of the former account stop reaching it within the 30 s of a lease. The endpoint changes
 * hands first: whatever fails then, doing it again finishes it.
 */
export async function moveProject(
  app: AppContext,
  request: Request,
  found: FoundProject,
  to: string,
): Promise<Result<ProjectRow, ProjectProblem>> {
  const { project, caller } = found;
  const { id, account } = project;
  const target = await findAccount(app, caller, to, 'owner');
  if (!target.ok) return target;
  if (account === to) return succeed(project);
  const room = await findRoomIn(app, request, found, to);
  if (!room.ok) return room;
  const moved = toOutcome(
    await updateEndpoint(app.env, { kind: 'move', project: id, account, to }),
  );
  if (!moved.ok) return moved;
  const { has, limit } = room.value;
  if (!(await changeAccount(app.env.DB, { id, to, limit }))) {
    await updateEndpoint(app.env, { kind: 'move', project: id, account: to, to: account });
    return fail({ reason: 'projectsFull', has, limit });
  }
  const row = await loadProject(app.env.DB, id);
  return row ? succeed(row) : fail({ reason: 'unknownProject' });
}

async function findRoomIn(
  app: AppContext,
  request: Request,
  { project: { id }, caller }: FoundProject,
  account: string,
): Promise<Result<{ has: 'free' | 'pro' | 'team'; limit: number }, ProjectProblem>> {
  const got = await getPlanLimits(app, request, caller, account);
  if (!got.ok) return got;
  const { has, limits } = got.value;
  const number = await countProjects(app.env.DB, account);
  if (number >= limits.projects) {
    return fail({ reason: 'projectsFull', has, limit: limits.projects });
  }
  const endpoint = await toEndpointStub(app.env, id).readEndpoint();
  if (endpoint.published !== null && endpoint.visibility === 'private') {
    const limit = limits.privateEndpoints;
    const others = await countPrivateEndpoints(app.env.DB, { id, account });
    if (others >= limit) return fail({ reason: 'endpointsFull', has, limit });
  }
  return succeed({ has, limit: limits.projects });
}
