import type { RequestFailure } from '#app/api-client/api-request.ts';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import type { PointDiff } from '#app/chat/point-answers.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

import { getPointDiff, getPoints } from './points-client.ts';

export type FileStatus = PointDiff['files'][number]['status'];

/** The files that differ from the restore point before the newest one. */
export interface ChangedFiles {
  /** Number of that point. */
  since: number;
  /** By path; unchanged files are not in it. */
  statuses: ReadonlyMap<string, FileStatus>;
}

/**
 * Loads which files of a draft changed last; `value` is null until that is known, and if there was
 * no earlier state. Only those who may edit the draft see earlier states: for everybody else
 * nothing is requested.
 */
export function useChangedFiles({ draft, reads }: Pick<DraftScreen, 'draft' | 'reads'>) {
  const { id, revision, mayEdit } = draft;
  // A turn becomes a point when it ends: the draft is read anew then, and its revision is the same.
  return useLoaded(id, `${revision} ${reads}`, () =>
    mayEdit ? loadChangedFiles(id) : Promise.resolve(succeed(null)),
  );
}

async function loadChangedFiles(id: string): Promise<Result<ChangedFiles | null, RequestFailure>> {
  const list = await getPoints(id);
  if (!list.ok) return list;
  const before = list.value.points.at(-2);
  if (!before) return succeed(null);
  const diff = await getPointDiff(id, before.number, 'now');
  if (!diff.ok) return diff;
  const statuses = new Map(diff.value.files.map(({ path, status }) => [path, status]));
  return succeed({ since: before.number, statuses });
}
