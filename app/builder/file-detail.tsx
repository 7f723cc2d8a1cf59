import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { CodeView } from '#app/ui/code-view.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

import { formatSize } from './composer-input.ts';
import type { DraftFile } from './draft-client.ts';
import { FileChanges } from './history/file-changes.tsx';
import type { FileStatus } from './history/use-changed-files.ts';
import { languageOf } from './language-of.ts';

const VIEWS = [
  { value: 'file', label: 'File' },
  { value: 'changes', label: 'Changes' },
] as const;

interface Props {
  id: string;
  file: DraftFile;
  /** Number of the restore point that it is compared with, and how it differs; null: it does not. */
  since: number | null;
  status: FileStatus | null;
  onBack: () => void;
}

/** One file: as it is, or what changed in it. */
export function FileDetail({ id, file, since, status, onBack }: Props) {
  const { path, text, size } = file;
  const [view, setView] = useState<'file' | 'changes'>('file');
  const isGone = status === 'removed';
  // All of a new file is new: there is nothing to compare.
  const isCompared = status === 'changed' && since !== null;
  return (
    <>
      <div className="flex min-h-[45px] shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-1.5 text-sm">
        <Button variant="ghost" className="-ml-2 @min-[640px]:hidden" onClick={onBack}>
          All files
        </Button>
        <code className="min-w-0 wrap-anywhere">{path}</code>
        {status && !isCompared ? <span className="text-muted">{status}</span> : null}
        <div className="ml-auto flex items-center gap-3">
          {isCompared ? (
            <Segmented label="Show" value={view} options={VIEWS} onChange={setView} />
          ) : null}
          {isGone ? null : (
            <>
              <span className="text-muted tabular-nums @max-[640px]:hidden">
                {formatSize(size)}
              </span>
              <CopyButton text={text} what={path} className="-my-1.5" />
            </>
          )}
        </div>
      </div>
      {since !== null && status && (isGone || (isCompared && view === 'changes')) ? (
        <FileChanges key={path} id={id} since={since} path={path} status={status} text={text} />
      ) : (
        <CodeView
          isFlush
          text={text}
          language={languageOf(path)}
          label={path}
          className="grow max-md:min-h-96"
        />
      )}
    </>
  );
}
