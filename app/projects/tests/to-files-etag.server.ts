import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import { toEtag } from '#app/drafts/draft.ts';
import { sha256 } from '#app/platform/sha256.ts';

/** Characters of the tests' hash. */
const LENGTH = 16;

/** The ETag of a version's files, which have the saved tests of its project in them. */
export async function toFilesEtag(version: number, tests: readonly SavedTest[]): Promise<string> {
  if (tests.length === 0) return toEtag(version);
  const hash = await sha256(JSON.stringify(tests));
  return `"${version}-${hash.slice(0, LENGTH)}"`;
}
