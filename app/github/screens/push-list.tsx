import { CircleCheck, CircleX, GitMerge, GitPullRequest, LoaderCircle } from 'lucide-react';

import type { Ci, ProjectPush, PushState } from '#app/github/links/project-link.ts';
import { Badge } from '#app/ui/badge.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

const STATES: Record<PushState, { words: string; tone: 'plain' | 'pass' | 'warn' | 'fail' }> = {
  running: { words: 'Not finished', tone: 'warn' },
  pushed: { words: 'Pushed', tone: 'pass' },
  open: { words: 'Pull request open', tone: 'plain' },
  merged: { words: 'Merged', tone: 'pass' },
  closed: { words: 'Closed without merging', tone: 'plain' },
  failed: { words: 'Failed', tone: 'fail' },
};

const MARKS = {
  running: LoaderCircle,
  pushed: CircleCheck,
  open: GitPullRequest,
  merged: GitMerge,
  closed: CircleX,
  failed: CircleX,
} as const;

const CI_WORDS: Record<Ci, string> = {
  running: 'CI is running',
  passed: 'CI passed',
  failed: 'CI failed',
  none: 'No CI',
};

/** The pushes of a project, newest first, each with its version, commit, pull request and CI. */
export function PushList({ pushes }: { pushes: readonly ProjectPush[] }) {
  if (pushes.length === 0) return <p className="text-sm text-muted">Nothing was pushed yet.</p>;
  return (
    <ul aria-label="Pushes" className="divide-y border-y">
      {pushes.map((push) => (
        <PushRow key={push.id} push={push} />
      ))}
    </ul>
  );
}

function PushRow({ push }: { push: ProjectPush }) {
  const { version, branch, commitSha, commitUrl, pull, pullUrl, state, failure, ci, createdAt } =
    push;
  const { words, tone } = STATES[state];
  const Mark = MARKS[state];
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        <span className="font-medium">Version {version}</span>
        <Badge tone={tone}>
          <Mark aria-hidden />
          {words}
        </Badge>
        {commitUrl && commitSha ? (
          <a
            href={commitUrl}
            target="_blank"
            rel="noreferrer"
            className="text-blue hover:underline pointer-coarse:py-2"
          >
            <code>{commitSha.slice(0, 7)}</code>
          </a>
        ) : null}
        {pullUrl ? (
          <a
            href={pullUrl}
            target="_blank"
            rel="noreferrer"
            className="text-blue hover:underline pointer-coarse:py-2"
          >
            Pull request #{pull}
          </a>
        ) : null}
        {ci ? <span className="text-sm text-muted">{CI_WORDS[ci]}</span> : null}
        <span className="ms-auto text-sm text-muted">
          <RelativeTime at={createdAt} />
        </span>
      </p>
      <p className="text-sm text-muted">
        <code className="wrap-anywhere">
          <bdi>{branch}</bdi>
        </code>
        {state === 'pushed' && commitSha === null ? ' had this version already.' : ''}
        {state === 'running'
          ? ': compare again; what was done is found, and nothing is done twice.'
          : ''}
      </p>
      {failure ? <p className="text-sm wrap-anywhere text-fail">{failure}</p> : null}
    </li>
  );
}
