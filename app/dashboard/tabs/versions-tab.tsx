import { Download } from 'lucide-react';
import { Link } from 'react-router';

import { ForRole } from '#app/dashboard/for-role.tsx';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { versionZipPath } from '#app/projects/project-client.ts';
import type { ListedVersion } from '#app/projects/version.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { VerdictBadge } from '#app/ui/verdict-badge.tsx';

import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { useComparedVersions } from '#app/dashboard/use-compared-versions.ts';
import { useContinuing } from '#app/dashboard/use-continuing.ts';
import { usePublishing } from '#app/dashboard/use-publishing.tsx';
import { useVersionList } from '#app/dashboard/use-version-list.ts';

import { CheckVersion } from './check-version.tsx';
import { CompareVersions } from './compare-versions.tsx';

/** The versions of a project: published, rolled back to, continued, downloaded. */
export function VersionsTab({
  facts: { project, endpoint, versions, moreVersions },
  onChanged,
}: {
  facts: ProjectFacts;
  onChanged: () => Promise<void>;
}) {
  const list = useVersionList(project.id, versions, moreVersions);
  const continuing = useContinuing(project.id);
  const publishing = usePublishing(project, endpoint.history, onChanged);
  const { compare } = useComparedVersions(project.latest);
  const cannot = continuing.isBusy || publishing.isBusy;
  return (
    <>
      {continuing.failure ? (
        <FailureNote failure={continuing.failure} onClose={continuing.closeFailure} />
      ) : null}
      {publishing.failure ? (
        <FailureNote failure={publishing.failure} onClose={publishing.closeFailure} />
      ) : null}
      <CompareVersions project={project.id} latest={project.latest} published={project.published} />
      {publishing.dialog}
      <ul aria-label="Versions" className="divide-y border-y">
        {list.versions.map((version) => (
          <li key={version.number} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
            <VersionFacts
              version={version}
              isLive={version.number === project.published}
              share={endpoint.rollout?.version === version.number ? endpoint.rollout.share : null}
            />
            <div className="flex flex-wrap gap-2">
              <ForRole needed="editor">
                {version.number === project.published ? null : (
                  <Button
                    disabled={cannot}
                    aria-label={nameOf(version.number, project.published)}
                    onClick={() => publishing.publish(version.number)}
                  >
                    {verbOf(version.number, project.published)}
                  </Button>
                )}
              </ForRole>
              {version.base === null ? null : (
                <Button
                  variant="ghost"
                  aria-label={`Changes of version ${version.number}`}
                  onClick={() => compare({ from: version.base ?? 1, to: version.number })}
                >
                  Changes
                </Button>
              )}
              {version.verdict === null && version.tools > 0 ? (
                <CheckVersion project={project.id} number={version.number} onChanged={onChanged} />
              ) : null}
              <ForRole needed="editor">
                <Button
                  variant="ghost"
                  disabled={cannot}
                  aria-label={`Continue in chat: version ${version.number}`}
                  onClick={() => void continuing.continueVersion(version.number)}
                >
                  Continue in chat
                </Button>
              </ForRole>
              <a
                href={versionZipPath(project.id, version.number)}
                download
                aria-label={`Download version ${version.number}`}
                title="Download"
                className={buttonClass('ghost', 'size-9 px-0 pointer-coarse:size-11')}
              >
                <Download aria-hidden />
              </a>
            </div>
          </li>
        ))}
      </ul>
      {list.failure ? <FailureNote failure={list.failure} onRetry={list.loadMore} /> : null}
      {list.hasMore && list.failure === null ? (
        <Button className="mt-4" disabled={list.isBusy} onClick={list.loadMore}>
          {list.isBusy ? 'Loading…' : 'Show more'}
        </Button>
      ) : null}
    </>
  );
}

/** An older version than the one that is served is a step back. */
function verbOf(number: number, published: number | null): string {
  return published !== null && number < published ? 'Roll back' : 'Publish';
}

function nameOf(number: number, published: number | null): string {
  const verb = verbOf(number, published);
  return verb === 'Publish' ? `Publish version ${number}` : `${verb} to version ${number}`;
}

function VersionFacts({
  version,
  isLive,
  share,
}: {
  version: ListedVersion;
  isLive: boolean;
  /** Percent of the callers that get it; null: it is not for a share of them. */
  share: number | null;
}) {
  const { number, message, base, tools, verdict, createdAt, fixes } = version;
  return (
    <div className="min-w-0 grow">
      <p className="flex flex-wrap items-center gap-2 tabular-nums">
        <Link
          to={`?tab=tools&version=${number}`}
          className="font-medium hover:underline pointer-coarse:py-2"
        >
          Version {number}
        </Link>
        {isLive ? <Badge tone="pass">Live</Badge> : null}
        {share === null ? null : <Badge tone="blue">For {share}% of callers</Badge>}
        {verdict === null ? null : <VerdictBadge verdict={verdict} />}
      </p>
      {message ? <p className="max-w-prose wrap-anywhere">{message}</p> : null}
      <p className="text-sm text-muted tabular-nums">
        {tools === 1 ? '1 tool' : `${tools} tools`} · saved <RelativeTime at={createdAt} />
        {base === null ? null : ` · from version ${base}`}
        {fixes === null ? null : ' · fixes a failure in the log'}
      </p>
    </div>
  );
}
