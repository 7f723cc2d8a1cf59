import { Link } from 'react-router';

import { VersionComparison } from '#app/workbench/versions/version-comparison.tsx';

interface Props {
  project: string;
  /** The version that the chat began with. */
  base: number;
  /** The version that was saved in the meantime. */
  latest: number;
}

/** Shows what the version has changed that was saved while somebody worked on an earlier one. */
export function SaveConflict({ project, base, latest }: Props) {
  return (
    <section aria-label="A newer version" className="rounded-panel border p-3">
      <p role="alert" className="font-medium">
        Version {latest} was saved in the meantime.
      </p>
      <p className="mt-1 mb-3 max-w-prose text-sm text-muted">
        This chat began with version {base}. The version that you save now does not contain what was
        changed since, unless this chat has it as well:
      </p>
      <VersionComparison project={project} from={base} to={latest} />
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
