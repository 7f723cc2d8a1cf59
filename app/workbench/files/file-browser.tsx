import { useMemo, useState, type ReactNode } from 'react';

import type { DraftFile } from '#app/drafts/draft.ts';
import { formatSize } from '#app/platform/text/format-size.ts';
import { MasterDetail } from '#app/ui/master-detail.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import type { FileStatus } from '#app/workbench/history/use-changed-files.ts';

import { FileDetail, type PointChange } from './file-detail.tsx';
import { FileTree } from './file-tree.tsx';
import { FoundFiles } from './found-files.tsx';
import { searchFiles } from './search-files.ts';

interface Props {
  /** The files that there are. */
  files: readonly DraftFile[];
  /** Files that are no more, which can be looked at nevertheless. */
  removed?: readonly DraftFile[];
  /** Whether the tree has a file; absent: all are in it. */
  isListed?: (path: string) => boolean;
  /** The path of the open file; without one its beginning is shown where there is room. */
  asked: string | null;
  statuses?: ReadonlyMap<string, FileStatus>;
  /** How a file changed last. */
  toChange?: (path: string) => PointChange | null;
  /** Stands beside the number of files. */
  action?: ReactNode;
  /** Stands below the number of files. */
  filter?: ReactNode;
  onOpen: (path: string) => void;
  onBack: () => void;
}

/** A project file by file: a tree that can be searched, beside the open file. */
export function FileBrowser({
  files,
  removed = [],
  isListed = () => true,
  asked,
  statuses = UNCHANGED,
  toChange = () => null,
  action,
  filter,
  onOpen,
  onBack,
}: Props) {
  const [query, setQuery] = useState('');
  const [line, setLine] = useState<number | null>(null);
  const [isWrapped, setWrapped] = useState(true);
  const total = useMemo(() => files.reduce((sum, { size }) => sum + size, 0), [files]);
  const all = [...files, ...removed];
  const open = all.find(({ path }) => path === asked);
  const shown = open ?? all.find(({ path }) => path === 'README.md') ?? all[0];
  const show = (path: string, at: number | null) => {
    setLine(at);
    onOpen(path);
  };
  return (
    <MasterDetail
      isOpen={open !== undefined}
      list={
        <>
          <div className="space-y-1 border-b px-4 py-2 text-sm text-muted tabular-nums sm:ps-6">
            <SearchField
              label="Search files"
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
            />
            <div className="flex items-center justify-between gap-2">
              {files.length} files · {formatSize(total)}
              {action}
            </div>
            {filter}
          </div>
          <div className="min-h-0 grow overflow-y-auto py-2">
            {query.trim() === '' ? (
              <FileTree
                paths={all.map(({ path }) => path).filter(isListed)}
                open={shown?.path ?? null}
                onOpen={(path) => show(path, null)}
                statuses={statuses}
              />
            ) : (
              <FoundFiles
                found={searchFiles(files, query)}
                open={shown?.path ?? null}
                onOpen={show}
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
            change={toChange(shown.path)}
            line={line}
            isWrapped={isWrapped}
            onWrap={() => setWrapped(!isWrapped)}
            onBack={() => {
              setLine(null);
              onBack();
            }}
          />
        ) : null
      }
    />
  );
}

const UNCHANGED: ReadonlyMap<string, FileStatus> = new Map();
