import type { UserCaller } from '#app/auth/caller.server.ts';
import { toIdempotentId } from '#app/drafts/draft-token.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { NewProject } from './project-change.ts';
import { getPlanLimits, type CallerLimits } from './project-limits.server.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import { insertProject, loadProject, type ProjectRow } from './project-store.server.ts';
import {
  findSavedDraft,
  finishSave,
  isSaved,
  toVersion,
  type SavedDraft,
} from './saved-draft.server.ts';
import { findSlugProblem, toDefaultSlug } from './slug.ts';
import { loadVersion } from './version-store.server.ts';

/** Names that are tried where nobody has chosen one; each has nearly a million endings. */
const MAX_SLUGS = 3;

/** The saved project, and whether this request made it. */
export interface SavedProject {
  project: ProjectRow;
  isNew: boolean;
}

/**
 * Makes a project of a draft, with a first version. An `Idempotency-Key` makes one project only,
 * however often it comes.
 */
export async function saveProject(
  app: AppContext,
  request: Request,
  caller: UserCaller,
  body: NewProject,
): Promise<Result<SavedProject, ProjectProblem>> {
  const message = body.slug === undefined ? null : findSlugProblem(body.slug);
  if (message !== null) return fail({ reason: 'badSlug', message });
  const saved = await findSavedDraft(app, request, caller, body);
  if (!saved.ok) return saved;
  const key = request.headers.get('idempotency-key');
  const { accountId } = caller;
  const id =
    key === null ? randomId() : await toIdempotentId(app.config, accountId, `project|${key}`);
  const isKnown = key !== null && (await loadProject(app.env.DB, id)) !== null;
  const made = isKnown
    ? succeed(false)
    : await makeProject(app, request, caller, body, saved.value, id);
  if (!made.ok) return made;
  const project = await loadProject(app.env.DB, id);
  // A key that was used before, whose project is deleted by now.
  if (project === null || project.deletedAt !== null) return fail({ reason: 'unknownProject' });
  const first = await loadVersion(app.env.DB, id, 1);
  if (!first || !isSaved(saved.value, first)) return succeed({ project, isNew: false });
  const judged = await finishSave(app, saved.value, first, body.secrets);
  const shown = project.latest === 1 ? { ...project, ...judged } : project;
  return succeed({ project: shown, isNew: made.value });
}

/** Makes the project under a slug that is free, and returns whether this call did. */
async function makeProject(
  app: AppContext,
  request: Request,
  caller: UserCaller,
  { title, slug: chosen, message }: NewProject,
  saved: SavedDraft,
  id: string,
): Promise<Result<boolean, ProjectProblem>> {
  const got: Result<CallerLimits, ProjectProblem> = await getPlanLimits(app, request, caller);
  if (!got.ok) return got;
  const { has, limits } = got.value;
  const { accountId: account, uid: createdBy } = caller;
  const version = await toVersion(saved, { project: id, base: null, createdBy, message });
  for (let tried = 1; ; tried += 1) {
    const slug = chosen ?? toDefaultSlug(title, randomBytes());
    const row = { account, title, slug, limit: limits.projects };
    const outcome = await insertProject(app.env.DB, row, version);
    if (outcome === 'made' || outcome === 'known') return succeed(outcome === 'made');
    if (outcome === 'full') return fail({ reason: 'projectsFull', has, limit: limits.projects });
    if (chosen !== undefined || tried === MAX_SLUGS) return fail({ reason: 'slugTaken', slug });
  }
}

function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}
