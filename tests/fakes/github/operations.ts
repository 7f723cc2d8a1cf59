import type { Operation } from './operation.ts';
import { applicationOperations } from './operations/applications.ts';
import { archiveOperations } from './operations/archives.ts';
import { branchOperations } from './operations/branches.ts';
import { checkOperations } from './operations/checks.ts';
import { historyOperations } from './operations/commits.ts';
import { contentOperations } from './operations/contents.ts';
import { hookOperations } from './operations/hooks.ts';
import { licenseOperations } from './operations/licenses.ts';
import { pullOperations } from './operations/pulls.ts';
import { searchOperations } from './operations/search.ts';
import { blobOperations } from './operations/git-blobs.ts';
import { commitOperations } from './operations/git-commits.ts';
import { refOperations } from './operations/git-refs.ts';
import { treeOperations } from './operations/git-trees.ts';
import { installationOperations } from './operations/installations.ts';
import { renameOperations } from './operations/rename-branch.ts';
import { repositoryOperations } from './operations/repositories.ts';
import { userOperations } from './operations/users.ts';

/** Everything that the emulator has of GitHub's API. */
export const operations: Operation[] = [
  ...userOperations,
  ...applicationOperations,
  ...installationOperations,
  ...repositoryOperations,
  ...blobOperations,
  ...treeOperations,
  ...commitOperations,
  ...refOperations,
  ...searchOperations,
  ...pullOperations,
  ...licenseOperations,
  ...hookOperations,
  ...contentOperations,
  ...historyOperations,
  ...checkOperations,
  ...branchOperations,
  ...renameOperations,
  ...archiveOperations,
];
