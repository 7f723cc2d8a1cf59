import type { Limits } from '#app/billing/limits.ts';
import { toIdempotentId } from '#app/drafts/draft-token.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { findAccount } from './account/find-account.server.ts';
import type { ProjectCaller } from './project-caller.ts';
import type { NewProject } from './project-change.ts';
import { getPlanLimits } from './project-limits.server.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import { insertProject, loadProject, type ProjectRow } from './project-store.server.ts';
import {
  findSavedDraft,
  finishSave,
  isSaved,
  toVersion,
  type SavedServer,
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

/** How a project is kept. */
type KeptProject = Pick<NewProject, 'title' | 'slug' | 'message' | 'secrets'>;

/** The account and the id that a new project gets, and whether an earlier request has made it. */
interface ProjectPlace {
  account: string;
  id: string;
  isKnown: boolean;
}

/**
 * Makes a project of a draft, with a first version. An `Idempotency-Key` makes one project only,
 * however often it comes.
 */
export async function saveProject(
  app: AppContext,
  request: Request,
  caller: ProjectCaller,
  body: NewProject,
): Promise<Result<SavedProject, ProjectProblem>> {
  const place = await findPlace(app, request, caller, body);
  if (!place.ok) return place;
  const saved = await findSavedDraft(app, request, caller, body);
  return saved.ok ? keepProject(app, request, caller, saved.value, body, place.value) : saved;
}

/** The place of a new project, if its account and its slug may have it. */
export async function findPlace(
  app: AppContext,
  request: Request,
  caller: ProjectCaller,
  { slug, account: named }: Pick<NewProject, 'slug' | 'account'>,
): Promise<Result<ProjectPlace, ProjectProblem>> {
  const message = slug === undefined ? null : findSlugProblem(slug);
  if (message !== null) return fail({ reason: 'badSlug', message });
  const found = await findAccount(app, caller, named, 'editor');
  if (!found.ok) return found;
  const { account } = found.value;
  const key = request.headers.get('idempotency-key');
  if (key === null) return succeed({ account, id: randomId(), isKnown: false });
  // Of the caller, so that members of a team who choose the same key get projects of their own.
  const owner = account === caller.accountId ? account : `${caller.accountId}|${account}`;
  const id = await toIdempotentId(app.config, owner, `project|${key}`);
  const known = await loadProject(app.env.DB, id);
  return succeed({ account, id, isKnown: known !== null && known.account === account });
}

/** As {@link saveProject}, whatever is saved. */
export async function keepProject(
  app: AppContext,
  request: Request,
  caller: ProjectCaller,
  saved: SavedServer,
  kept: KeptProject,
  { account, id, isKnown }: ProjectPlace,
): Promise<Result<SavedProject, ProjectProblem>> {
  const made = isKnown
    ? succeed(false)
    : await makeProject(app, request, caller, saved, { ...kept, account, id });
  if (!made.ok) return made;
  const found = await findMadeProject(app, id);
  if (!found.ok) return found;
  const project = found.value;
  const first = await loadVersion(app.env.DB, id, 1);
  if (!first || !isSaved(saved, first)) return succeed({ project, isNew: false });
  const judged = await finishSave(app, saved, first, kept.secrets);
  const shown = project.latest === 1 ? { ...project, ...judged } : project;
  return succeed({ project: shown, isNew: made.value });
}

/** A project that was made; it may be deleted by now, if its key was used before. */
export async function findMadeProject(
  { env }: AppContext,
  id: string,
): Promise<Result<ProjectRow, ProjectProblem>> {
  const project = await loadProject(env.DB, id);
  const isGone = project === null || project.deletedAt !== null;
  return isGone ? fail({ reason: 'unknownProject' }) : succeed(project);
}

/** Makes the project under a slug that is free, and returns whether this call did. */
async function makeProject(
  app: AppContext,
  request: Request,
  caller: ProjectCaller,
  saved: SavedServer,
  { account, id, title, slug: chosen, message }: KeptProject & Omit<ProjectPlace, 'isKnown'>,
): Promise<Result<boolean, ProjectProblem>> {
  const got: Result<Limits, ProjectProblem> = await getPlanLimits(app, request, caller, account);
  if (!got.ok) return got;
  const max = got.value.projects;
  const first = { id: randomId(), project: id, base: null, createdBy: caller.uid, message };
  const version = await toVersion(saved, first);
  for (let tried = 1; ; tried += 1) {
    const slug = chosen ?? toDefaultSlug(title, randomBytes());
    const row = { account, title, slug, limit: max };
    const made = await insertProject(app.env.DB, row, version);
    if (made.outcome === 'full') {
      return fail({ reason: 'limitReached', limit: 'projects', used: made.used, max });
    }
    if (made.outcome !== 'slugTaken') return succeed(made.outcome === 'made');
    if (chosen !== undefined || tried === MAX_SLUGS) return fail({ reason: 'slugTaken', slug });
  }
}

function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}
