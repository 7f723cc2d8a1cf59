import type { Site } from './operation.ts';
import { summarize } from './present/to-checks.ts';
import { announceRun, announceStatus, announceSuite } from './webhooks/announce.ts';
import { takeId, toTime, type CheckRun, type CommitStatus, type Repository } from './world.ts';

/** Something tells how a commit did. */
export function addStatus(
  site: Site,
  repository: Repository,
  given: Omit<CommitStatus, 'id' | 'createdAt'>,
): CommitStatus {
  const status = { ...given, id: takeId(site.world), createdAt: toTime() };
  repository.statuses.push(status);
  announceStatus(site, repository, status);
  return status;
}

/** A job of GitHub Actions begins or ends; all of a commit are one suite. */
export function setCheckRun(
  site: Site,
  repository: Repository,
  { sha, name, conclusion }: Pick<CheckRun, 'sha' | 'name' | 'conclusion'>,
): CheckRun {
  const { world } = site;
  const now = toTime();
  let suite = repository.checkSuites.find((each) => each.sha === sha);
  if (suite === undefined) {
    const [ref] = Object.entries(repository.refs).find(([, head]) => head === sha) ?? [];
    const branch = ref?.replace('refs/heads/', '') ?? null;
    suite = { id: takeId(world), sha, branch, createdAt: now, updatedAt: now };
    repository.checkSuites.push(suite);
    announceSuite(site, repository, suite, 'requested');
  }
  const { id: suiteId } = suite;
  const isOver = conclusion !== null;
  let run = repository.checkRuns.find((each) => each.sha === sha && each.name === name);
  if (run === undefined) {
    run = {
      id: takeId(world),
      name,
      sha,
      suite: suiteId,
      status: 'in_progress',
      conclusion: null,
      startedAt: now,
      completedAt: null,
    };
    repository.checkRuns.push(run);
    announceRun(site, repository, run, 'created');
  }
  run.status = isOver ? 'completed' : 'in_progress';
  run.conclusion = conclusion;
  run.completedAt = isOver ? now : null;
  suite.updatedAt = now;
  if (isOver) announceRun(site, repository, run, 'completed');
  const runs = repository.checkRuns.filter((each) => each.suite === suiteId);
  if (summarize(runs).status === 'completed') announceSuite(site, repository, suite, 'completed');
  return run;
}
