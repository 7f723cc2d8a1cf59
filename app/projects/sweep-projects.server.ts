import { sweepBlobs } from '#app/platform/stores/sweep-blobs.server.ts';

import {
  listDeletedProjects,
  listKnownProjects,
  listOrphanProjects,
  sweepSlugs,
} from './project-index.server.ts';
import { UNDELETE_PROJECT_MS } from './project-store.server.ts';
import { removeAll, type ProjectBindings } from './remove-projects.server.ts';
import { VERSION_REPORT_PREFIX } from './version-report-store.server.ts';

/** Nobody else gets the address of a removed project for so long: clients still call it. */
const RETIRED_MS = 90 * 24 * 60 * 60 * 1_000;
/** The rest of a very large number is left for the next time. */
const MAX_PER_RUN = 300;

export interface SweptProjects {
  projects: number;
  reports: number;
}

/**
 * Removes projects that were deleted a day ago or whose account is gone, reports that were late for
 * the end of their project, and slugs that were retired long ago.
 */
export async function sweepProjects(
  env: ProjectBindings & Pick<Env, 'CACHE'>,
  now: number,
): Promise<SweptProjects> {
  const { DB } = env;
  const deletedBefore = now - UNDELETE_PROJECT_MS;
  const deleted = (limit: number) => listDeletedProjects(DB, deletedBefore, limit);
  const orphans = (limit: number) => listOrphanProjects(DB, limit);
  const projects =
    (await removeAll(env, deleted, MAX_PER_RUN)) + (await removeAll(env, orphans, MAX_PER_RUN));
  const known = (names: string[]) => listKnownProjects(DB, names);
  const reports = await sweepBlobs(env, VERSION_REPORT_PREFIX, known, now);
  await sweepSlugs(DB, now - RETIRED_MS);
  return { projects, reports };
}
