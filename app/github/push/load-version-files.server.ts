import { withSavedTests } from '#app/blueprint/generate/saved-test-files.ts';
import { loadBlueprint, loadFiles } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { listSavedTests } from '#app/projects/tests/test-store.server.ts';
import type { VersionRow } from '#app/projects/version-store.server.ts';

import type { HashedFile } from './compare-files.ts';
import { toBlobSha } from './git-sha.ts';

/** The generated project of a version, with the saved tests that its project has now. */
export async function loadVersionFiles(
  app: AppContext,
  version: VersionRow,
): Promise<HashedFile[]> {
  const [files, tests, blueprint] = await Promise.all([
    loadFiles(app.env, version),
    listSavedTests(app.env.DB, version.project),
    loadBlueprint(app.env, version),
  ]);
  const whole = withSavedTests(files, blueprint, tests);
  return Promise.all(
    whole.map(async ({ path, text }) => ({ path, text, sha: await toBlobSha(text) })),
  );
}
