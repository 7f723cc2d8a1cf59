import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { updateEndpoint } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { toOutcome } from '#app/projects/endpoint/publish-version.server.ts';
import type { FoundProject } from '#app/projects/find-project.server.ts';
import { getPlanLimits } from '#app/projects/project-limits.server.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';
import { loadProject, type ProjectRow } from '#app/projects/project-store.server.ts';

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
  const got = await getPlanLimits(app, request, caller, to);
  if (!got.ok) return got;
  const moved = toOutcome(
    await updateEndpoint(app.env, { kind: 'move', project: id, account, to }),
  );
  if (!moved.ok) return moved;
  const room = got.value;
  const changed = await changeAccount(app.env.DB, { id, to, room }, Date.now());
  if (!changed.isMoved) {
    await updateEndpoint(app.env, { kind: 'move', project: id, account: to, to: account });
    const { limit, used } = changed;
    return fail({ reason: 'limitReached', limit, used, max: room[limit] });
  }
  const row = await loadProject(app.env.DB, id);
  return row ? succeed(row) : fail({ reason: 'unknownProject' });
}
