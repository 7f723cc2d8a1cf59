import type { ChangedFile } from '../git/compare.ts';
import type { Site } from '../operation.ts';
import type { Repository } from '../world.ts';

/** Schema `diff-entry`, without the patch. */
export const toChangedFile =
  ({ at }: Site, { owner, name }: Repository, commit: string) =>
  ({ path, sha, status, additions, deletions }: ChangedFile) => {
    const encoded = encodeURIComponent(path);
    return {
      sha,
      filename: path,
      status,
      additions,
      deletions,
      changes: additions + deletions,
      blob_url: `${at.web}/${owner}/${name}/blob/${commit}/${encoded}`,
      raw_url: `${at.web}/${owner}/${name}/raw/${commit}/${encoded}`,
      contents_url: `${at.api}/repos/${owner}/${name}/contents/${encoded}?ref=${commit}`,
    };
  };
