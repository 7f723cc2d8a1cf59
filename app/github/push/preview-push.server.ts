import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { LinkRow } from '#app/github/links/link-store.server.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import type { VersionRow } from '#app/projects/version-store.server.ts';

import type { FileStep } from './compare-files.ts';
import { isComparable } from './is-comparable.ts';
import { loadText } from './load-text.server.ts';
import { countCommits, planPush, type PlanFailure, type PushPlan } from './plan-push.server.ts';
import type { EditedFile, PushPreview } from './push-preview.ts';

const MAX_LISTED = 300;
/** Files that are compared: GitHub is asked for each of them. */
const MAX_COMPARED = 60;
const AT_ONCE = 6;

/** Tells what a push would do, and compares the edited files with what was generated. */
export async function previewPush(
  app: AppContext,
  repository: OpenRepository,
  link: LinkRow,
  version: VersionRow,
): Promise<Result<PushPreview, PlanFailure>> {
  const planned = await planPush(app, repository, link, version);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const edits = await compareEdits(app, repository, plan.steps);
  if (!edits.ok) return edits;
  const ahead = await countAhead(app, repository, link, plan);
  if (!ahead.ok) return ahead;
  const written = plan.steps.filter(({ edit }) => edit === null);
  return succeed({
    version: version.number,
    branch: link.branch,
    head: plan.head?.commit ?? null,
    pushedVersion: plan.pushed?.version ?? null,
    way: plan.obstacle === null ? 'commit' : 'pull',
    obstacle: plan.obstacle,
    ahead: ahead.value,
    files: written.slice(0, MAX_LISTED).map(({ path, change }) => ({ path, change })),
    moreFiles: Math.max(0, written.length - MAX_LISTED),
    edits: edits.value,
  });
}

async function countAhead(
  app: AppContext,
  repository: OpenRepository,
  link: LinkRow,
  { head, obstacle }: PushPlan,
): Promise<Result<number | null, GithubFailure>> {
  if (head === null || link.pushedSha === null) return succeed(null);
  if (head.commit === link.pushedSha) return succeed(0);
  if (obstacle === null) return succeed(null);
  return countCommits(app, repository, link.pushedSha, head.commit);
}

async function compareEdits(
  app: AppContext,
  repository: OpenRepository,
  steps: readonly FileStep[],
): Promise<Result<EditedFile[], GithubFailure>> {
  const edited = steps.filter(({ edit }) => edit !== null);
  const compared: EditedFile[] = [];
  for (let start = 0; start < edited.length; start += AT_ONCE) {
    const some = edited.slice(start, start + AT_ONCE);
    const isRoom = start < MAX_COMPARED;
    const views = await Promise.all(
      some.map((step) => compareEdit(app, repository, step, isRoom && isComparable(step))),
    );
    for (const view of views) {
      if (!view.ok) return view;
      compared.push(view.value);
    }
  }
  return succeed(compared);
}

async function compareEdit(
  app: AppContext,
  repository: OpenRepository,
  { path, edit, existing, text }: FileStep,
  isShown: boolean,
): Promise<Result<EditedFile, GithubFailure>> {
  const sha = existing?.sha ?? null;
  const before =
    isShown && sha !== null ? await loadText(app, repository, sha) : succeed<string | null>(null);
  if (!before.ok) return before;
  return succeed({
    path,
    edit: edit ?? 'changed',
    existing: existing?.path ?? null,
    sha,
    before: before.value,
    after: isShown ? (text ?? '') : '',
    isCompared: isShown && (sha === null || before.value !== null),
  });
}
