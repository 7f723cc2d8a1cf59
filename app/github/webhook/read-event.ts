import { fail, succeed, type Result } from '#app/platform/result.ts';

import { toCheckState, toStatusState, type CiState } from './ci-state.ts';
import { PAYLOADS, type PullFacts, type ToldRepository } from './github-payload.ts';

const BRANCH = 'refs/heads/';
const WITHDRAWING = ['deleted', 'suspend'];
const GRANTING = ['created', 'unsuspend'];
const OTHER: GithubEvent = { kind: 'other' };

/** News of a repository. */
export type RepositoryEvent =
  /** A branch has another commit, or is gone (null). */
  | { kind: 'branch'; repository: ToldRepository; branch: string; sha: string | null }
  | { kind: 'pull'; repository: ToldRepository; pull: PullFacts }
  /** Something about the repository itself, which may be gone. */
  | { kind: 'repository'; repository: ToldRepository; isGone: boolean }
  /** One check of a commit, or one group of them. */
  | { kind: 'check'; repository: ToldRepository; sha: string; state: CiState };

/** News that a webhook brings, whatever GitHub calls it. */
export type GithubEvent =
  | RepositoryEvent
  /** The app may use all repositories of an account that were chosen, or none of them any longer. */
  | { kind: 'installation'; owner: string; isActive: boolean }
  /** The app may use repositories now, or no longer. */
  | { kind: 'access'; granted: number[]; withdrawn: number[] }
  /** Somebody has withdrawn what they let us do in their name. */
  | { kind: 'revoked'; githubId: number }
  /** Nothing that concerns us. */
  | { kind: 'other' };

/** Reads the body of an event; one that does not look as it is documented is not understood. */
export function readEvent(name: string, body: unknown): Result<GithubEvent, { reason: 'unread' }> {
  if (!isKnown(name)) return succeed(OTHER);
  const event = READERS[name](body);
  return event === null ? fail({ reason: 'unread' }) : succeed(event);
}

function isKnown(name: string): name is keyof typeof PAYLOADS {
  return Object.hasOwn(PAYLOADS, name);
}

const READERS: Record<keyof typeof PAYLOADS, (body: unknown) => GithubEvent | null> = {
  push: (body) => {
    const read = PAYLOADS.push.safeParse(body);
    if (!read.success) return null;
    const { ref, after, deleted, repository } = read.data;
    if (!ref.startsWith(BRANCH)) return OTHER;
    const branch = ref.slice(BRANCH.length);
    return { kind: 'branch', repository, branch, sha: deleted ? null : after };
  },
  pull_request: (body) => {
    const read = PAYLOADS.pull_request.safeParse(body);
    if (!read.success) return null;
    return { kind: 'pull', repository: read.data.repository, pull: read.data.pull_request };
  },
  repository: (body) => {
    const read = PAYLOADS.repository.safeParse(body);
    if (!read.success) return null;
    const { action, repository } = read.data;
    return { kind: 'repository', repository, isGone: action === 'deleted' };
  },
  check_suite: (body) => {
    const read = PAYLOADS.check_suite.safeParse(body);
    if (!read.success) return null;
    const { repository, check_suite: suite } = read.data;
    return { kind: 'check', repository, sha: suite.head_sha, state: toCheckState(suite) };
  },
  check_run: (body) => {
    const read = PAYLOADS.check_run.safeParse(body);
    if (!read.success) return null;
    const { repository, check_run: run } = read.data;
    const state = toCheckState(run);
    // That all have passed is told once, by their suite.
    return state === 'passed' ? OTHER : { kind: 'check', repository, sha: run.head_sha, state };
  },
  status: (body) => {
    const read = PAYLOADS.status.safeParse(body);
    if (!read.success) return null;
    const { repository, sha, state } = read.data;
    return { kind: 'check', repository, sha, state: toStatusState(state) };
  },
  installation: (body) => {
    const read = PAYLOADS.installation.safeParse(body);
    if (!read.success) return null;
    const { action, installation } = read.data;
    const owner = installation.account?.login;
    if (owner === undefined) return OTHER;
    if (WITHDRAWING.includes(action)) return { kind: 'installation', owner, isActive: false };
    return GRANTING.includes(action) ? { kind: 'installation', owner, isActive: true } : OTHER;
  },
  installation_repositories: (body) => {
    const read = PAYLOADS.installation_repositories.safeParse(body);
    if (!read.success) return null;
    const { repositories_added: added, repositories_removed: removed } = read.data;
    return { kind: 'access', granted: toIds(added), withdrawn: toIds(removed) };
  },
  github_app_authorization: (body) => {
    const read = PAYLOADS.github_app_authorization.safeParse(body);
    return read.success ? { kind: 'revoked', githubId: read.data.sender.id } : null;
  },
};

function toIds(repositories: { id: number }[]): number[] {
  return repositories.map(({ id }) => id);
}
