import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { useShownVersion } from '#app/dashboard/use-shown-version.ts';
import { formatSize } from '#app/platform/text/format-size.ts';
import type { DraftFile } from '#app/drafts/draft.ts';
import { getVersionFiles } from '#app/projects/project-client.ts';
import type { ProjectView } from '#app/projects/project.ts';
import { SearchField } from '#app/ui/search-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { FileDetail } from '#app/workbench/files/file-detail.tsx';
import { FileTree } from '#app/workbench/files/file-tree.tsx';
import { FoundFiles } from '#app/workbench/files/found-files.tsx';
import { searchFiles } from '#app/workbench/files/search-files.ts';
import type { FileStatus } from '#app/workbench/history/use-changed-files.ts';
import { MasterDetail } from '#app/ui/master-detail.tsx';

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
  const [query, setQuery] = useState('');
  const [line, setLine] = useState<number | null>(null);
  const [isWrapped, setWrapped] = useState(true);
  const open = files.find(({ path }) => path === params.get('file'));
  const shown = open ?? files.find(({ path }) => path === 'README.md') ?? files[0];
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const go = (file: string | null, at: number | null) => {
    const next = new URLSearchParams(params);
    if (file === null) next.delete('file');
    else next.set('file', file);
    setLine(at);
    setParams(next, { preventScrollReset: true });
  };
  return (
    <div className="@container flex h-[min(75dvh,48rem)] min-h-96 flex-col overflow-hidden rounded-panel border">
      <MasterDetail
        isOpen={open !== undefined}
        list={
          <>
            <div className="space-y-1 border-b px-4 py-2 text-sm text-muted tabular-nums">
              <SearchField
                label="Search files"
                value={query}
                onChange={(event) => setQuery(event.currentTarget.value)}
              />
              <p>
                {files.length} files · {formatSize(total)}
              </p>
            </div>
            <div className="min-h-0 grow overflow-y-auto py-2">
              {query.trim() === '' ? (
                <FileTree
                  paths={files.map(({ path }) => path)}
                  open={shown?.path ?? null}
                  onOpen={(path) => go(path, null)}
                  statuses={NO_CHANGES}
                />
              ) : (
                <FoundFiles
                  found={searchFiles(files, query)}
                  open={shown?.path ?? null}
                  onOpen={go}
                />
              )}
            </div>
          </>
        }
        detail={
          shown ? (
            <FileDetail
              key={`${shown.path} ${line}`}
              file={shown}
              change={null}
              line={line}
              isWrapped={isWrapped}
              onWrap={() => setWrapped(!isWrapped)}
              onBack={() => go(null, null)}
            />
          ) : null
        }
      />
    </div>
  );
}

/** A version never changes. */
const NO_CHANGES: ReadonlyMap<string, FileStatus> = new Map();
