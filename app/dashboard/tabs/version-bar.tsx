import { Download } from 'lucide-react';

import { ForRole } from '#app/dashboard/for-role.tsx';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useContinuing } from '#app/dashboard/use-continuing.ts';
import { versionZipPath } from '#app/projects/project-client.ts';
import type { ProjectView } from '#app/projects/project.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';

import { VersionSelect } from './version-select.tsx';

interface Props {
  project: ProjectView;
  version: number;
  onVersion: (version: number) => void;
}

/** The version that is shown, what can be done with it, and the way to another one. */
export function VersionBar({ project, version, onVersion }: Props) {
  const { isBusy, failure, closeFailure, continueVersion } = useContinuing(project.id);
  return (
    <div className="mb-4">
      <div className="flex flex-wrap items-end gap-2">
        <div className="me-auto max-sm:w-full">
          <VersionSelect
            label="Shown"
            value={version}
            latest={project.latest}
            published={project.published}
            onValue={onVersion}
          />
        </div>
        <a
          href={versionZipPath(project.id, version)}
          download
          className={buttonClass()}
          aria-label={`Download version ${version}`}
        >
          <Download aria-hidden />
          Download
        </a>
        <ForRole needed="editor">
          <Button disabled={isBusy} onClick={() => void continueVersion(version, 'import')}>
            Import again
          </Button>
          <Button
            disabled={isBusy}
            aria-label={`${isBusy ? 'Opening…' : 'Continue in chat'}: version ${version}`}
            onClick={() => void continueVersion(version)}
          >
            {isBusy ? 'Opening…' : 'Continue in chat'}
          </Button>
        </ForRole>
      </div>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </div>
  );
}
