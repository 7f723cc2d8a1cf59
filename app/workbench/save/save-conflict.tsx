import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { VersionComparison } from '#app/workbench/versions/version-comparison.tsx';

interface Props {
  project: string;
  /** The version that the chat began with. */
  base: number;
  /** The version that was saved in the meantime. */
  latest: number;
  /** The ways out of it. */
  children: ReactNode;
}

/** Shows what the version has changed that was saved while somebody worked on an earlier one. */
export function SaveConflict({ project, base, latest, children }: Props) {
  return (
    <section aria-label="A newer version" className="rounded-panel border p-3">
      <p role="alert" className="font-medium">
        Version {latest} was saved in the meantime.
      </p>
      <p className="mt-1 mb-3 max-w-prose text-sm text-muted">
        This chat started from version {base} and does not include later changes.
      </p>
      {children}
      <details className="mt-3">
        <summary className="min-h-9 cursor-pointer text-sm font-medium pointer-coarse:min-h-11">
          What callers notice of version {latest}
        </summary>
        <VersionComparison project={project} from={base} to={latest} />
      </details>
      <p className="mt-3 text-sm">
        <Link
          to={`/projects/${project}?tab=versions&from=${base}&to=${latest}`}
          className="text-blue hover:underline"
        >
          Open this comparison in the project
        </Link>
      </p>
    </section>
  );
}
