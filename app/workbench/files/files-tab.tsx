import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { placeTools } from '#app/blueprint/generate/tool-modules.ts';
import { formatSize } from '#app/platform/text/format-size.ts';
import { zipPath } from '#app/drafts/draft-client.ts';
import type { DraftFile, DraftView } from '#app/drafts/draft.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import {
  useChangedFiles,
  type ChangedFiles,
  type FileStatus,
} from '#app/workbench/history/use-changed-files.ts';
import { MasterDetail } from '#app/ui/master-detail.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';
import type { ScreenAddress } from '#app/workbench/use-screen-address.ts';

import { FileDetail } from './file-detail.tsx';
import { FileTree } from './file-tree.tsx';
import { FoundFiles } from './found-files.tsx';
import { searchFiles } from './search-files.ts';
import { useFiles } from './use-files.ts';

/** The generated project, file by file: what Download gives, and what of it changed last. */
export function FilesTab({
  screen,
  blueprint,
  address,
}: {
  screen: DraftScreen;
  blueprint: Blueprint;
  address: ScreenAddress;
}) {
  const { draft } = screen;
  const { files, failure, retry } = useFiles(draft.id, draft.revision);
  const changed = useChangedFiles(screen);
  const [isCut, setCut] = useState(false);
  const [query, setQuery] = useState('');
  const [line, setLine] = useState<number | null>(null);
  const [isWrapped, setWrapped] = useState(true);
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
  const tool = address.tool && (screen.renamed[address.tool] ?? address.tool);
  const asked = address.file ?? (tool && pathOfTool(blueprint, tool));
  const open = all.find(({ path }) => path === asked);
  const shown = open ?? all.find(({ path }) => path === 'README.md') ?? all[0];
  const show = (file: string, at: number | null) => {
    setLine(at);
    address.go({ file });
  };
  const isFiltered = isCut && statuses.size > 0;
  return (
    <MasterDetail
      isOpen={open !== undefined}
      list={
        <>
          <TreeHead
            draft={draft}
            files={files}
            changed={changed}
            isFiltered={isFiltered}
            onFilter={() => setCut(!isFiltered)}
            query={query}
            onQuery={setQuery}
          />
          <div className="min-h-0 grow overflow-y-auto py-2">
            {query.trim() === '' ? (
              <FileTree
                paths={all
                  .map(({ path }) => path)
                  .filter((path) => !isFiltered || statuses.has(path))}
                open={shown?.path ?? null}
                onOpen={(file) => show(file, null)}
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
            line={line}
            isWrapped={isWrapped}
            onWrap={() => setWrapped(!isWrapped)}
            file={shown}
            change={toChange(draft, changed.value, shown.path)}
            onBack={() => address.go({ file: null, tool: null })}
          />
        ) : null
      }
    />
  );
}

/** The module that a tool becomes; null where it is not part of the project. */
function pathOfTool({ tools }: Blueprint, name: string): string | null {
  const served = placeTools(tools.filter(({ enabled }) => enabled));
  return served.find(({ tool }) => tool.name === name)?.path ?? null;
}

function toChange({ id }: DraftView, changed: ChangedFiles | null, path: string) {
  const status = changed?.statuses.get(path);
  return changed && status ? { draft: id, since: changed.since, status } : null;
}

const UNCHANGED: ReadonlyMap<string, FileStatus> = new Map();

/** Adds removed files to the tree, so that they can be looked at. */
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
  query,
  onQuery,
}: {
  draft: DraftView;
  files: readonly DraftFile[];
  changed: ReturnType<typeof useChangedFiles>;
  isFiltered: boolean;
  onFilter: () => void;
  query: string;
  onQuery: (query: string) => void;
}) {
  const total = useMemo(() => files.reduce((sum, { size }) => sum + size, 0), [files]);
  const count = changed?.statuses.size ?? 0;
  return (
    <div className="space-y-1 border-b px-4 py-2 text-sm text-muted tabular-nums sm:ps-6">
      <SearchField
        label="Search files"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
      />
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
        <Button variant="ghost" className="-ms-3" onClick={retry}>
          Changes could not be loaded. Try again
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
