import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import type { EndpointView } from './endpoint/endpoint.ts';
import { findAccount } from './account/find-account.server.ts';
import type { ProjectCaller } from './project-caller.ts';
import type { ProjectRow } from './project-store.server.ts';
import { countProjects, listProjects } from './project-index.server.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import { getPlanLimits } from './project-limits.server.ts';
import type { AccountProjectQuery } from './project-query.ts';
import type { ProjectPage, ProjectView } from './project.ts';
import { toListedProject } from './listed-project.ts';

/** A page of an account's projects, and how much room is left for more. */
export async function viewProjects(
  app: AppContext,
  request: Request,
  caller: ProjectCaller,
  { account: named, ...query }: AccountProjectQuery,
): Promise<Result<ProjectPage, ProjectProblem>> {
  const found = await findAccount(app, caller, named, 'viewer');
  if (!found.ok) return found;
  const { account } = found.value;
  const among = caller.kind === 'key' ? caller.projects : 'all';
  const [page, number, got] = await Promise.all([
    listProjects(app.env.DB, account, query, among),
    countProjects(app.env.DB, account),
    getPlanLimits(app, request, caller, account),
  ]);
  const left = got.ok ? Math.max(0, got.value.projects - number) : null;
  return succeed({ ...page, left });
}

/**
 * A project on its own.
 * @param endpoint as its object has it, where that is known: the row is a mirror, which may be late
 */
export function toProjectView(row: ProjectRow, endpoint?: EndpointView): ProjectView {
  const { summary, minScore, isTestGated, createdAt } = row;
  const { visibility, published } = endpoint ?? {};
  return {
    ...toListedProject(row),
    ...(visibility ? { visibility } : {}),
    ...(published === undefined ? {} : { published: published?.version ?? null }),
    endpoint: toEndpointPath(row.slug),
    summary,
    minScore,
    isTestGated,
    createdAt,
  };
}

/** Path of an endpoint. */
export function toEndpointPath(slug: string): string {
  return `/mcp/${slug}`;
}
