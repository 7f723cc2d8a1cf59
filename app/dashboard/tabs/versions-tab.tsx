import { Download } from 'lucide-react';
import { useNavigate } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { postVersionDraft, versionZipPath } from '#app/projects/project-client.ts';
import type { ListedVersion } from '#app/projects/version.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { VerdictBadge } from '#app/ui/verdict-badge.tsx';

import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { useChange } from '#app/dashboard/use-change.ts';
import { useComparedVersions } from '#app/dashboard/use-compared-versions.ts';
import { usePublishing } from '#app/dashboard/use-publishing.tsx';

import { CompareVersions } from './compare-versions.tsx';

/** The versions of a project: published, rolled back to, continued, downloaded. */
export function VersionsTab({
  facts: { project, versions },
  onChanged,
}: {
  facts: ProjectFacts;
  onChanged: () => Promise<void>;
}) {
  const { isBusy, failure, run, closeFailure } = useChange(onChanged);
  const publishing = usePublishing(project, onChanged);
  const { compare } = useComparedVersions(project.latest);
  const cannot = isBusy || publishing.isBusy;
  const navigate = useNavigate();

  async function continueInChat(number: number) {
    await run(async () => {
      const opened = await postVersionDraft(project.id, number);
      if (opened.ok) await navigate(`/chat/${opened.value.id}`);
      return opened;
    });
  }

  return (
    <>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
      {publishing.failure ? (
        <FailureNote failure={publishing.failure} onClose={publishing.closeFailure} />
      ) : null}
      <CompareVersions project={project.id} latest={project.latest} published={project.published} />
      {publishing.dialog}
      <ul aria-label="Versions" className="divide-y border-y">
        {versions.map((version) => (
          <li key={version.number} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
            <VersionFacts version={version} isLive={version.number === project.published} />
            <div className="flex flex-wrap gap-2">
              {version.number === project.published ? null : (
                <Button
                  disabled={cannot}
                  aria-label={nameOf(version.number, project.published)}
                  onClick={() => publishing.publish(version.number)}
                >
                  {verbOf(version.number, project.published)}
                </Button>
              )}
              {version.base === null ? null : (
                <Button
                  variant="ghost"
                  aria-label={`Changes of version ${version.number}`}
                  onClick={() => compare({ from: version.base ?? 1, to: version.number })}
                >
                  Changes
                </Button>
              )}
              <Button
                variant="ghost"
                disabled={cannot}
                aria-label={`Continue version ${version.number} in a chat`}
                onClick={() => void continueInChat(version.number)}
              >
                Continue in chat
              </Button>
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

function VersionFacts({ version, isLive }: { version: ListedVersion; isLive: boolean }) {
  const { number, message, base, tools, verdict, createdAt, fixes } = version;
  return (
    <div className="min-w-0 grow">
      <p className="flex flex-wrap items-center gap-2 tabular-nums">
        <span className="font-medium">Version {number}</span>
        {isLive ? <Badge tone="pass">Live</Badge> : null}
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
