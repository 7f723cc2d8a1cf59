import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import type { Verdict } from '#app/platform/verdict.ts';
import { getVersionDiff } from '#app/projects/project-client.ts';
import type { VersionDiff } from '#app/projects/version-diff.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { VerdictBadge } from '#app/ui/verdict-badge.tsx';

import { ContractView } from './contract-view.tsx';

interface Props {
  project: string;
  from: number;
  to: number;
}

/** Two versions of a project side by side: what callers notice, readiness and files. */
export function VersionComparison({ project, from, to }: Props) {
  const loaded = useLoaded(`${project} ${from} ${to}`, '', () => getVersionDiff(project, from, to));
  if (loaded.failure) return <FailureNote failure={loaded.failure} onRetry={loaded.retry} />;
  if (loaded.value === null) return <Spinner className="p-6" />;
  const { contract, verdicts } = loaded.value;
  return (
    <>
      <ContractView contract={contract} />
      <Readiness verdicts={verdicts} />
      <Files diff={loaded.value} />
    </>
  );
}

function Readiness({ verdicts: { before, after } }: Pick<VersionDiff, 'verdicts'>) {
  if (before === null && after === null) return null;
  return (
    <p className="mt-4 flex flex-wrap items-center gap-2 tabular-nums">
      <span className="font-medium">Readiness</span>
      <Answer verdict={before} />
      <span aria-hidden>→</span>
      <span className="sr-only">to</span>
      <Answer verdict={after} />
    </p>
  );
}

function Answer({ verdict }: { verdict: Verdict | null }) {
  if (verdict === null) return <span className="text-muted">not checked</span>;
  return <VerdictBadge verdict={verdict} />;
}

function Files({ diff: { files, moreFiles } }: { diff: VersionDiff }) {
  const count = files.length + moreFiles;
  if (count === 0) return null;
  return (
    <details className="mt-4">
      <summary className="min-h-9 cursor-pointer font-medium tabular-nums pointer-coarse:min-h-11">
        {count === 1 ? '1 file differs' : `${formatCount(count)} files differ`}
      </summary>
      <ul aria-label="Files that differ" className="text-sm">
        {files.map(({ path, status }) => (
          <li key={path} className="flex gap-3 py-0.5">
            <code className="min-w-0 wrap-anywhere">{path}</code>
            <span className="ms-auto shrink-0 text-muted">{status}</span>
          </li>
        ))}
      </ul>
      {moreFiles > 0 ? (
        <p className="text-sm text-muted tabular-nums">And {formatCount(moreFiles)} more.</p>
      ) : null}
    </details>
  );
}
