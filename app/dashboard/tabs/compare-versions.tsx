import { X } from 'lucide-react';

import { useComparedVersions } from '#app/dashboard/use-compared-versions.ts';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { VersionComparison } from '#app/workbench/versions/version-comparison.tsx';

import { VersionSelect } from './version-select.tsx';

interface Props {
  project: string;
  latest: number;
  published: number | null;
}

/** Two versions to choose, and what callers notice of the step from one to the other. */
export function CompareVersions({ project, latest, published }: Props) {
  const { compared, compare } = useComparedVersions(latest);
  if (latest < 2) return null;
  // First what a publication would change.
  const first = published !== null && published !== latest ? published : latest - 1;
  const { from, to } = compared ?? { from: first, to: latest };
  const choice = { latest, published };
  return (
    <section aria-label="Comparison" className="mb-6 rounded-panel border p-3">
      <div className="flex flex-wrap items-end gap-3">
        <VersionSelect
          {...choice}
          label="Compare"
          value={from}
          onValue={(next) => compare({ from: next, to })}
        />
        <VersionSelect
          {...choice}
          label="with"
          value={to}
          onValue={(next) => compare({ from, to: next })}
        />
        {compared === null ? (
          <Button onClick={() => compare({ from, to })}>Show what callers notice</Button>
        ) : (
          <IconButton
            label="Close the comparison"
            className="ms-auto"
            onClick={() => compare(null)}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      {compared === null ? null : (
        <div className="mt-4">
          <VersionComparison project={project} {...compared} />
        </div>
      )}
    </section>
  );
}
