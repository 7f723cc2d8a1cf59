import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';

import { Button, buttonClass } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import type { RequestFailure } from './api-request.ts';
import { formatSize } from './composer-input.ts';
import { getFiles, zipPath, type DraftFile } from './draft-client.ts';
import type { DraftView } from './draft.ts';
import type { DraftScreen } from './use-draft.ts';
import { FailureNote } from './failure-note.tsx';
import { FileDetail } from './file-detail.tsx';
import { FileTree } from './file-tree.tsx';
import { useChangedFiles, type FileStatus } from './history/use-changed-files.ts';
import type { ScreenAddress } from './use-screen-address.ts';

/** The generated project, file by file: what Download gives, and what of it changed last. */
export function FilesTab({ screen, address }: { screen: DraftScreen; address: ScreenAddress }) {
  const { draft } = screen;
  const { files, failure, retry } = useFiles(draft.id, draft.revision);
  const changed = useChangedFiles(screen);
  const [isCut, setCut] = useState(false);
  const statuses = changed.value?.statuses ?? UNCHANGED;
  if (failure) {
    return (
      <div className="p-4 sm:p-6">
        <FailureNote failure={failure} onRetry={retry} />
      </div>
    );
  }
  if (!files) return <Spinner className="p-6" />;
  const all = withRemoved(files, statuses);
  const open = all.find(({ path }) => path === address.file);
  const shown = open ?? all.find(({ path }) => path === 'README.md') ?? all[0];
  const isFiltered = isCut && statuses.size > 0;
  return (
    <div className="flex min-h-0 grow">
      <div
        className={clsx(
          'flex min-h-0 w-full shrink-0 flex-col @min-[640px]:w-64 @min-[640px]:border-r @min-[1000px]:w-80',
          open && '@max-[640px]:hidden',
        )}
      >
        <TreeHead
          draft={draft}
          files={files}
          changed={changed}
          isFiltered={isFiltered}
          onFilter={() => setCut(!isFiltered)}
        />
        <div className="min-h-0 grow overflow-y-auto py-2">
          <FileTree
            paths={all.map(({ path }) => path).filter((path) => !isFiltered || statuses.has(path))}
            open={shown?.path ?? null}
            onOpen={(file) => address.go({ file })}
            statuses={statuses}
          />
        </div>
      </div>
      {shown ? (
        <div className={clsx('flex min-h-0 min-w-0 grow flex-col', !open && '@max-[640px]:hidden')}>
          <FileDetail
            id={draft.id}
            file={shown}
            since={changed.value?.since ?? null}
            status={statuses.get(shown.path) ?? null}
            onBack={() => address.go({ file: null })}
          />
        </div>
      ) : null}
    </div>
  );
}

const UNCHANGED: ReadonlyMap<string, FileStatus> = new Map();

/** What is gone stands in the tree as well, so that it can be looked at. */
function withRemoved(
  files: readonly DraftFile[],
  statuses: ReadonlyMap<string, FileStatus>,
): DraftFile[] {
  const there = new Set(files.map(({ path }) => path));
  const gone = [...statuses].filter(([path, status]) => status === 'removed' && !there.has(path));
  return [...files, ...gone.map(([path]) => ({ path, size: 0, text: '' }))];
}

function TreeHead({
  draft,
  files,
  changed: { value: changed, failure, retry },
  isFiltered,
  onFilter,
}: {
  draft: DraftView;
  files: readonly DraftFile[];
  changed: ReturnType<typeof useChangedFiles>;
  isFiltered: boolean;
  onFilter: () => void;
}) {
  const total = useMemo(() => files.reduce((sum, { size }) => sum + size, 0), [files]);
  const count = changed?.statuses.size ?? 0;
  return (
    <div className="border-b px-4 py-2 text-sm text-muted tabular-nums sm:pl-6">
      <div className="flex items-center justify-between gap-2">
        {files.length} files · {formatSize(total)}
        <a
          href={zipPath(draft.id)}
          download
          className={buttonClass('ghost', '@min-[640px]:hidden')}
        >
          <Download aria-hidden />
          Download
        </a>
      </div>
      {failure ? (
        <Button variant="ghost" className="-ml-3" onClick={retry}>
          Changes unknown: look again
        </Button>
      ) : null}
      {changed && count > 0 ? (
        <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
          <Checkbox checked={isFiltered} onChange={onFilter} />
          Only the {count} changed since point {changed.since}
        </label>
      ) : null}
    </div>
  );
}

/** The files of one revision; loaded again when the draft changes. */
function useFiles(id: string, revision: number) {
  const [files, setFiles] = useState<DraftFile[] | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void getFiles(id).then((loaded) => {
      if (!isCurrent) return;
      setFailure(loaded.ok ? null : loaded);
      if (loaded.ok) setFiles(loaded.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, revision, attempt]);
  return { files, failure, retry: () => setAttempt(attempt + 1) };
}
