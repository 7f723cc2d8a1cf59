import { useEffect, useEffectEvent, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import type { ProjectLink } from '#app/github/links/project-link.ts';
import { GITHUB_PROBLEM_TYPES } from '#app/github/github-problem-types.ts';
import { getLinkStatus, patchLinkSettings } from '#app/github/webhook/link-status-client.ts';
import type { LinkStatus } from '#app/github/webhook/link-status.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { GithubFailureNote } from './github-failure-note.tsx';
import { useOnFocus } from './use-while-visible.ts';

interface Props {
  link: ProjectLink;
  /** Whether the user's role allows them to change anything. */
  mayChange: boolean;
  /** Pushes and the link may be others than shown, since GitHub was asked. */
  onFresh: () => void;
  /** Tells whether GitHub has to be connected first, as it is said here. */
  onConnection: (isDisconnected: boolean) => void;
}

/** Problems that only a new connection solves. */
const DISCONNECTED: readonly string[] = [
  GITHUB_PROBLEM_TYPES.off,
  GITHUB_PROBLEM_TYPES.notConnected,
  GITHUB_PROBLEM_TYPES.reconnect,
];

/** The state of a linked repository on GitHub as it is now, and whether a merge publishes. */
export function LinkStatusPart({ link, mayChange, onFresh, onConnection }: Props) {
  const { project } = link;
  const { value, failure, retry } = useLoaded(project, link.repositoryId.toString(), () =>
    getLinkStatus(project),
  );
  useOnFocus(retry);
  const tellNews = useEffectEvent(() => {
    if (value !== null && isOther(value.link, link)) onFresh();
    const type = failure?.reason === 'problem' ? failure.problem.type : '';
    onConnection(DISCONNECTED.includes(type));
  });
  useEffect(() => tellNews(), [value, failure]);
  const askAgain = useEffectEvent(() => {
    if (value !== null && isOther(value.link, link)) retry();
  });
  // A webhook may have told more than GitHub had said here.
  useEffect(() => askAgain(), [link]);
  return (
    <>
      {failure ? <GithubFailureNote failure={failure} onRetry={retry} /> : null}
      {value === null && failure === null ? <Spinner className="p-2" /> : null}
      {value ? <Facts status={value} /> : null}
      <MergeSetting link={link} mayChange={mayChange} onChanged={onFresh} />
    </>
  );
}

const COMPARED = [
  'headSha',
  'ci',
  'owner',
  'name',
  'state',
  'isPrivate',
  'pushedVersion',
] as const satisfies readonly (keyof ProjectLink)[];

function isOther(now: ProjectLink, shown: ProjectLink): boolean {
  return COMPARED.some((key) => now[key] !== shown[key]);
}

const CI_BADGES = {
  running: { words: 'CI is running', tone: 'warn' },
  passed: { words: 'CI passed', tone: 'pass' },
  failed: { words: 'CI failed', tone: 'fail' },
  none: { words: 'No CI', tone: 'plain' },
} as const;

function Facts({ status: { link, ahead, hears } }: { status: LinkStatus }) {
  const badge = link.ci === null ? null : CI_BADGES[link.ci];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        <span>{describeHead(link, ahead)}</span>
        {badge ? <Badge tone={badge.tone}>{badge.words}</Badge> : null}
      </p>
      {hears === 'never' ? (
        <p className="mt-1 text-sm text-muted">
          GitHub does not tell us about changes here. They are found when you open this tab.
        </p>
      ) : null}
    </>
  );
}

/** How the branch stands to the version that was pushed. */
function describeHead({ branch, headSha, pushedVersion }: ProjectLink, ahead: number | null) {
  if (headSha === null) return `The branch ${branch} has no commit.`;
  if (pushedVersion === null) return 'No version has been pushed to this branch yet.';
  if (ahead === null) {
    return `The history of ${branch} was rewritten: the commit of version ${pushedVersion} is no longer part of it.`;
  }
  if (ahead === 0) return `${branch} holds version ${pushedVersion}.`;
  const commits = ahead === 1 ? '1 commit' : `${formatCount(ahead)} commits`;
  return `${branch} is ${commits} ahead of version ${pushedVersion}, which you pushed.`;
}

function MergeSetting({
  link: { project, publishesOnMerge },
  mayChange,
  onChanged,
}: {
  link: ProjectLink;
  mayChange: boolean;
  onChanged: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function change(wanted: boolean) {
    setBusy(true);
    setFailure(null);
    const changed = await patchLinkSettings(project, { publishesOnMerge: wanted });
    setBusy(false);
    if (changed.ok) onChanged();
    else setFailure(changed);
  }

  return (
    <div className="mt-3">
      <label className="flex items-start gap-2">
        <Checkbox
          className="mt-1"
          checked={publishesOnMerge}
          disabled={!mayChange || isBusy}
          onChange={({ target }) => void change(target.checked)}
        />
        Publish a version when its pull request is merged
      </label>
      <p className="text-sm text-muted">
        Anyone who can merge on GitHub can then publish. The lowest score and the tests that this
        project requires still apply.
      </p>
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </div>
  );
}
