import { useSearchParams } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { useShownVersion } from '#app/dashboard/use-shown-version.ts';
import type { DraftFile } from '#app/drafts/draft.ts';
import { getVersionFiles } from '#app/projects/project-client.ts';
import type { ProjectView } from '#app/projects/project.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { FileBrowser } from '#app/workbench/files/file-browser.tsx';

import { VersionBar } from './version-bar.tsx';

/** The generated project of a version, file by file: what is served, and what Download gives. */
export function VersionFilesTab({ project }: { project: ProjectView }) {
  const { version, show } = useShownVersion(project);
  const loaded = useLoaded(`${project.id} ${version}`, '', () =>
    getVersionFiles(project.id, version),
  );
  return (
    <>
      <VersionBar project={project} version={version} onVersion={show} />
      {loaded.failure ? <FailureNote failure={loaded.failure} onRetry={loaded.retry} /> : null}
      {loaded.value === null && loaded.failure === null ? <Spinner className="p-6" /> : null}
      {loaded.value ? <Files files={loaded.value} /> : null}
    </>
  );
}

function Files({ files }: { files: readonly DraftFile[] }) {
  const [params, setParams] = useSearchParams();
  const go = (file: string | null) => {
    const next = new URLSearchParams(params);
    if (file === null) next.delete('file');
    else next.set('file', file);
    setParams(next, { preventScrollReset: true });
  };
  return (
    <div className="@container flex h-[min(75dvh,48rem)] min-h-96 flex-col overflow-hidden rounded-panel border">
      <FileBrowser files={files} asked={params.get('file')} onOpen={go} onBack={() => go(null)} />
    </div>
  );
}
