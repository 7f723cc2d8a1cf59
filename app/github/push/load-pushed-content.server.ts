import { diffContract } from '#app/blueprint/diff/contract/diff-contract.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { FoundVersion } from '#app/projects/find-project.server.ts';
import { loadVersionReport } from '#app/projects/version-report-store.server.ts';
import { loadVersion } from '#app/projects/version-store.server.ts';

import type { PushedContent } from './describe-push.ts';

/** Loads what a pull request tells about a version, compared with the version that the branch holds. */
export async function loadPushedContent(
  app: AppContext,
  { project, version }: Pick<FoundVersion, 'project' | 'version'>,
  before: number | null,
  kept: string[],
): Promise<PushedContent> {
  const report = await loadVersionReport(app.env.BLOBS, version);
  const other = before === null ? null : await loadVersion(app.env.DB, project.id, before);
  const contract =
    other === null
      ? null
      : diffContract(await loadBlueprint(app.env, other), await loadBlueprint(app.env, version));
  const { number, message } = version;
  return { title: project.title, version: number, message, before, contract, report, kept };
}
