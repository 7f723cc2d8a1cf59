import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';

import { Button, buttonClass } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { CodeView } from '#app/ui/code-view.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import type { RequestFailure } from './api-request.ts';
import { formatSize } from './composer-input.ts';
import { getFiles, zipPath, type DraftFile } from './draft-client.ts';
import type { DraftView } from './draft.ts';
import { FailureNote } from './failure-note.tsx';
import { FileTree } from './file-tree.tsx';
import { languageOf } from './language-of.ts';
import type { ScreenAddress } from './use-screen-address.ts';

/** The generated project, file by file: what Download gives. */
export function FilesTab({ draft, address }: { draft: DraftView; address: ScreenAddress }) {
  const { files, failure, retry } = useFiles(draft.id, draft.revision);
  const total = useMemo(() => files?.reduce((sum, { size }) => sum + size, 0) ?? 0, [files]);
  if (failure) {
    return (
      <div className="p-4 sm:p-6">
        <FailureNote failure={failure} onRetry={retry} />
      </div>
    );
  }
  if (!files) return <Spinner className="p-6" />;
  const open = files.find(({ path }) => path === address.file);
  const shown = open ?? files.find(({ path }) => path === 'README.md') ?? files[0];
  return (
    <div className="flex min-h-0 grow">
      <div
        className={clsx(
          'flex min-h-0 w-full shrink-0 flex-col @min-[640px]:w-64 @min-[640px]:border-r @min-[1000px]:w-80',
          open && '@max-[640px]:hidden',
        )}
      >
        <div className="flex items-center justify-between gap-2 border-b px-4 py-2 text-sm text-muted tabular-nums sm:pl-6">
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
        <div className="min-h-0 grow overflow-y-auto py-2">
          <FileTree
            paths={files.map(({ path }) => path)}
            open={shown?.path ?? null}
            onOpen={(file) => address.go({ file })}
          />
        </div>
      </div>
      {shown ? (
        <div className={clsx('flex min-h-0 min-w-0 grow flex-col', !open && '@max-[640px]:hidden')}>
          <div className="flex flex-wrap items-center gap-x-3 border-b px-4 py-2 text-sm">
            <Button
              variant="ghost"
              className="-ml-2 @min-[640px]:hidden"
              onClick={() => address.go({ file: null })}
            >
              All files
            </Button>
            <code className="min-w-0 wrap-anywhere">{shown.path}</code>
            <span className="ml-auto text-muted tabular-nums">{formatSize(shown.size)}</span>
            <CopyButton text={shown.text} what={shown.path} className="-my-1.5" />
          </div>
          <CodeView
            isFlush
            text={shown.text}
            language={languageOf(shown.path)}
            label={shown.path}
            className="grow max-md:min-h-96"
          />
        </div>
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
