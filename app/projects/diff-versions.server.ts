import { diffContract } from '#app/blueprint/diff/contract/diff-contract.ts';
import { diffFiles, type FileChange } from '#app/blueprint/diff/diff-files.ts';
import { loadBlueprint, loadFiles } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { FoundVersion } from './find-project.server.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import type { VersionDiff } from './version-diff.ts';
import { loadVersion, type VersionRow } from './version-store.server.ts';

/** Files that are listed. */
const MAX_FILES = 200;

/** Compares a version with another one of its project, older or newer. */
export async function diffVersions(
  app: AppContext,
  { project, version }: FoundVersion,
  from: number,
): Promise<Result<VersionDiff, ProjectProblem>> {
  const other = await loadVersion(app.env.DB, project.id, from);
  if (other === null) return fail({ reason: 'unknownVersion', version: from });
  // One after the other: both parts of both versions at once fill the memory.
  const before = await loadBlueprint(app.env, other);
  const after = await loadBlueprint(app.env, version);
  const contract = diffContract(before, after);
  const files = await compareFiles(app, other, version);
  return succeed({
    from,
    to: version.number,
    contract,
    files: files.slice(0, MAX_FILES),
    moreFiles: Math.max(0, files.length - MAX_FILES),
    verdicts: { before: other.verdict, after: version.verdict },
  });
}

async function compareFiles(
  app: AppContext,
  before: VersionRow,
  after: VersionRow,
): Promise<FileChange[]> {
  // The same name is the same content.
  if (before.artifact === after.artifact) return [];
  const [old, now] = await Promise.all([loadFiles(app.env, before), loadFiles(app.env, after)]);
  return diffFiles(old, now);
}
