import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { toEndpointStub, updateEndpoint } from './endpoint/endpoint-stub.server.ts';
import type { EndpointView } from './endpoint/endpoint.ts';
import { applyWithinPlan, toOutcome } from './endpoint/publish-version.server.ts';
import type { FoundProject } from './find-project.server.ts';
import type { ProjectChange } from './project-change.ts';
import { getPlanLimits } from './project-limits.server.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import {
  loadProject,
  markDeleted,
  unmarkDeleted,
  updateProject,
  type ProjectRow,
} from './project-store.server.ts';
import { changeSlug } from './slug-store.server.ts';
import { findSlugProblem } from './slug.ts';

export interface ChangedProject {
  project: ProjectRow;
  /** As its object has it, if that was changed. */
  endpoint: EndpointView | undefined;
}

/** Changes a project; its address and its endpoint first, because those may be refused. */
export async function changeProject(
  app: AppContext,
  request: Request,
  found: FoundProject,
  { visibility, isArchived, slug, ...rest }: ProjectChange,
): Promise<Result<ChangedProject, ProjectProblem>> {
  const { id } = found.project;
  if (slug !== undefined && slug !== found.project.slug) {
    const named = await nameAddress(app, found.project, slug);
    if (!named.ok) return named;
  }
  let endpoint: EndpointView | undefined;
  if (visibility !== undefined) {
    const shown = await showEndpoint(app, request, found, visibility);
    if (!shown.ok) return shown;
    endpoint = shown.value;
  }
  const now = Date.now();
  const archivedAt = isArchived ? (found.project.archivedAt ?? now) : null;
  const archived = isArchived === undefined ? {} : { archivedAt };
  const change = { ...rest, ...archived };
  if (Object.keys(change).length > 0) await updateProject(app.env.DB, id, change, now);
  const project = await loadProject(app.env.DB, id);
  return project ? succeed({ project, endpoint }) : fail({ reason: 'unknownProject' });
}

/** Gives the endpoint another address. Where it is served, callers find nothing at the former one. */
async function nameAddress(
  app: AppContext,
  { id: project, account }: ProjectRow,
  slug: string,
): Promise<Result<null, ProjectProblem>> {
  const message = findSlugProblem(slug);
  if (message !== null) return fail({ reason: 'badSlug', message });
  const outcome = await changeSlug(app.env.DB, { project, account }, slug, Date.now());
  if (outcome === 'done') return succeed(null);
  return fail(outcome === 'taken' ? { reason: 'slugTaken', slug } : { reason: 'slugsFull' });
}

async function showEndpoint(
  app: AppContext,
  request: Request,
  found: FoundProject,
  visibility: EndpointView['visibility'],
): Promise<Result<EndpointView, ProjectProblem>> {
  const { id: project, account } = found.project;
  return applyWithinPlan(app, request, found, { kind: 'show', project, account, visibility });
}

/**
 * Deletes a project, which can be taken back for a day. What is served needs its slug as a
 * confirmation. The endpoint closes first: whatever fails then, nothing of a deleted project is
 * served, and repeating it finishes it.
 */
export async function closeProject(
  app: AppContext,
  { id, account, slug }: ProjectRow,
  confirm: string | undefined,
): Promise<Result<null, ProjectProblem>> {
  const endpoint = await toEndpointStub(app.env, id).readEndpoint();
  if (endpoint.published !== null && confirm !== slug) {
    return fail({ reason: 'endpointLive', slug });
  }
  const closed = toOutcome(await updateEndpoint(app.env, { kind: 'close', project: id, account }));
  if (!closed.ok) return closed;
  await markDeleted(app.env.DB, id, Date.now());
  return succeed(null);
}

/** Takes the deletion of a project back; where it is not deleted, it ends a half deletion. */
export async function reopenProject(
  app: AppContext,
  request: Request,
  found: FoundProject,
): Promise<Result<null, ProjectProblem>> {
  const { project, caller } = found;
  const { id, account } = project;
  if (project.deletedAt !== null) {
    const got = await getPlanLimits(app, request, caller, account);
    if (!got.ok) return got;
    const limits = got.value;
    const undeleted = await unmarkDeleted(app.env.DB, project, limits, Date.now());
    if (undeleted.outcome === 'tooLate') return fail({ reason: 'unknownProject' });
    if (undeleted.outcome === 'full') {
      const { limit, used } = undeleted;
      return fail({ reason: 'limitReached', limit, used, max: limits[limit] });
    }
  }
  const event = { kind: 'open' as const, project: id, account };
  const opened = await applyWithinPlan(app, request, found, event);
  return opened.ok ? succeed(null) : opened;
}
