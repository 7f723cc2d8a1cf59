import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { readBack, type ReadBack } from '#app/blueprint/read-back/read-back.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import { requireConnection } from '#app/github/connection/require-connection.server.ts';
import { loadLink, type LinkRow } from '#app/github/links/link-store.server.ts';
import { followLink, type OpenRepository } from '#app/github/links/open-repository.server.ts';
import { loadHead } from '#app/github/push/load-head.server.ts';
import { loadTree } from '#app/github/push/load-tree.server.ts';
import { loadVersionFiles } from '#app/github/push/load-version-files.server.ts';
import { refreshPulls } from '#app/github/push/refresh-pulls.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import {
  findVersionIn,
  type FoundProject,
  type FoundVersion,
} from '#app/projects/find-project.server.ts';
import { loadVersion, type VersionRow } from '#app/projects/version-store.server.ts';

import { findUnsafeCode } from './find-unsafe-code.ts';
import { loadRepository } from './load-repository.server.ts';
import type { PullProblem } from './pull-problem.server.ts';

/** The edits of a project's repository, beside its latest version. */
export interface Pull {
  link: LinkRow;
  /** The commit that was read. */
  head: string;
  pushedVersion: number;
  latest: FoundVersion;
  /** The server that was pushed, that of the latest version, and that of the repository. */
  base: Blueprint;
  mine: Blueprint;
  theirs: Blueprint;
  problems: ReadBack['problems'];
  others: string[];
}

/** Reads the edits of a project's repository on behalf of who asks. */
export async function loadEdits(
  app: AppContext,
  found: FoundProject,
): Promise<Result<Pull, PullProblem>> {
  const opened = await openPushed(app, found);
  if (!opened.ok) return opened;
  const { repository, link, pushed } = opened.value;
  const latest = await findVersionIn(app, found, found.project.latest);
  if (!latest.ok) return latest;
  const head = await loadHead(app, repository, link.branch);
  if (!head.ok) return head;
  if (head.value === null) return fail({ reason: 'nothingPushed' });
  const generated = await loadVersionFiles(app, pushed);
  const paths = [...generated.map(({ path }) => path), NEW_MODULE];
  const tree = await loadTree(app, repository, head.value.tree, paths);
  if (!tree.ok) return tree;
  const files = await loadRepository(app, repository, generated, tree.value);
  if (!files.ok) return files;
  const base = await loadBlueprint(app.env, pushed);
  const texts = new Map(generated.map(({ path, text }) => [path, text]));
  const { blueprint, problems, others } = readBack({
    before: base,
    generated: texts,
    repository: files.value,
    findFault: findUnsafeCode,
  });
  return succeed({
    link,
    head: head.value.commit,
    pushedVersion: pushed.number,
    latest: latest.value,
    base,
    mine: await loadBlueprint(app.env, latest.value.version),
    theirs: blueprint,
    problems,
    others,
  });
}

/** Where new modules of tools may be, also in a project that had none. */
const NEW_MODULE = 'src/tools/new.ts';

interface OpenedPushed {
  repository: OpenRepository;
  link: LinkRow;
  pushed: VersionRow;
}

/** The repository of a project, and the version that its branch holds. */
async function openPushed(
  app: AppContext,
  { project, caller }: FoundProject,
): Promise<Result<OpenedPushed, PullProblem>> {
  const known = await loadLink(app.env.DB, project.id);
  if (known === null) return fail({ reason: 'noLink' });
  const github = await requireConnection(app, caller.uid);
  if (!github.ok) return github;
  const followed = await followLink(app, github.value, known);
  if (!followed.ok) return followed;
  const repository = followed.value;
  const refreshed = await refreshPulls(app, repository, known);
  if (!refreshed.ok) return refreshed;
  const link = refreshed.value;
  const { pushedVersion } = link;
  const pushed =
    pushedVersion === null ? null : await loadVersion(app.env.DB, project.id, pushedVersion);
  return pushed === null
    ? fail({ reason: 'nothingPushed' })
    : succeed({ repository, link, pushed });
}
