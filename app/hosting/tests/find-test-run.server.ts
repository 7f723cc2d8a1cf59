import { toServedDraft, type ServedServer } from '#app/hosting/served-server.ts';
import { findOwnDraft } from '#app/drafts/find-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { FoundProject } from '#app/projects/find-project.server.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';
import { runsOn, type NewTestRun } from '#app/projects/tests/project-test.ts';
import { listTests } from '#app/projects/tests/test-store.server.ts';
import { loadVersion } from '#app/projects/version-store.server.ts';

import type { TestRun } from './run-saved-tests.server.ts';

/** Finds what a run is about: the version or the caller's own draft, and the tests. */
export async function findTestRun(
  app: AppContext,
  request: Request,
  { project, caller }: Pick<FoundProject, 'project' | 'caller'>,
  { target, environment, tests: chosen }: NewTestRun,
): Promise<Result<TestRun, ProjectProblem>> {
  const found: Result<Pick<TestRun, 'server' | 'version' | 'before'>, ProjectProblem> = 'version' in
  target
    ? await findVersion(app, project, target.version)
    : await findDraft(app, request, { project, caller }, target.draft);
  if (!found.ok) return found;
  const all = await listTests(app.env.DB, project.id);
  const about = all.filter(({ test }) => runsOn(test, environment));
  const tests = chosen === undefined ? about : about.filter(({ id }) => chosen.includes(id));
  if (chosen !== undefined && tests.length < new Set(chosen).size) {
    return fail({ reason: 'unknownTest' });
  }
  return succeed({ project: project.id, ...found.value, environment, tests });
}

async function findVersion(
  app: AppContext,
  { id, account }: FoundProject['project'],
  number: number,
): Promise<Result<Pick<TestRun, 'server' | 'version' | 'before'>, ProjectProblem>> {
  const version = await loadVersion(app.env.DB, id, number);
  if (version === null) return fail({ reason: 'unknownVersion', version: number });
  const { blueprint, artifact } = version;
  const server: ServedServer = {
    kind: 'project',
    id,
    account,
    isKept: true,
    revision: 0,
    version: number,
    blueprint,
    artifact,
  };
  return succeed({ server, version: number, before: number });
}

/** A draft's calls of the real upstream go with the secrets that were set in its chat. */
async function findDraft(
  app: AppContext,
  request: Request,
  { project, caller }: Pick<FoundProject, 'project' | 'caller'>,
  id: string,
): Promise<Result<Pick<TestRun, 'server' | 'version' | 'before'>, ProjectProblem>> {
  const found = await findOwnDraft(app, request, id);
  if (!found.ok) return found;
  const { head, access } = found.value;
  if (access !== 'owner' || head.owner !== caller.accountId) return fail({ reason: 'unknown' });
  return succeed({ server: toServedDraft(head), version: null, before: project.latest + 1 });
}
