import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { FoundProject } from './find-project.server.ts';
import type { NewVersion } from './project-change.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import {
  findSavedDraft,
  finishSave,
  isSaved,
  toVersion,
  type SavedServer,
} from './saved-draft.server.ts';
import { insertVersion, loadVersion, type VersionRow } from './version-store.server.ts';

/** The saved version, and whether this request made it. */
export interface SavedVersion {
  version: VersionRow;
  isNew: boolean;
}

/**
 * Saves a draft as the next version of a project, unless a newer one than its base is there. What
 * the latest version holds already is that version: a repeated request makes no second one.
 */
export async function saveVersion(
  app: AppContext,
  request: Request,
  found: FoundProject,
  body: NewVersion,
): Promise<Result<SavedVersion, ProjectProblem>> {
  const saved = await findSavedDraft(app, request, found.caller, body);
  return saved.ok ? keepVersion(app, found, saved.value, { ...body, id: randomId() }) : saved;
}

/** How a version is kept: its id makes one version only, however often it comes. */
type KeptVersion = Pick<NewVersion, 'base' | 'message' | 'secrets'> & Pick<VersionRow, 'id'>;

/** As {@link saveVersion}, whatever is saved. */
export async function keepVersion(
  app: AppContext,
  found: FoundProject,
  saved: SavedServer,
  kept: KeptVersion,
): Promise<Result<SavedVersion, ProjectProblem>> {
  const made = await makeVersion(app, found, saved, kept);
  if (!made.ok) return made;
  const version = await loadVersion(app.env.DB, found.project.id, made.value.number);
  if (version === null) return fail({ reason: 'unknownProject' });
  const judged = await finishSave(app, saved, version, kept.secrets);
  return succeed({ version: { ...version, ...judged }, isNew: made.value.isNew });
}

async function makeVersion(
  { env }: AppContext,
  { project: { id: project, latest }, caller }: FoundProject,
  saved: SavedServer,
  { id, base, message }: KeptVersion,
): Promise<Result<{ number: number; isNew: boolean }, ProjectProblem>> {
  const isIn = async (number: number) => {
    const version = await loadVersion(env.DB, project, number);
    return version !== null && isSaved(saved, version);
  };
  if (await isIn(latest)) return succeed({ number: latest, isNew: false });
  const version = await toVersion(saved, { id, project, base, createdBy: caller.uid, message });
  const inserted = await insertVersion(env.DB, version);
  if (inserted === null) return fail({ reason: 'unknownProject' });
  if ('made' in inserted) return succeed({ number: inserted.made, isNew: true });
  // The same request twice at the same time: the other one was first.
  const isSame = await isIn(inserted.latest);
  return isSame
    ? succeed({ number: inserted.latest, isNew: false })
    : fail({ reason: 'versionConflict', latest: inserted.latest });
}
